import TestTraits
import Testing

@testable import Style

/// The properties that apply to `::marker` (css-pseudo-4 §4.1).
@Suite(.hangLimit) struct MarkerStyleTests {
  private let item = "<ol><li id=x>a</li></ol>"

  @Test func propertiesOfBoxesDoNotApply() throws {
    let css = """
      li::marker { background: red; padding: 10px; border: 2px solid; margin: 3px; opacity: 0.3; float: left;
        text-decoration: underline; text-indent: 9px; display: none; transform: scale(2); vertical-align: top }
      """
    let marker = try #require(try Sheet(css, item).pseudo(.marker))
    let plain = try #require(try Sheet("", item).pseudo(.marker))
    #expect(marker == plain)
  }

  @Test func propertiesOfTextApply() throws {
    let css = """
      li::marker { font: bold 30px serif; color: red; content: "x"; direction: rtl; text-transform: uppercase;
        white-space: normal; unicode-bidi: normal; letter-spacing: 3px; hyphens: none; text-emphasis: dot }
      """
    let marker = try #require(try Sheet(css, item).pseudo(.marker))
    #expect(marker.text.font.size == 30 && marker.text.font.weight == 700)
    #expect(marker.text.color == Color(red: 1, green: 0, blue: 0))
    #expect(marker.content.content == [.string("x")])
    #expect(marker.text.direction == .rightToLeft && marker.text.unicodeBidi == .normal)
    #expect(marker.text.textTransform == .uppercase && marker.text.whiteSpace != .pre)
    #expect(marker.text.letterSpacing == 3 && marker.text.hyphens == .none && marker.text.emphasis.mark != nil)
  }

  /// css-text-decor-3 §2.1: decorations do not propagate to boxes out of the flow of the text.
  @Test func decorationsDoNotPropagateToOutsideMarkers() throws {
    let css = "ol { text-decoration: underline }"
    #expect(try Sheet(css, item).pseudo(.marker)?.text.decorations.isEmpty == true)
    #expect(try Sheet(css, item).text.decorations.count == 1)
    let inside = css + " ol { list-style-position: inside }"
    #expect(try Sheet(inside, item).pseudo(.marker)?.text.decorations.count == 1)
  }
}
