import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct SelectorTests {
  private static let family = """
    <section class="s one" lang=en><p id=first>1</p><div title="Hello world" class="a b" id=x data-n=3><i>t</i></div>\
    <p id=last class=a></p></section>
    """

  @Test(arguments: [
    "div", "*", "#x", ".a", ".a.b", "div#x.a", "section div", "section > div", "p + div", "p ~ div",
    "body section > p + div",
    "[title]", "[data-n='3']", "[data-n=\"3\"]", "[title~=world]", "[title^=Hel]", "[title$=rld]", "[title*='lo w']",
    "[title='hello world' i]",
    "[class|=a]:not(p), [class~=a]", "[LANG|=en] *", ":is(p, div)", ":where(.nope, .a)", ":not(.c)", ":not(p, b)",
    "div:has(i)", "div:has(> i)",
    "div:has(+ p)", "section:has(p) > div", "div:has(~ #last)", ":nth-child(2)", ":nth-child(even)", ":nth-child(-n+2)",
    ":nth-last-child(2)",
    "div:nth-of-type(1)", "div:first-of-type", "div:only-of-type", ":nth-child(1 of .a)", ":nth-last-child(2 of .a)",
    ":lang(en)", ":dir(ltr)",
    ":root #x", "html:root #x", "*|div", "div:not(:empty)", ":has(:is(i, b))", "DIV", "section.s.one #x",
    ":not(:has(b))", ":is(section > *)",
    "body :nth-child(2 of div, p)", "div:not(:hover)", ":is(:unknown(3), div)", "#first ~ *", ":nth-child(n + 2)",
    ":nth-child(+2)", "[class='s one'] > div", "[class='S ONE' i] div", "body [class='s one'] #x",
    "section:has([data-n='3']) > div",
    "[LANG=en] #x", "section:has(> [id='last']) div",
  ])
  func selectorMatches(selector: String) throws {
    #expect(try Sheet.matches(selector, Self.family))
  }

  @Test(arguments: [
    "p", ".c", "#y", "section + div", "div > p", "p > div", "[title=Hello]", "[title='hello world']",
    "[title~='Hello world']", "[title^='']",
    ":not(div)", ":not(.a)", "div:has(b)", "div:has(> p)", ":nth-child(odd)", ":first-child", ":last-child",
    ":only-child", ":empty", ":lang(fr)",
    ":dir(rtl)", ":root", "div:hover", "div::before", ":is(p, b)", ":nth-child(2 of .a)", "div:has(+ div)", "i div",
    "p:has(~ div) > *", "[class='s'] div", "[class='S ONE'] div", "[data-n='3'] div", "section:has([data-n='4'])",
  ])
  func selectorDoesNotMatch(selector: String) throws {
    #expect(try !Sheet.matches(selector, Self.family))
  }

  @Test(arguments: [
    "div:unknown", "div::unknown", "a,,b", ">div", "div >", "[title", "[=x]", "..a", "#1", ":not()", ":nth-child(x)",
    ":nth-child(1.5n)",
    "div::before p", "foo|div",
    ":is(p)::before::after", "& > ", "", ":has(::before)", ":has(:has(p))", "div:has(p:nth-child(1 of :has(b)))",
  ])
  func rulesWithInvalidSelectorsAreIgnored(selector: String) throws {
    let sheet = try Sheet("\(selector) { z-index: 7 } #x { width: 5px }", Self.family)
    #expect(sheet.messages.contains { $0.hasPrefix("Ignored rule") })
    #expect(sheet.box.zIndex == nil)
  }

  @Test(arguments: [
    ("div { z-index: 1 } * { z-index: 2 }", 1), (".a { z-index: 1 } div { z-index: 2 }", 1),
    ("#x { z-index: 1 } .a.b { z-index: 2 }", 1),
    (":is(#x, p) { z-index: 1 } .a { z-index: 2 }", 1), (":where(#x) { z-index: 1 } div { z-index: 2 }", 2),
    (":not(#y) { z-index: 1 } .a { z-index: 2 }", 1), (":nth-child(2 of #x, p) { z-index: 1 } .a.b { z-index: 2 }", 1),
    ("div { z-index: 1 } div { z-index: 2 }", 2), ("div:has(i) { z-index: 1 } div { z-index: 2 }", 1),
    ("section div { z-index: 1 } div { z-index: 2 }", 1), ("[title] { z-index: 1 } div { z-index: 2 }", 1),
  ])
  func higherSpecificityWins(css: String, winner: Int32) throws {
    #expect(try Sheet(css, Self.family).box.zIndex == winner)
  }

  @Test(arguments: [
    ("<a id=x href=y>", ":link"), ("<a id=x href=y>", ":any-link"), ("<input id=x type=checkbox checked>", ":checked"),
    ("<input id=x disabled>", ":disabled"), ("<fieldset disabled><input id=x></fieldset>", "input:disabled"),
    ("<input id=x>", ":enabled"),
    ("<input id=x required>", ":required"), ("<input id=x>", ":optional"), ("<input id=x>", ":read-write"),
    ("<input id=x readonly>", ":read-only"),
    ("<input id=x placeholder=y>", ":placeholder-shown"), ("<p dir=rtl><b id=x>", ":dir(rtl)"),
    ("<b id=x dir=auto>שלום</b>", ":dir(rtl)"),
    ("<b id=x lang=de-AT>", ":lang(de)"), ("<b id=x lang=de-AT>", ":lang('*-at')"),
    ("<option id=x selected>", ":checked"),
  ])
  func formPseudoClassesTestAttributes(html: String, selector: String) throws {
    #expect(try Sheet.matches(selector, html))
  }

  @Test func nestedRulesAreRelativeToTheirParent() throws {
    let html = "<div class=a id=x><b class=c id=y></b></div>"
    #expect(try Sheet(".a { & .c { z-index: 7 } }", html).style("y").box.zIndex == 7)
    #expect(try Sheet(".a { .c { z-index: 7 } }", html).style("y").box.zIndex == 7)
    #expect(try Sheet(".a { > .c { z-index: 7 } }", html).style("y").box.zIndex == 7)
    #expect(try Sheet(".a { b { z-index: 7 } }", html).style("y").box.zIndex == 7)
    #expect(try Sheet(".a { &#x { z-index: 7 } }", html).box.zIndex == 7)
    #expect(try Sheet(".c { body & { z-index: 7 } }", html).style("y").box.zIndex == 7)
    #expect(try Sheet(".a { @media print { z-index: 7 } }", html).box.zIndex == 7)
    #expect(try Sheet(".a { .c { z-index: 1 } z-index: 7 }", html).box.zIndex == 7)
    #expect(try Sheet(".a { :is(&) .c { z-index: 7 } }", html).style("y").box.zIndex == 7)
  }

  @Test func namespacePrefixesAreMatched() throws {
    let css = "@namespace s 'http://www.w3.org/2000/svg'; s|a { z-index: 7 }"
    #expect(try Sheet(css, "<svg><a id=x></a></svg>").box.zIndex == 7)
    #expect(try Sheet(css, "<a id=x></a>").box.zIndex == nil)
  }

  /// Matching in quadratic time would exceed `SelectorMatcher.stepLimit`, so that `#x` would not match.
  @Test func siblingListsAreMatchedInLinearTime() throws {
    let rows = String(repeating: "<i></i>", count: 20_000)
    let css = """
      i:nth-child(3n+1) { height: 1px } i:nth-child(2 of i) { height: 2px } i:nth-last-of-type(odd) { color: red }
      b ~ i { color: blue } i:has(~ b) { color: red } i:first-child ~ #x { width: 1px }
      """
    #expect(try Sheet(css, rows + "<i id=x></i>").box.width == .px(1))
  }

  @Test func siblingCombinatorsMatchAtAnyPosition() throws {
    let html = "<u></u><p id=a></p><b></b><p id=b></p><u></u><p id=c></p>"
    let sheet = try Sheet(
      "b ~ p { width: 1px } u + p { height: 1px } u ~ b ~ u ~ p { color: red } :has(~ b) { margin-top: 1px }", html)
    #expect(["a", "b", "c"].map { sheet.style($0).box.width } == [.auto, .px(1), .px(1)])
    #expect(["a", "b", "c"].map { sheet.style($0).box.height } == [.px(1), .auto, .px(1)])
    #expect(["a", "b", "c"].map { sheet.style($0).text.color.red } == [0, 0, 1])
    #expect(sheet.style("a").box.margin.top == .length(.px(1)))
    #expect(sheet.style("b").box.margin.top == .length(.px(16)))
  }

  /// `&` in `:has()` represents the selectors of the outer rule that do not contain `:has()` (selectors-4 §4.5).
  @Test func nestedHasDoesNotMatch() throws {
    func index(_ css: String) throws -> Int32? { try Sheet(css, "<ul id=x><li class=a><b>a</b></ul>").box.zIndex }
    #expect(try index("li:has(b) { :has(> &) { z-index: 1 } }") == nil)
    #expect(try index("li:not(:has(i)) { :has(> &) { z-index: 1 } }") == nil)
    #expect(try index("li:has(b), .a { :has(> &) { z-index: 1 } }") == 1)
    #expect(try index(".a { :has(> &) { z-index: 1 } }") == 1)
    #expect(try index("li { ul:has(> :is(:has(b), &)) { z-index: 1 } }") == 1)
  }

  @Test func classesAndIdsIgnoreCaseInQuirksMode() throws {
    let (css, html) = (".Note { color: red } #Total { color: red }", "<p id=x class='note a'><p id=total class=NOTE>")
    let red = Color(red: 1, green: 0, blue: 0)
    #expect(try Sheet(css, html, doctype: "").text.color == red)
    #expect(try Sheet(css, html).text.color == .black)
    #expect(try Sheet(".Note, #Total { color: red }", html, doctype: "").style("total").text.color == red)
    #expect(try Sheet("[class=NOTE] { color: red }", html, doctype: "").text.color == .black)
  }
}
