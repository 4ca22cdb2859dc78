import TestTraits
import Testing

@testable import Style

/// Pages find their rules by name.
@Suite(.hangLimit) struct PageRuleIndexTests {
  private func rule(_ selectors: PageSelector...) -> PageRule {
    PageRule(selectors: selectors, block: BlockID(index: 0), marginBoxes: [], footnoteAreas: [], layer: 0)
  }

  private func page(_ index: Int, _ name: String? = nil) -> PageQuery {
    PageQuery(index: index, name: name, isFirst: index == 0, isRight: index % 2 == 0, isBlank: false)
  }

  @Test func rulesMatchByNameAndPosition() {
    let rules = [
      rule(PageSelector()), rule(PageSelector(name: "a")), rule(PageSelector(name: "b")),
      rule(PageSelector(isFirst: true), PageSelector(name: "a")), rule(PageSelector(nth: (a: 2, b: 0))),
    ]
    var index = PageRuleIndex(rules)
    func matched(_ query: PageQuery) -> [UInt32] { index.matching(query, rules).map(\.rule).sorted() }
    #expect(matched(page(0)) == [0, 3])
    #expect(matched(page(1)) == [0, 4])
    #expect(matched(page(2, "a")) == [0, 1, 3])
    #expect(matched(page(3, "b")) == [0, 2, 4])
    #expect(matched(page(2, "c")) == [0])
    #expect(index.matching(page(2, "a"), rules).first { $0.rule == 3 }?.specificity == 1 << 16)
  }

  /// Regression: every page tested every rule.
  @Test func theWorkIsLimited() {
    let rules = [rule(PageSelector())] + (0..<1000).map { rule(PageSelector(nth: (a: 1, b: $0))) }
    var index = PageRuleIndex(rules)
    for number in 0..<50_000 { _ = index.matching(page(number), rules) }
    #expect(index.isExhausted && index.steps <= PageRuleIndex.maxSteps + 1000)
    #expect(index.matching(page(7), rules).map(\.rule) == [0])
  }
}
