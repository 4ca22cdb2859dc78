import Layout
import Style
import TestTraits
import Testing

@testable import Paint

/// The top border of a fieldset is at the middle of the legend and has a gap for it; the background begins at the
/// border (HTML 15.3.13).
@Suite(.hangLimit) struct FieldsetTests {
  private func grid(_ border: FieldsetBorder, edges: Fragment.Edges = .all) throws -> String {
    var scene = Scene(width: 10, height: 6)
    let style = scene.style {
      $0.box.borderStyle = Sides(.solid)
      $0.box.borderWidth = Sides(1)
      $0.paint.borderColor = Sides(.red)
      $0.paint.backgroundColor = .blue
    }
    scene.add(Rect(0, 0, 10, 6), style, .fieldset(border), edges: edges)
    return try scene.grid()
  }

  @Test func theBorderIsAtTheLegendsMiddleWithAGapBehindIt() throws {
    #expect(
      try grid(FieldsetBorder(top: 1, space: 3, gapStart: 3, gapWidth: 4)) == """
        __________
        RRRBBBBRRR
        RBBBBBBBBR
        RBBBBBBBBR
        RBBBBBBBBR
        RRRRRRRRRR
        """)
  }

  @Test func inMirroredBoxesTheLegendIsAtTheBottom() throws {
    var border = FieldsetBorder(top: 1, space: 3, gapStart: 3, gapWidth: 4)
    border.isAtBottom = true
    #expect(
      try grid(border) == """
        RRRRRRRRRR
        RBBBBBBBBR
        RBBBBBBBBR
        RBBBBBBBBR
        RRRBBBBRRR
        __________
        """)
  }

  @Test func aBorderThickerThanTheLegendIsNotMoved() throws {
    #expect(
      try grid(FieldsetBorder(top: 0, space: 1, gapStart: 2, gapWidth: 2)) == """
        RRBBRRRRRR
        RBBBBBBBBR
        RBBBBBBBBR
        RBBBBBBBBR
        RBBBBBBBBR
        RRRRRRRRRR
        """)
  }

  @Test func theFirstFragmentHasNoBottomBorder() throws {
    #expect(
      try grid(FieldsetBorder(top: 1, space: 3, gapStart: 3, gapWidth: 4), edges: [.top, .left, .right]).hasSuffix(
        "RBBBBBBBBR\nRBBBBBBBBR"))
  }
}
