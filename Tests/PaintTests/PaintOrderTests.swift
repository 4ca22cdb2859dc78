import Layout
import Markup
import Style
import TestTraits
import Testing

@testable import Paint

/// CSS 2.2 appendix E, on boxes that overlap by one pixel each.
@Suite(.hangLimit) struct PaintOrderTests {
  private typealias Change = (inout ComputedStyle) -> Void
  private func positioned(_ z: Int32?) -> Change {
    {
      $0.box.position = .relative
      $0.box.zIndex = z
    }
  }
  private let float: Change = { $0.box.float = .left }
  private let inlineBlock: Change = { $0.box.display = .inlineBlock }

  /// Boxes R, G, B in tree order, each over the right half of the preceding one.
  private func grid(_ first: Change, _ second: Change, _ third: Change) throws -> String {
    var scene = Scene(width: 4, height: 1)
    scene.fill(Rect(0, 0, 2, 1), .red, first)
    scene.fill(Rect(1, 0, 2, 1), .green, second)
    scene.fill(Rect(2, 0, 2, 1), .blue, third)
    return try scene.grid()
  }

  @Test func blocksArePaintedInTreeOrder() throws {
    #expect(try grid({ _ in }, { _ in }, { _ in }) == "RGBB")
  }

  @Test func floatsArePaintedAboveBlocks() throws {
    #expect(try grid({ _ in }, float, { _ in }) == "RGGB")
  }

  @Test func inlineContentIsPaintedAboveFloats() throws {
    #expect(try grid(inlineBlock, float, { _ in }) == "RRGB")
  }

  @Test func positionedBoxesArePaintedAboveInlineContent() throws {
    #expect(try grid(positioned(nil), inlineBlock, { _ in }) == "RRGB")
  }

  @Test func negativeZIndexIsPaintedFirstAndPositiveLast() throws {
    #expect(try grid(positioned(1), positioned(0), positioned(-1)) == "RRGB")
    #expect(try grid(positioned(nil), { _ in }, positioned(-1)) == "RRGB")
  }

  @Test func higherZIndexIsPaintedAboveLower() throws {
    #expect(try grid(positioned(3), positioned(2), positioned(1)) == "RRGB")
    #expect(try grid(positioned(-1), positioned(-2), positioned(-3)) == "RRGB")
  }

  @Test func opacityBelowOneCreatesAStackingContextAtLevelZero() throws {
    #expect(
      try grid(
        {
          $0.paint.opacity = 0.999
          $0.box.zIndex = -1
        }, { _ in }, { _ in }
      ).dropFirst().first != "G")
  }

  @Test func aZIndexOnAStaticBoxIsIgnored() throws {
    #expect(try grid({ $0.box.zIndex = 9 }, { _ in }, { _ in }) == "RGBB")
  }

  @Test func negativeZIndexIsPaintedAboveTheContextsBackground() throws {
    var scene = Scene(width: 3, height: 1)
    let negative = positioned(-1)
    scene.fill(Rect(0, 0, 3, 1), .red, positioned(0)) { $0.fill(Rect(1, 0, 1, 1), .blue, negative) }
    #expect(try scene.grid() == "RBR")
    var outer = Scene(width: 3, height: 1)
    outer.fill(Rect(0, 0, 3, 1), .red, { _ in }) { $0.fill(Rect(1, 0, 1, 1), .blue, negative) }
    #expect(try outer.grid() == "RRR")
  }

  @Test func aPositionedBoxInAFloatBelongsToTheEnclosingStackingContext() throws {
    var scene = Scene(width: 3, height: 1)
    let positioned = positioned(nil)
    scene.fill(Rect(0, 0, 1, 1), .red, float) { $0.fill(Rect(1, 0, 1, 1), .blue, positioned) }
    scene.fill(Rect(1, 0, 1, 1), .green, inlineBlock)
    #expect(try scene.grid() == "RB_")
  }

  @Test func aFloatIsPaintedAtomically() throws {
    var scene = Scene(width: 3, height: 1)
    let inlineBlock = inlineBlock
    scene.fill(Rect(0, 0, 2, 1), .red, float) { $0.fill(Rect(0, 0, 2, 1), .yellow, inlineBlock) }
    scene.fill(Rect(1, 0, 2, 1), .green, float)
    #expect(try scene.grid() == "YGG")
  }

  @Test func zIndexAppliesToFlexItems() throws {
    var scene = Scene(width: 3, height: 1)
    scene.fill(Rect(0, 0, 3, 1), .yellow, { $0.box.display = .flex }) {
      $0.fill(Rect(0, 0, 2, 1), .red, { $0.box.zIndex = 1 })
      $0.fill(Rect(1, 0, 2, 1), .blue)
    }
    #expect(try scene.grid() == "RRB")
  }

  @Test func opacityAppliesOnceToATableAndItsWrapper() throws {
    // A table's wrapper and the table share one element and one style: half of red, not a quarter.
    var scene = Scene(width: 1, height: 1)
    let style = scene.style {
      $0.paint.backgroundColor = .red
      $0.paint.opacity = 0.5
    }
    scene.add(Rect(0, 0, 1, 1), style, .group, node: NodeID(3)) {
      $0.add(Rect(0, 0, 1, 1), style, .box, node: NodeID(3))
    }
    #expect(try scene.grid() == "r")
  }

  @Test func opacityAppliesToTheGroupAsAWhole() throws {
    var scene = Scene(width: 3, height: 1)
    scene.fill(Rect(0, 0, 2, 1), .red, { $0.paint.opacity = 0.5 }) { $0.fill(Rect(1, 0, 2, 1), .black) }
    #expect(try scene.grid() == "rkk")
  }

  @Test func aTransformMovesTheWholeSubtree() throws {
    var scene = Scene(width: 4, height: 2)
    scene.fill(Rect(0, 0, 1, 1), .red, { $0.paint.transforms = [.translate(.px(1), .percent(100))] }) {
      $0.fill(Rect(1, 0, 1, 1), .blue)
    }
    #expect(try scene.grid() == "____\n_RB_")
  }

  @Test func transformsRotateAroundTheirOrigin() throws {
    var scene = Scene(width: 4, height: 4)
    scene.fill(Rect(0, 1, 4, 2), .red, { $0.paint.transforms = [.rotate(90)] })
    #expect(try scene.grid() == "_RR_\n_RR_\n_RR_\n_RR_")
    var corner = Scene(width: 4, height: 2)
    corner.fill(
      Rect(0, 0, 2, 1), .red,
      {
        $0.paint.transforms = [.scale(2, 2)]
        $0.paint.transformOrigin = Pair(.zero, .zero)
      })
    #expect(try corner.grid() == "RRRR\nRRRR")
  }

  @Test func aSingularTransformHidesItsBox() throws {
    var scene = Scene(width: 2, height: 1)
    scene.fill(Rect(0, 0, 1, 1), .red, { $0.paint.transforms = [.scale(0, 1)] })
    scene.fill(Rect(1, 0, 1, 1), .blue)
    #expect(try scene.grid() == "_B")
  }

  /// Cairo failed for the whole page: each transform is invertible, but their product is singular in floating point.
  @Test func nestedTransformsThatAreSingularTogetherHideTheBox() throws {
    var scene = Scene(width: 2, height: 1)
    scene.fill(Rect(0, 0, 1, 1), .red, { $0.paint.transforms = [.skew(90, 0)] }) {
      $0.fill(Rect(0, 0, 1, 1), .red, { $0.paint.transforms = [.matrix(1, 2, 3, 4, 5, 6)] })
    }
    scene.fill(Rect(0, 0, 2, 1), .blue)
    #expect(try scene.grid() == "BB")
  }

  @Test func deeplyNestedContextsDoNotExhaustTheStack() throws {
    var scene = Scene(width: 2, height: 1)
    let style = scene.style {
      $0.paint.backgroundColor = .blue
      $0.box.position = .relative
      $0.box.zIndex = 0
    }
    for _ in 0..<50_000 { scene.add(Rect(0, 0, 1, 1), style) }
    let count = UInt32(scene.document.pages[0].fragments.count)
    for index in scene.document.pages[0].fragments.indices {
      scene.document.pages[0].fragments[index].subtreeEnd = count
    }
    #expect(try scene.grid() == "B_")
  }

  @Test func eachFragmentOpensOneContext() {
    // Each fragment is visited once. If whole subtrees were visited for each float, this would exceed the hang limit.
    var scene = Scene(width: 1, height: 1)
    let style = scene.style { $0.box.float = .left }
    for _ in 0..<100_000 { scene.add(Rect(0, 0, 1, 1), style) }
    let fragments = scene.document.pages[0].fragments
    let order = PaintOrder(fragments, traits: scene.painter.traits)
    #expect(order.contexts.count == 100_001)
  }

  /// Boxes R, G, and B, which is moved before another one.
  private func moved(before: UInt32, in parent: UInt32, zIndex: Int32? = nil, _ change: Change) throws -> String {
    var scene = Scene(width: 4, height: 1)
    scene.add(Rect(0, 0, 4, 1), scene.style(positioned(0))) {
      $0.fill(Rect(0, 0, 2, 1), .red, positioned(nil)) { $0.fill(Rect(1, 0, 1, 1), .yellow, positioned(2)) }
    }
    scene.fill(Rect(2, 0, 2, 1), .green, positioned(nil))
    scene.fill(Rect(1, 0, 2, 1), .blue, change)
    scene.document.pages[0].moved = [MovedFragment(4, parent: parent, before: before, zIndex: zIndex)]
    return try scene.grid()
  }

  @Test func movedBoxesArePaintedInTheOrderOfTheTree() throws {
    // As the last child of the stacking context, with levels in it.
    #expect(try moved(before: 3, in: 0, positioned(nil)) == "RYGG")
    #expect(try moved(before: 3, in: 0, positioned(5)) == "RBGG")
    // As its first child, and as that of a box without children.
    #expect(try moved(before: 1, in: 0, positioned(2)) == "RYGG")
    #expect(try moved(before: 3, in: 2, positioned(1)) == "RBGG")
    #expect(try moved(before: 4, in: 3, positioned(nil)) == "RBBG")
    #expect(try moved(before: 3, in: 0, zIndex: -1, positioned(5)) == "RYGG")
  }

  @Test func movedBoxesWithoutAPlaceArePaintedLast() throws {
    #expect(try moved(before: 3, in: 4, positioned(nil)) == "RBBG")
    #expect(try moved(before: 50, in: 70, positioned(nil)) == "RBBG")
  }

  @Test func movedBoxesAreClippedAndTransformedWithTheirParent() throws {
    var scene = Scene(width: 4, height: 1)
    scene.fill(
      Rect(0, 0, 2, 1), .red,
      {
        $0.box.overflow = .hidden
        $0.box.position = .relative
        $0.paint.transforms = [.translate(.px(1), .zero)]
      })
    scene.fill(Rect(1, 0, 2, 1), .blue, { $0.box.position = .absolute })
    scene.document.pages[0].moved = [MovedFragment(1, parent: 0, before: 1)]
    #expect(try scene.grid() == "_RB_")
  }
}
