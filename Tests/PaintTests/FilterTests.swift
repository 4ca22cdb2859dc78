import Layout
import Style
import TestTraits
import Testing

@testable import Paint

/// `filter` (filter-effects-1).
@Suite(.hangLimit) struct FilterTests {
  /// A red pixel at the left of three, with filters.
  private func grid(_ filters: [FilterFunction], color: Color = .red) throws -> String {
    var scene = Scene(width: 3, height: 1)
    scene.fill(Rect(0, 0, 1, 1), color, { $0.paint.filters = filters })
    return try scene.grid()
  }

  @Test func functionsOfColoursChangeEachPixel() throws {
    #expect(try grid([.color(.invert, amount: 1)]) == "C__")
    #expect(try grid([.color(.brightness, amount: 0)]) == "K__")
    #expect(try grid([.color(.hueRotate, amount: 0)]) == "R__")
    #expect(try grid([.opacity(0.5)]) == "r__")
    #expect(try grid([.color(.grayscale, amount: 1)], color: .black) == "K__")
  }

  @Test func functionsAreAppliedInTheirOrder() throws {
    #expect(try grid([.color(.brightness, amount: 0), .color(.invert, amount: 1)]) == "___")
    #expect(try grid([.color(.invert, amount: 1), .color(.brightness, amount: 0)]) == "K__")
    // The opacity of the content is also that of its shadow.
    let shadow = FilterFunction.dropShadow(.init(x: 1, y: 0, deviation: 0, color: .black))
    #expect(try grid([.opacity(0.5), shadow]) == "rk_")
  }

  @Test func aShadowHasTheShapeOfTheContent() throws {
    let shadow = FilterFunction.DropShadow(x: 1, y: 0, deviation: 0, color: .blue)
    #expect(try grid([.dropShadow(shadow)]) == "RB_")
    // The second shadow is also that of the first.
    #expect(try grid([.dropShadow(shadow), .dropShadow(shadow)]) == "RBB")
  }

  @Test func aBlurReachesBeyondTheContent() throws {
    var scene = Scene(width: 40, height: 40)
    scene.fill(Rect(10, 10, 20, 20), .black, { $0.paint.filters = [.blur(3)] })
    let (width, pixels) = try scene.painter.pixels(page: 0)
    #expect(pixels[20 * width + 20] & 0xFF < 16)
    #expect(0x60...0xA0 ~= pixels[20 * width + 10] & 0xFF)
    #expect(0xC0...0xFE ~= pixels[20 * width + 6] & 0xFF)
    #expect(pixels[0] == 0xFFFFFF)
  }

  /// Groups in groups with filters: the time is that of their number, not exponential.
  @Test func filtersMayBeNested() throws {
    var scene = Scene(width: 8, height: 8)
    func nest(_ depth: Int, _ scene: inout Scene) {
      scene.fill(
        Rect(0, 0, 4, 4), depth == 0 ? .red : .transparent,
        {
          $0.paint.filters = [.color(.invert, amount: 1), .dropShadow(.init(x: 0, y: 0, deviation: 0, color: .black))]
        }
      ) {
        if depth > 0 { nest(depth - 1, &$0) }
      }
    }
    nest(39, &scene)
    #expect(try scene.grid().hasPrefix("RRRR____"))
  }

  @Test func amountsWithoutEffectChangeNothing() throws {
    #expect(try grid([.blur(0), .color(.saturate, amount: 1), .color(.sepia, amount: 0)]) == "R__")
  }

  @Test func valuesOutOfRangeDoNotFail() throws {
    for amount in [0, 1e300, .infinity] {
      _ = try grid([.blur(amount), .color(.contrast, amount: amount), .color(.hueRotate, amount: amount)])
      _ = try grid([.dropShadow(.init(x: amount, y: -amount, deviation: amount, color: .black))])
    }
  }
}
