import Markup
import Resources
import TestTraits
import Testing

@testable import Style

/// The work of matching is counted: a style sheet may exceed the limit, and must not make a step take long.
@Suite(.hangLimit) struct SelectorEffortTests {
  private func steps(_ css: String, _ html: String) throws -> Int {
    let document = try Document.parse(html: "<!DOCTYPE html><style>\(css)</style>\(html)")
    let options = StyleEngine.Options()
    var sheets = DocumentSheets(document, loader: ResourceLoader(), options: options)
    sheets.collect()
    var cascade = Cascade(
      document, rules: sheets.parser.rules, lengths: LengthContext(metrics: options.fontRelativeUnits),
      media: sheets.parser.media, containers: [:], log: sheets.parser.log)
    cascade.run()
    return cascade.selectorSteps
  }

  private func expectMoreSteps(_ most: Int, _ css: String, than other: String, _ html: String) throws {
    let (more, fewer) = (try steps(css, html), try steps(other, html))
    #expect(more - fewer >= most, "\(more) steps and \(fewer)")
  }

  /// Regression: a selector of 300,000 classes was one step for each element.
  @Test func longSelectorsTakeSteps() throws {
    let paragraphs = String(repeating: "<p class=a>", count: 100)
    let classes = String(repeating: ".a", count: 800)
    try expectMoreSteps(100 * 100, "p\(classes) { top: 0 }", than: "p.a { top: 0 }", paragraphs)
  }

  @Test func manyClassesAndAttributesTakeSteps() throws {
    let names = (0..<160).map { "a\($0)" }.joined(separator: " ")
    let classes = String(repeating: "<p class='\(names)'>", count: 10)
    try expectMoreSteps(90, "p.a159 { top: 0 }", than: "p { top: 0 }", classes)
    let attributes = String(repeating: "<p \(names)>", count: 10)
    try expectMoreSteps(90, "p[a159] { top: 0 }", than: "p { top: 0 }", attributes)
  }

  @Test(arguments: ["[title*=b]", "[title~=b]"])
  func longAttributesTakeSteps(selector: String) throws {
    let title = String(repeating: "a ", count: 3200)
    let html = String(repeating: "<p title='\(title)'>", count: 10)
    try expectMoreSteps(1000, "p\(selector) { top: 0 }", than: "p { top: 0 }", html)
  }

  /// `:has()` also looked at the ancestors of the element on which it is tested.
  @Test func relativeSelectorsEndAtTheirAnchor() throws {
    let html = String(repeating: "<div>", count: 100) + "<p>" + String(repeating: "<b></b>", count: 100)
    #expect(try steps("p:has(i b, b b b) { top: 0 }", html) - steps("p { top: 0 }", html) < 1000)
    #expect(try Sheet.matches("p:has(:is(div b))", "<div><p id=x><b></b></div>"))
    #expect(try Sheet.matches("p:has(> i b, + u b)", "<p id=x></p><u><b></b></u>"))
    #expect(try !Sheet.matches("p:has(div b)", "<div><p id=x><b></b></div>"))
  }

  /// Ten thousand rules and as many containers took minutes.
  @Test func conditionsOnContainersTakeSteps() throws {
    let css = (0..<20).map { "@container (width > \($0)px) { p { top: 0 } }" }.joined()
    let html = String(repeating: "<div><p></div>", count: 50)
    let rules = (0..<20).map { "p { top: \($0)px }" }.joined()
    try expectMoreSteps(20 * 50 * 32, css, than: rules, html)
  }

  @Test(arguments: [":lang(de)", ":dir(rtl)", ":enabled"])
  func ancestorsTakeSteps(selector: String) throws {
    let html = String(repeating: "<div>", count: 90) + String(repeating: "<button></button>", count: 10)
    try expectMoreSteps(900, "button\(selector) { top: 0 }", than: "button { top: 0 }", html)
  }

  @Test(arguments: [
    ("aab", "aaab", true), ("abab", "abaabab", true), ("aaa", "aabaab", false), ("a", "", false),
    ("LO w", "hello World", false),
  ])
  func substringsAreFound(pattern: String, text: String, isFound: Bool) throws {
    #expect(try Sheet.matches("[title*='\(pattern)']", "<p id=x title='\(text)'>") == isFound)
    let lower = text.lowercased().contains(pattern.lowercased())
    #expect(try Sheet.matches("[title*='\(pattern)' i]", "<p id=x title='\(text)'>") == lower)
  }

  @Test func bordersAreThoseOfEachBeginning() {
    #expect(SubstringSearch.borders(ContiguousArray("ababaca".utf8)) == [0, 0, 1, 2, 3, 0, 1])
  }

  @Test func repeatedClassesAreKeptOnce() throws {
    let many = (0..<40).map { "c\($0 % 20)" }.joined(separator: " ")
    for classes in ["a b a", many] {
      let document = try Document.parse(html: "<!DOCTYPE html><p class='\(classes)'>")
      var names = document.names
      let index = ElementIndex(document, names: &names, filteredAttributes: [])
      #expect(index.classAtoms.count == Set(classes.split(separator: " ")).count)
    }
  }

  /// Regression: `&` and `:is()` with one selector were tested on each element.
  @Test(arguments: [
    (".a# { & b { top: 0 } }", ".a# b { top: 0 }"), (".a# { b { i { top: 0 } } }", ".a# b i { top: 0 }"),
    (".a# { @media print { top: 0 } }", ".a# { top: 0 }"),
    (".a# { &:first-child { top: 0 } }", ".a#:first-child { top: 0 }"),
    (":is(.a#) > b { top: 0 }", ".a# > b { top: 0 }"), (":is(p .a#) { top: 0 }", ".a# { top: 0 }"),
  ])
  func nestedRulesAreTestedOnTheElementsOfTheirRule(nested: String, plain: String) throws {
    let html = (0..<100).map { "<p><span class=a\($0)><b><i>x</i></b></span>" }.joined()
    func stepsOfAll(_ rule: String) throws -> Int {
      try steps((0..<100).map { rule.replacing("#", with: String($0)) }.joined(), html)
    }
    let (more, fewer) = (try stepsOfAll(nested), try stepsOfAll(plain))
    #expect(more <= 6 * fewer, "\(more) steps and \(fewer)")
  }

  /// Each `&` refers to the same selector, whose names are read once.
  @Test func manyReferencesToTheParentInEachLevelAreNotExponential() throws {
    let many = String(repeating: "&", count: 100)
    let css = ".a {" + String(repeating: "\(many) {", count: 20) + "top: 7px" + String(repeating: "}", count: 21)
    _ = try Sheet(css, "<p id=x>a")
  }
}
