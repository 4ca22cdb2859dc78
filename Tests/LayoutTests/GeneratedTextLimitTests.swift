import Style
import TestTraits
import Testing

@testable import Layout

/// Generated text must not be longer than what a small document may take.
@Suite(.hangLimit) struct GeneratedTextLimitTests {
  private func messages(_ html: String, css: String) throws -> [String] {
    try layOut(html, css: css).diagnostics.map(\.message)
  }

  /// Regression: 100 bytes ended the process.
  @Test func aPseudoElementThatContainsItselfIsReported() throws {
    let css = "a::before { content: target-text(attr(href), before) } b::after { content: '-' }"
    #expect(try messages("<a id=x href='#x'>y</a>", css: css).contains { $0.hasPrefix(GeneratedText.depthMessage) })
    let cycle = "<a id=x href='#y'>y</a><a id=y href='#x'>z</a>"
    #expect(try messages(cycle, css: css).contains { $0.hasPrefix(GeneratedText.depthMessage) })
  }

  /// Regression: each of 40 texts contained the next one twice.
  @Test func pseudoElementsThatMultiplyAreReported() throws {
    let twice = "target-text(attr(href), before) target-text(attr(href), before)"
    let html = (0..<40).map { "<a id=x\($0) href='#x\($0 + 1)'>y</a>" }.joined() + "<a id=x40>z</a>"
    let found = try messages(html, css: "a::before { content: \(twice) }")
    #expect(found.contains { $0.hasPrefix(GeneratedText.depthMessage) })
  }

  /// Regression: 60 elements made 44 warnings.
  @Test func allPlacesOfALimitAreOneWarning() throws {
    let css = "a::before { content: target-text(attr(href), before) }"
    let html = (0..<60).map { "<a id=x\($0) href='#x\($0)'>y</a>\n" }.joined()
    let found = try messages(html, css: css)
    #expect(found.count == 1 && found[0].contains("first in line 1, 2, 3, 4, 5"))
  }

  @Test func textsOfPseudoElementsAreFound() throws {
    let css = "#x::before { content: 'one' } a::before { content: target-text(attr(href), before) }"
    let html = "<p id=x>y</p><a id=a href='#x'>z</a> <a href='#a'>z</a>"
    #expect(try messages(html, css: css).isEmpty)
  }

  /// Regression: 1,000 elements that each set 1,000 named strings took 4 s.
  @Test func namedStringsOfManyElementsAreLimited() throws {
    let names = (0..<500).map { "n\($0) 'x'" }.joined(separator: ", ")
    let html = String(repeating: "<p>", count: 500)
    let found = try messages(html, css: "p { string-set: \(names) } @page { @top-left { content: string(n1) } }")
    #expect(found.count == 1 && found[0].hasPrefix(GeneratedText.sizeMessage))
  }

  /// A rule of 100 KB took minutes for a thousand elements.
  @Test func changesOfCountersAreLimited() throws {
    let names = (0..<5000).map { "c\($0)" }.joined(separator: " ")
    let html = String(repeating: "<p>", count: 300)
    let found = try messages(html, css: "p { counter-increment: \(names) }")
    #expect(found.count == 1 && found[0].hasPrefix(CounterEffort.message))
    #expect(try messages(html, css: "p { counter-increment: a b c }").isEmpty)
    var effort = CounterEffort(limit: 10)
    #expect(effort.take(6, at: .none) && !effort.take(5, at: .none) && effort.take(4, at: .none))
  }

  /// All counters of the document were kept for each target: 4,000 of both took 850 MB.
  @Test func onlyCountersThatTargetsShowAreKept() {
    var counters = Counters()
    var style = ContentStyle()
    style.counterReset = ["a", "b", "c"].map { CounterChange(name: $0, value: 3) }
    counters.enter(style, isListItem: false, depth: 0)
    let kept = counters.only(["b", "d"])
    #expect(counters.count == 3 && kept.count == 1)
    #expect(kept.value("b") == 3 && kept.value("a") == 0 && kept.value("d") == 0)
  }

  @Test func allGeneratedTextTogetherIsLimited() {
    func texts(_ bytes: Int) -> Int {
      var text = GeneratedText(bytes: bytes)
      let part = String(repeating: "a", count: 1 << 20)
      var added = 0
      while text.add(part) { added += 1 }
      return added
    }
    #expect(texts(.max) == 31)
    // A small document may have less.
    #expect(texts(0) == 1 && texts(1 << 18) == 5)
  }
}
