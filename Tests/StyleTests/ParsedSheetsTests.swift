import Markup
import Resources
import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct ParsedSheetsTests {
  private static func style(_ html: String, _ cache: ParsedSheets?, width: Double = 800) throws -> StyledDocument {
    var options = StyleEngine.Options()
    options.stylesheets = [("p { margin-left: 3px; colour: red }", "base.css")]
    options.pageWidth = width
    options.parsedSheets = cache
    return StyleEngine.style(try Document.parse(html: html), loader: ResourceLoader(), options: options)
  }

  private static func html(_ body: String, css: String = "@page { margin: 1in } #x { color: #123; with: 1px }")
    -> String
  {
    "<!DOCTYPE html><html><head><style>\(css)</style></head><body>\(body)</body></html>"
  }

  private static func expectSame(_ html: String, _ cache: ParsedSheets) throws {
    var (with, without) = (try style(html, cache), try style(html, nil))
    #expect(with.styles == without.styles)
    #expect(with.styleOfNode == without.styleOfNode)
    #expect(with.diagnostics == without.diagnostics)
    let query = PageQuery(index: 0, name: nil, isFirst: true, isRight: true, isBlank: false)
    #expect(with.pageStyle(query) == without.pageStyle(query))
  }

  @Test func documentsOfATemplateAreStyledAsWithoutTheCache() throws {
    let cache = ParsedSheets()
    for body in ["<p id=x>1", "<p id=x style='color: #333; top: 1px'>2", "<p id=x class=y>3"] {
      try Self.expectSame(Self.html(body), cache)
    }
    #expect(cache.count == 1)
  }

  /// Selectors contain atoms, which depend on the names in the document.
  @Test func namesAreThoseOfTheDocument() throws {
    let cache = ParsedSheets()
    let css = "a-b { color: red } c-d { color: blue }"
    try Self.expectSame(Self.html("<a-b>1</a-b><c-d>2</c-d>", css: css), cache)
    try Self.expectSame(Self.html("<c-d>1</c-d><a-b>2</a-b>", css: css), cache)
    #expect(cache.count == 2)
  }

  @Test func mediaAndPlacesMatter() throws {
    let cache = ParsedSheets()
    let html = Self.html("<p id=x>1", css: "@media (width > 500px) { #x { color: red } }")
    let (wide, narrow) = (try Self.style(html, cache, width: 800), try Self.style(html, cache, width: 400))
    #expect(wide.styles != narrow.styles)
    try Self.expectSame("\n" + Self.html("<p id=x>1", css: "p { x: y }"), cache)
    try Self.expectSame(Self.html("<p id=x>1", css: "p { x: y }"), cache)
    try Self.expectSame("<style>p { x: y }</style><table><tr><td>quirks", cache)
    try Self.expectSame("<!DOCTYPE html><style>p { x: y }</style><table><tr><td>quirks", cache)
  }

  @Test func documentsWithOtherWarningsKeepTheirOrder() throws {
    let cache = ParsedSheets()
    try Self.expectSame(
      "<!DOCTYPE html><style>p { x: y }</style><script>1</script><link rel=stylesheet href=none.css><style>a { q: r }</style>",
      cache)
    #expect(cache.count == 0)
  }

  @Test func bytesAreLimited() throws {
    let cache = ParsedSheets(maximumBytes: 64 << 10)
    for number in 0..<40 { _ = try Self.style(Self.html("<p>1", css: "#a\(number) { color: red }"), cache) }
    #expect(cache.bytes <= 64 << 10)
    #expect(cache.count > 1)
  }

  /// Declarations of style attributes are parsed once, but their warnings have the place of each attribute.
  @Test func repeatedDeclarationsOfAttributesHaveTheirOwnWarnings() throws {
    let sheet = try Sheet(
      "",
      "<p id=a style='color: red; z: y'>1</p>\n<p id=b style='color: red; z: y; top: 1px'>2</p><p id=x style='color:red'>3</p>"
    )
    #expect(sheet.document.diagnostics.map(\.location.line) == [1, 2])
    #expect(sheet.style("a").text.color == sheet.text.color)
    #expect(sheet.style("b").box.inset.top == .length(.px(1)))
  }
}
