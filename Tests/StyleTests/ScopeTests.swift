import Markup
import Resources
import TestTraits
import Testing

@testable import Style

/// `@scope` (css-cascade-6 §2.5).
@Suite(.hangLimit) struct ScopeTests {
  /// The identifiers of the elements that a sheet gives a `z-index` of 7.
  private func matched(_ css: String, _ html: String) throws -> String {
    let sheet = try Sheet(css, html)
    #expect(sheet.messages.isEmpty)
    return "abcdefgh".filter { sheet.style(String($0)).box.zIndex == 7 }
  }

  private let cards = """
    <div id=a class=card><p id=b><i id=c></i></p><div id=d class=body><p id=e></p><div id=f class=card><p id=g></p></div>
    </div></div><p id=h></p>
    """

  @Test(arguments: [
    ("@scope (.card) { p { z-index: 7 } }", "beg"),
    // The root itself is matched by `:scope` and `&` only.
    ("@scope (.card) { .card { z-index: 7 } }", "f"), ("@scope (.card) { :scope { z-index: 7 } }", "af"),
    ("@scope (.card) { & { z-index: 7 } }", "af"), ("@scope (.card) { z-index: 7 }", "af"),
    ("@scope (.card) { > p { z-index: 7 } }", "bg"), ("@scope (.card) { & > p { z-index: 7 } }", "bg"),
    ("@scope (.card) { .body :scope p { z-index: 7 } }", "g"), ("@scope (.card) { * :scope p { z-index: 7 } }", "beg"),
    ("@scope (.card) { p:not(:scope > *) { z-index: 7 } }", "eg"),
    ("@scope (.card) { :is(:scope, i) { z-index: 7 } }", "acf"), ("@scope (p, .body) { * { z-index: 7 } }", "cefg"),
    // Limits and their contents are not in the scope.
    ("@scope (.card) to (.body) { * { z-index: 7 } }", "bcg"),
    ("@scope (#a) to (.card) { p { z-index: 7 } }", "be"), ("@scope (#a) to (> .body) { * { z-index: 7 } }", "bc"),
    ("@scope (.card) to (:scope > p) { * { z-index: 7 } }", "defg"),
    ("@scope (.card) to (:scope) { * { z-index: 7 } }", ""),
    ("@scope (.card) to (i, .none) { * { z-index: 7 } }", "bdefg"),
    // The scopes of nested rules are in those of outer ones.
    ("@scope (.body) { @scope (.card) { p { z-index: 7 } } }", "g"),
    ("@scope (.card) { @scope (:scope > .body) { > p { z-index: 7 } } }", "e"),
    ("@scope (.card) to (.card) { @scope (.card) { p { z-index: 7 } } }", ""),
    ("@scope (.card) { @media print { p { z-index: 7 } } }", "beg"),
    ("@scope (.card) { @media print { z-index: 7 } }", "af"),
    ("@media print { @scope (.card) { p { z-index: 7 } } }", "beg"),
    // In and around style rules.
    (".body { @scope (& > .card) { p { z-index: 7 } } }", "g"), ("@scope (.card) { p { i { z-index: 7 } } }", "c"),
    ("@scope (.card) { .body { & > p { z-index: 7 } } }", "e"),
    ("@scope (.card) { p { :scope & { z-index: 7 } } }", "beg"),
    ("@scope { i { z-index: 7 } }", ""), (":scope p { z-index: 7 }", "begh"),
    ("@scope (.card) { p ~ div { z-index: 7 } }", "df"),
    ("@scope (.card) { p:nth-child(1 of :scope > p) { z-index: 7 } }", "bg"),
    ("@scope (.card) { p:has(> i) { z-index: 7 } }", "b"), ("@scope (.card:has(i)) { > p { z-index: 7 } }", "b"),
  ])
  func rulesApplyToTheElementsOfTheirScope(css: String, expected: String) throws {
    #expect(try matched(css, cards) == expected)
  }

  @Test func aScopeWithoutSelectorsIsTheParentOfTheSheet() throws {
    let style = "<style>@scope { p { z-index: 7 } }</style>"
    #expect(try matched("", "<p id=a></p><div>\(style)<p id=b></p><div><p id=c></p></div></div><p id=d></p>") == "bc")
    let two = "<div>\(style)<p id=a></p></div><div><p id=b></p></div><div>\(style)<p id=c></p></div>"
    #expect(try matched("", two) == "ac")
  }

  @Test func scopesDoNotAddSpecificity() throws {
    let html = "<div class=a><p id=x class=b></p></div>"
    func index(_ css: String) throws -> Int32? { try Sheet(css, html).box.zIndex }
    #expect(try index("@scope (.a) { p { z-index: 1 } } .b { z-index: 2 }") == 2)
    #expect(try index(".b { z-index: 2 } @scope (#x, .a) { & > p { z-index: 1 } }") == 2)
    // `:scope` has that of a class.
    #expect(try index("@scope (.a) { :scope p { z-index: 1 } } .b { z-index: 2 }") == 1)
  }

  @Test func theNearerRootIsStronger() throws {
    let light = "@scope (.light) { p { z-index: 1 } p::before { content: 'l' } }"
    let dark = "@scope (.dark) { p { z-index: 2 } p::before { content: 'd' } }"
    let html = """
      <div class=light><p id=a></p><div class=dark><p id=b></p><div class=light><p id=c></p></div></div></div><p id=d></p>
      """
    for css in [light + dark, dark + light] {
      let sheet = try Sheet("p { z-index: 3 }" + css, html)
      #expect(["a", "b", "c", "d"].map { sheet.style($0).box.zIndex } == [1, 2, 1, 3])
      let contents = ["a", "b", "c"].map { sheet.pseudo(.before, $0)?.content.content }
      #expect(contents[0] == contents[2] && contents[0] != contents[1])
    }
    // Specificity is stronger than proximity, and proximity stronger than order.
    #expect(try Sheet("\(dark) @scope (.light) { p:first-child { z-index: 4 } }", html).style("b").box.zIndex == 4)
    #expect(try Sheet("\(light) p { z-index: 9 }", html).style("a").box.zIndex == 1)
    #expect(try Sheet("@layer { \(light) } p { z-index: 9 }", html).style("a").box.zIndex == 9)
    let important = light.replacing("1", with: "1 !important") + dark.replacing("2", with: "2 !important")
    #expect(try Sheet(important, html).style("b").box.zIndex == 2)
  }

  @Test(arguments: [
    "@scope (p::before) { b { color: red } }", "@scope (p) to { b { color: red } }",
    "@scope to (p) x { b { color: red } }", "@scope p { b { color: red } }", "@scope (p > ) { b { color: red } }",
    "@scope (p) to (b, ) { b { color: red } }", "@scope (> p) { b { color: red } }",
  ])
  func scopesThatAreNotValidAreIgnoredWithAWarning(css: String) throws {
    #expect(try !Sheet(css + " i { color: red }").messages.isEmpty)
  }

  /// The sheets of equal documents have different owners.
  @Test func parsedSheetsDoNotKeepTheirOwners() throws {
    var options = StyleEngine.Options()
    options.parsedSheets = ParsedSheets()
    for (html, expected) in [("<p id=b></p>", "b"), ("<div></div><p id=a></p>", "a"), ("<p id=b></p>", "b")] {
      let source = "<!doctype html><div id=p><style>@scope { p { z-index: 7 } }</style>\(html)</div>"
      let styled = StyleEngine.style(try Document.parse(html: source), loader: ResourceLoader(), options: options)
      let node = try #require(styled.document.element(id: expected))
      #expect(styled[styled.styleOfNode[Int(node.index)]].box.zIndex == 7)
    }
  }

  /// Each element is tested with all of its ancestors, in a limited number of steps.
  @Test func nestedScopesTakeStepsInProportion() throws {
    func steps(_ depth: Int) throws -> Int {
      let css = String(repeating: "@scope (div) {", count: 6) + "p { top: 0 }" + String(repeating: "}", count: 6)
      let html = String(repeating: "<div>", count: depth) + "<p>"
      let document = try Document.parse(html: "<!DOCTYPE html><style>\(css)</style>\(html)")
      var sheets = DocumentSheets(document, loader: ResourceLoader(), options: StyleEngine.Options())
      sheets.collect()
      var cascade = Cascade(
        document, rules: sheets.parser.rules, lengths: LengthContext(metrics: FontMeasure.typical),
        media: sheets.parser.media, containers: [:], log: sheets.parser.log)
      cascade.run()
      return cascade.selectorSteps
    }
    #expect(try steps(80) <= 5 * steps(40))
  }
}
