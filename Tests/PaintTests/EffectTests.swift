import Layout
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct EffectTests {
  private func clipped(_ path: ClipPath, _ change: (inout ComputedStyle) -> Void = { _ in }) throws -> String {
    var scene = Scene(width: 4, height: 4)
    scene.fill(
      Rect(0, 0, 4, 4), .red,
      {
        $0.paint.clipPath = path
        change(&$0)
      })
    return try scene.grid()
  }

  private func px(_ x: Double, _ y: Double) -> Pair<LengthPercentage> { Pair(.px(x), .px(y)) }

  @Test func anInsetClipsFromEachSide() throws {
    let sides = Sides(top: LengthPercentage.px(1), right: .percent(25), bottom: .zero, left: .px(2))
    let path = ClipPath(shape: .inset(sides, radius: Corners(Pair(.zero, .zero))))
    #expect(try clipped(path) == "____\n__R_\n__R_\n__R_")
  }

  /// Percentages of the radii referred to the inset rectangle instead of the reference box (css-shapes-1 §3.1).
  @Test func radiiOfAnInsetReferToTheReferenceBox() throws {
    let sides = Sides(top: LengthPercentage.percent(50), right: .zero, bottom: .zero, left: .zero)
    func corner(_ radius: Pair<LengthPercentage>) throws -> String {
      var scene = Scene(width: 40, height: 40)
      scene.fill(
        Rect(0, 0, 40, 40), .red,
        { $0.paint.clipPath = ClipPath(shape: .inset(sides, radius: Corners(radius))) })
      return try scene.grid()
    }
    #expect(try corner(Pair(.percent(25), .percent(25))) == corner(px(10, 10)))
  }

  @Test func aPolygonThatCrossesItselfIsFilledByItsRule() throws {
    // The outer square, then an inner one of the same direction.
    let points = [
      px(0, 0), px(4, 0), px(4, 4), px(0, 4), px(0, 0), px(1, 1), px(3, 1), px(3, 3), px(1, 3), px(1, 1), px(0, 0),
    ]
    #expect(try clipped(ClipPath(shape: .polygon(points, isEvenOdd: false))) == "RRRR\nRRRR\nRRRR\nRRRR")
    #expect(try clipped(ClipPath(shape: .polygon(points, isEvenOdd: true))) == "RRRR\nR__R\nR__R\nRRRR")
  }

  @Test func aPathBeginsAtTheReferenceBox() throws {
    let data = "M0 0H3V3H0zM1 1h1v1h-1z"
    #expect(try clipped(ClipPath(shape: .path(data, isEvenOdd: false))) == "RRR_\nRRR_\nRRR_\n____")
    var path = ClipPath(shape: .path(data, isEvenOdd: true))
    path.box = .paddingBox
    let grid = try clipped(path) {
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.solid)
    }
    #expect(grid == "____\n_RRK\n_R_K\n_KKK")
  }

  @Test func aShapeMayReferToThePaddingBox() throws {
    var path = ClipPath(shape: .box)
    path.box = .paddingBox
    let grid = try clipped(path) {
      $0.box.borderWidth = Sides(1)
      $0.box.borderStyle = Sides(.solid)
    }
    #expect(grid == "____\n_RR_\n_RR_\n____")
  }

  @Test func clipAppliesToAbsolutelyPositionedBoxesOnly() throws {
    func grid(_ position: BoxStyle.Position) throws -> String {
      var scene = Scene(width: 3, height: 1)
      scene.fill(
        Rect(0, 0, 3, 1), .red,
        {
          $0.box.position = position
          $0.paint.clip = ClipPath(shape: .rect(Sides(top: nil, right: 2, bottom: nil, left: 1)))
        })
      return try scene.grid()
    }
    #expect(try grid(.absolute) == "_R_")
    #expect(try grid(.relative) == "RRR")
  }

  @Test func multiplyBlendsWithTheBackdrop() throws {
    var scene = Scene(width: 3, height: 1)
    scene.fill(Rect(0, 0, 2, 1), .yellow)
    scene.fill(Rect(1, 0, 2, 1), .red, { $0.paint.blendMode = .multiply })
    #expect(try scene.grid() == "YRR")
    var screen = Scene(width: 2, height: 1)
    screen.fill(Rect(0, 0, 1, 1), .green)
    screen.fill(Rect(1, 0, 1, 1), .black)
    screen.fill(Rect(0, 0, 2, 1), .red, { $0.paint.blendMode = .screen })
    #expect(try screen.grid() == "YR")
  }

  @Test func anIsolatedGroupBlendsWithinItself() throws {
    var scene = Scene(width: 1, height: 1)
    scene.fill(Rect(0, 0, 1, 1), .yellow)
    scene.fill(
      Rect(0, 0, 1, 1), .transparent,
      {
        $0.paint.isIsolated = true
        $0.paint.opacity = 0.999
      }
    ) {
      $0.fill(Rect(0, 0, 1, 1), .blue, { $0.paint.blendMode = .multiply })
    }
    // Yellow times blue would be black.
    #expect(try scene.grid() != "K")
  }
}
