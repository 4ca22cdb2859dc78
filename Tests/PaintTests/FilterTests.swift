import CPango
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

  /// Changes of colours are joined unless colours between them are clamped.
  @Test func changesOfColoursAreJoined() throws {
    let invert = ColorMatrix(.invert, amount: 1)
    let sepia = ColorMatrix(.sepia, amount: 1)
    let joined = try #require(invert.followed(by: sepia))
    let (first, second) = (invert.apply((0.2, 0.4, 0.9)), joined.apply((0.2, 0.4, 0.9)))
    let expected = sepia.apply(first)
    #expect(abs(expected.0 - second.0) + abs(expected.1 - second.1) + abs(expected.2 - second.2) < 1e-9)
    #expect(sepia.followed(by: invert) == nil)
    #expect(ColorMatrix(.brightness, amount: 2).followed(by: invert) == nil)
    #expect(ColorMatrix(.hueRotate, amount: .infinity).followed(by: invert) == nil)
  }

  /// The pixels are premultiplied.
  @Test(arguments: [
    FilterFunction.ColorFilter.brightness, .contrast, .grayscale, .invert, .saturate, .sepia, .hueRotate,
  ])
  func pixelsAreChangedLikeColours(filter: FilterFunction.ColorFilter) {
    for amount in [0, 0.3, 1, 2.5, 1e9] {
      let matrix = ColorMatrix(filter, amount: amount)
      for pixel: UInt32 in [0xFF12_8050, 0x8000_4080, 0x4010_2030, 0xFFFF_FFFF, 0xFF00_0000, 0] {
        let changed = PixelMatrix(matrix).apply(pixel)
        let alpha = Double(pixel >> 24)
        func part(_ pixel: UInt32, _ shift: UInt32) -> Double { Double(pixel >> shift & 0xFF) }
        guard alpha > 0 else { continue }
        let color = matrix.apply((part(pixel, 16) / alpha, part(pixel, 8) / alpha, part(pixel, 0) / alpha))
        #expect(changed >> 24 == pixel >> 24)
        for (value, shift) in [(color.0, UInt32(16)), (color.1, 8), (color.2, 0)] {
          #expect(abs(value * alpha - part(changed, shift)) <= 1, "\(amount) \(pixel)")
        }
      }
    }
  }

  /// The surface of a group is as large as its content: many small groups have all of their pixels.
  @Test func groupsWithinAGroupAreAsLargeAsTheirContent() {
    var budget = FilterBudget()
    for _ in 0..<10_000 { #expect(budget.scale(for: Rect(0, 0, 20, 20), wanted: 2) == 2) }
    var work = FilterBudget()
    for _ in 0..<100 { _ = work.scale(for: Rect(0, 0, 1000, 1000), wanted: 2, work: 6) }
    #expect(work.scale(for: Rect(0, 0, 1000, 1000), wanted: 2) < 0.2)
  }

  @Test func theBoxAroundTheContentOfAGroupIsKnown() throws {
    var scene = Scene(width: 100, height: 100)
    scene.fill(Rect(10, 10, 20, 20), .red, { _ in }) { scene in
      scene.fill(
        Rect(15, 40, 5, 5), .red,
        { $0.paint.boxShadows = [BoxShadow(x: 3, y: 0, blur: 2, spread: 1, color: .black, isInset: false)] })
    }
    scene.fill(Rect(0, 0, 5, 5), .red, { _ in }) {
      $0.fill(Rect(0, 0, 5, 5), .red, { $0.paint.transforms = [.rotate(45)] })
    }
    let painter = scene.painter
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1))
    defer { cairo_surface_destroy(surface) }
    let faces = FaceCache(scene.fonts)
    let page = PagePainter(
      painter.document, page: 0, traits: painter.traits, canvas: RasterCanvas(surface: surface, scale: 1), fonts: faces,
      pictures: PictureCache(images: scene.images, fonts: faces, prepared: nil), sliced: painter.sliced)
    #expect(page.inkBox(of: 0) == Rect(7, 9, 24, 44))
    #expect(page.inkBox(of: 2) == nil)
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
