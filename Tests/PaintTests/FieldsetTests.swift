import Layout
import Style
import Testing

@testable import Paint

/// The border of a fieldset runs below its top and leaves room for the legend; its background begins with it (HTML 15.3.13).
struct FieldsetTests {
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

  @Test func theBorderIsTheLegendsMiddleAndOpenBehindIt() throws {
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

  @Test func aBorderHigherThanTheLegendStaysWhereItIs() throws {
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

  @Test func theFirstPagesPartHasNoEnd() throws {
    #expect(
      try grid(FieldsetBorder(top: 1, space: 3, gapStart: 3, gapWidth: 4), edges: [.top, .left, .right]).hasSuffix(
        "RBBBBBBBBR\nRBBBBBBBBR"))
  }
}
