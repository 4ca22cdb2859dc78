import Markup
import TestTraits
import Testing

@Suite(.hangLimit) struct XMLTests {
  private func read(_ text: String) throws -> Document { try Document.parse(markup: Array(text.utf8)) }

  @Test func xhtmlIsParsedAsXML() throws {
    let document = try read(
      "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body><p title='a &amp; b'/><div>x</div></body></html>"
    )
    let body = document.children(of: document.documentElement).first { _ in true }!
    let children = Array(document.children(of: body))
    #expect(children.map { document.name($0) } == ["p", "div"])
    #expect(document.attribute(children[0], "title") == "a & b")
  }

  @Test func entitiesOfHTMLAreResolved() throws {
    let document = try read(
      "<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x.dtd'><html xmlns='http://www.w3.org/1999/xhtml'><body>a&nbsp;b</body></html>"
    )
    #expect(document.textContent(document.documentElement) == "a\u{A0}b")
  }

  @Test func declaredEntitiesAreNotExpanded() throws {
    let document = try read(
      "<?xml version='1.0'?><!DOCTYPE html [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><html xmlns='http://www.w3.org/1999/xhtml'><body>x&b;y</body></html>"
    )
    #expect(!document.textContent(document.documentElement).contains("aaaa"))
  }

  @Test func malformedXMLIsParsedAsHTMLWithAWarning() throws {
    let document = try read(
      "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body>\n<p>a<br>b</body></html>")
    #expect(document.textContent(document.documentElement).contains("a"))
    #expect(document.diagnostics.first?.message.contains("not well-formed") == true)
    #expect(document.diagnostics.first?.location.line == 2)
  }

  @Test func depthIsLimited() {
    let deep =
      "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>" + String(repeating: "<a>", count: 100_000)
    #expect(throws: MarkupError.self) { try Document.parse(xml: Array(deep.utf8)) }
  }
}
