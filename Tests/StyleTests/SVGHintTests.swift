import TestTraits
import Testing

@testable import Style

/// Presentation attributes of SVG elements in the cascade (SVG 2 §6.6).
@Suite(.hangLimit) struct SVGHintTests {
  private func declarations(_ css: String, _ content: String, attributes: String = "") throws -> String? {
    let sheet = try Sheet(css, "<svg id=root \(attributes)>\(content)</svg>")
    let document = sheet.document.document
    let root = try #require(document.element(id: "root"))
    let node = try #require(document.element(id: "x"))
    #expect(sheet.messages.isEmpty)
    return sheet.document.drawingDeclarations(in: root, isBox: true)[node]
  }

  private func style(_ content: String, css: String = "") throws -> ComputedStyle {
    let sheet = try Sheet(css, content)
    let node = try #require(sheet.document.document.element(id: "x"))
    return sheet.document[sheet.document.styleOfNode[Int(node.index)]]
  }

  /// Only the fallback of the variable was shown.
  @Test func attributesMayHaveVariables() throws {
    let css = ":root { --brand: orange; --size: 9px }"
    #expect(try declarations(css, "<rect id=x fill='var(--brand)' width=5 />") == "fill:orange")
    #expect(
      try declarations(css, "<rect id=x stroke='var(--none,navy)' stroke-width='var(--size)' />")
        == "stroke:navy;stroke-width:9px")
    #expect(try declarations(css, "<rect id=x stroke-width='CALC(2 * VAR(--size))' />")?.contains("9px") == true)
    #expect(try declarations(css, "<rect id=x fill='var(--none)' />") == nil)
    #expect(try declarations(css + "rect { fill: red }", "<rect id=x fill='var(--brand)' />") == "fill:red")
  }

  /// They referred to a font of 16 px.
  @Test func lengthsReferToTheFontSizeOfAttributes() throws {
    let content = "<g font-size=40><text id=x class=h style='font-size:.5em'>a</text></g>"
    #expect(try declarations("", content) == "font-size:20.0px")
    // The drawing reads a multiple in an attribute itself.
    #expect(try declarations("", content.replacing("style='font-size:.5em'", with: "font-size='50%'")) == nil)
    let inner =
      "<svg font-size=40><foreignObject><p id=x style='font-size:.5em;text-indent:1em'>a</p></foreignObject></svg>"
    #expect(try style(inner).text.font.size == 20)
  }

  /// A rule whose value is that of the parent had no effect.
  @Test func rulesAreStrongerThanAttributesAlsoWithAnInheritedValue() throws {
    #expect(
      try declarations(".a { font-size: 16px }", "<text id=x class=a font-size=40>a</text>") == "font-size:16.0px")
    #expect(try declarations(".a { color: black }", "<g id=x class=a color=red />") == "color:rgb(0,0,0)")
    #expect(try declarations(".a { display: inline }", "<g id=x class=a display=none />") == "display:inline")
  }

  @Test func whatDescendantsInheritIsPartOfTheirStyles() throws {
    let text = try style(
      """
      <svg color=red font-family=Arial font-weight=bold><g visibility=hidden letter-spacing=2 word-spacing=.5em
      direction=rtl font-style=italic><foreignObject><p id=x>
      """
    ).text
    #expect(text.color == Color(red: 1, green: 0, blue: 0) && text.font.families == ["Arial"])
    #expect(text.font.weight == 700 && text.font.slant != .normal && text.visibility == .hidden)
    #expect(text.letterSpacing == 2 && text.wordSpacing == 8 && text.direction == .rightToLeft)
  }

  @Test func valuesThatAreNotValidHaveNoEffect() throws {
    for value in ["red;font-size:9px", "red !important", "red}", "/**/", "'", "1", ""] {
      #expect(try style("<svg><g id=x color=\"\(value)\" />").text.color == .black, "\(value)")
    }
    #expect(try style("<svg><g id=x font-size='40;color:red' />").text.font.size == 16)
    #expect(try style("<svg><g id=x font-size='-4' />").text.font.size == 16)
  }

  /// Elements of other languages with the same name have other attributes.
  @Test func attributesOfOtherElementsAreNoHints() throws {
    #expect(try style("<a color=red></a><svg><a id=x color=red />").text.color == Color(red: 1, green: 0, blue: 0))
    #expect(try style("<svg><a color=red /></svg><a id=x color=red>").text.color == .black)
    #expect(try style("<p id=x font-size=40>").text.font.size == 16)
  }

  @Test func sizesOfForeignObjectsAreProperties() throws {
    let box = try style("<svg><foreignObject id=x width=8em height='50%'>").box
    #expect(box.width == .length(.px(128)) && box.height == .length(.percent(50)))
    #expect(try style("<svg><rect id=x width=8em>").box.width == .auto)
  }
}
