import Fuzzing
import TestTraits
import Testing

@testable import Markup

@Suite(.hangLimit) struct LimitTests {
  private func code(_ html: String, _ change: (inout Document.Limits) -> Void) -> MarkupError.Code? {
    var limits = Document.Limits()
    change(&limits)
    do {
      _ = try Document.parse(html: html, limits: limits)
      return nil
    } catch { return error.code }
  }

  @Test func sourceNodesAndDepthAreLimited() {
    #expect(code("<p>x") { $0.bytes = 3 } == .tooLarge)
    #expect(code(String(repeating: "<br>", count: 100)) { $0.nodes = 50 } == .tooManyNodes)
    #expect(code(String(repeating: "<div>", count: 1000)) { _ in } == .tooDeep)
    #expect(code(String(repeating: "<div>", count: 400)) { _ in } == nil)
  }

  @Test func depthOfReopenedFormattingIsLimited() {
    let bold = (0..<600).map { "<p><b id=\($0)>" }.joined()
    #expect(code(bold) { _ in } == .tooDeep)
  }

  /// Each `style` attribute of a tag was located by counting lines from the start of the tag, which took quadratic
  /// time.
  @Test(arguments: [
    ("", "<!--"), ("", "<a b='"), ("", "<style>"), ("", "<script><!--<script>"), ("", "&"), ("", "<"), ("", "<p x="),
    ("", "<table>"), ("", "</p>"), ("", "<![CDATA["), ("", "<svg>"), ("<svg>", "<![CDATA["), ("", "<template>"),
    ("<p", " style=x"), ("<p", "\n x=y"), ("", "<b><p></b>"), ("", "<a><p>"), ("", "<table><b>"), ("", "<i></p>"),
    ("<div><b>", "<p>x</p>"),
  ])
  func workIsLinearInTheSizeOfTheSource(start: String, repeated: String) {
    let small = steps(start, repeated, bytes: 20_000)
    let large = steps(start, repeated, bytes: 80_000)
    #expect(large <= 5 * small + 1000)
  }

  /// The markers of objects that a cell's end closes stay in the list of formatting elements.
  @Test func listOfFormattingElementsIsLimited() throws {
    let html = "<table><tr>" + String(repeating: "<td><object></td>", count: 20_000)
    var parser = HTMLParser(SourceText(Array(html.utf8), charset: "utf-8", keepsNUL: true), limits: Document.Limits())
    _ = try parser.parse()
    #expect(parser.formatting.count <= 2_048)
  }

  /// Regression: each of many body tags with a new attribute copied those of all before.
  @Test(arguments: ["html", "body"])
  func attributesOfSeveralTagsAreLimited(name: String) throws {
    let html = "<p>x" + (0..<3000).map { "<\(name) a\($0)=x>" }.joined()
    var parser = HTMLParser(SourceText(Array(html.utf8), charset: "utf-8", keepsNUL: true), limits: Document.Limits())
    _ = try parser.parse()
    #expect(parser.attributes.count < 1_000_000)
    let document = try Document.parse(html: html)
    let element = try #require(document.nodes.first { $0.kind == .element && document.names[$0.name] == name })
    #expect(element.range.count == 1000)
    #expect(try Document.parse(html: "<p>x<body a=1 b=2><body a=3 c=4>").nodes.contains { $0.range.count == 3 })
  }

  private func steps(_ start: String, _ repeated: String, bytes: Int) -> Int {
    let html = start + String(repeating: repeated, count: bytes / repeated.utf8.count)
    let text = SourceText(Array(html.utf8), charset: "utf-8", keepsNUL: true)
    var parser = HTMLParser(text, limits: Document.Limits())
    _ = try? parser.parse()
    return parser.steps
  }

  @Test func randomTagsDoNotCrash() {
    let pieces = [
      "<table>", "<tr>", "<td>", "</table>", "<b>", "</b>", "<p>", "</p>", "<a>", "</a>", "<svg>", "<math>", "<mi>",
      "</svg>",
      "<template>", "</template>", "<select>", "<option>", "<caption>", "<col>", "<form>", "</form>", "<body>",
      "</body>", "</html>",
      "<head>", "text", " ", "<i>", "</i>", "<nobr>", "<button>", "<ul>", "<li>", "</ul>", "<title>", "</title>",
      "<foreignObject>",
      "<font color=x>", "<br/>", "</br>", "<h1>", "</h2>", "&am", "<!DOCTYPE html>", "<applet>", "</applet>",
      "<frameset>",
    ]
    var random = SplitMix(seed: 7)
    for _ in 0..<2000 {
      let count = random.below(40)
      let html = (0..<count).map { _ in random.pick(pieces) }.joined()
      let document = try? Document.parse(html: html)
      #expect(document?.documentElement.isNone == false)
    }
  }
}
