/// Finds the `@page` rules of a page without testing every rule for every page, and counts the work of their cascade.
struct PageRuleIndex: Sendable {
  /// A selector of a rule.
  private struct Entry: Sendable {
    var rule: UInt32
    var selector: UInt32
  }
  /// The selectors for pages of one name, or of any.
  private struct Entries: Sendable {
    var plain: [Entry] = []
    /// The selectors with `:nth()`, which are tested on every page.
    var nth: [Entry] = []
  }
  /// What selectors without `:nth()` test.
  private struct Key: Hashable, Sendable {
    var name: String?
    var isFirst, startsDocument, isRight, isBlank: Bool
  }
  /// A rule that matches, with the greatest specificity of its selectors.
  typealias Match = (rule: UInt32, specificity: UInt32)

  private var named: [String: Entries] = [:]
  private var unnamed = Entries()
  /// The rules that match pages by selectors without `:nth()`.
  private var known: [Key: [Match]] = [:]
  /// Tests of `:nth()`, and declarations of the rules that were combined.
  private(set) var steps = 0

  /// Beyond this number of steps, rules with names or `:nth()` do not apply to further pages. These rules can be
  /// combined in a different way on every page.
  static let maxSteps = 2_000_000
  /// The steps of a combination besides its declarations: its page has several styles.
  private static let combination = 200

  var isExhausted: Bool { steps > Self.maxSteps }

  init(_ rules: [PageRule]) {
    for (rule, content) in rules.enumerated() {
      for (selector, test) in content.selectors.enumerated() {
        let entry = Entry(rule: UInt32(rule), selector: UInt32(selector))
        let path: WritableKeyPath<Entries, [Entry]> = test.nth == nil ? \.plain : \.nth
        if let name = test.name ?? test.nthName {
          named[name, default: Entries()][keyPath: path].append(entry)
        } else {
          unnamed[keyPath: path].append(entry)
        }
      }
    }
  }

  /// The rules that match a page, in any order.
  mutating func matching(_ page: PageQuery, _ rules: [PageRule]) -> [Match] {
    let own = isExhausted ? nil : page.name.flatMap { named[$0] }
    var page = page
    if own == nil { page.name = nil }
    let key = Key(
      name: page.name, isFirst: page.isFirst, startsDocument: page.index == 0, isRight: page.isRight,
      isBlank: page.isBlank)
    let plain: [Match]
    if let matches = known[key] {
      plain = matches
    } else {
      plain = Self.matches((own?.plain ?? []) + unnamed.plain, page, rules)
      known[key] = plain
    }
    guard !isExhausted else { return plain }
    let nth = (own?.nth ?? []) + unnamed.nth
    guard !nth.isEmpty else { return plain }
    steps += nth.count
    return Self.greatest(plain + Self.matches(nth, page, rules))
  }

  /// Counts a combination of rules with so many declarations.
  mutating func countCombination(declarations: Int) { steps += declarations + Self.combination }

  private static func matches(_ entries: [Entry], _ page: PageQuery, _ rules: [PageRule]) -> [Match] {
    greatest(
      entries.compactMap { entry in
        let selector = rules[Int(entry.rule)].selectors[Int(entry.selector)]
        return selector.matches(page) ? (entry.rule, selector.specificity) : nil
      })
  }

  /// One match for each rule.
  private static func greatest(_ matches: [Match]) -> [Match] {
    var best: [UInt32: UInt32] = [:]
    for match in matches { best[match.rule] = max(best[match.rule] ?? 0, match.specificity) }
    return best.map { ($0.key, $0.value) }
  }
}
