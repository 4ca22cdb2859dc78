import Style

/// Counters and quotation depth while boxes are built in document order (css-lists-3 §4).
struct Counters {
  private struct Instance {
    var value: Int
    /// The depth of the element that made it.
    var depth: Int
  }
  private var instances: [String: [Instance]] = [:]
  /// Names that were created at each depth, so that leaving is cheap.
  private var created: [(name: String, depth: Int)] = []
  var quoteDepth = 0

  static let largest = 1 << 31

  /// Applies `counter-reset`, `counter-increment` and `counter-set`, in this order.
  mutating func enter(_ style: ContentStyle, isListItem: Bool, depth: Int) {
    for change in style.counterReset where !Self.isPageCounter(change) {
      reset(change.name, to: Int(change.value), depth: depth)
    }
    if isListItem, !style.counterIncrement.contains(where: { $0.name == "list-item" }) {
      increment("list-item", by: 1, depth: depth)
    }
    for change in style.counterIncrement where !Self.isPageCounter(change) {
      increment(change.name, by: Int(change.value), depth: depth)
    }
    for change in style.counterSet where !Self.isPageCounter(change) {
      set(change.name, to: Int(change.value), depth: depth)
    }
  }

  /// `page` and `pages` count pages (css-page-3 §4.5): they are none of the document's counters.
  private static func isPageCounter(_ change: CounterChange) -> Bool { change.name == "page" || change.name == "pages" }

  /// The values of a counter's instances, outermost first; empty where it has none.
  func instances(_ name: String) -> [Int] { (instances[name] ?? []).map(\.value) }

  /// Ends the scope of counters that children of an element at `depth` made.
  mutating func leave(depth: Int) {
    while let last = created.last, last.depth > depth {
      created.removeLast()
      instances[last.name]?.removeLast()
    }
  }

  func value(_ name: String) -> Int { instances[name]?.last?.value ?? 0 }

  func values(_ name: String) -> [Int] {
    guard let all = instances[name], !all.isEmpty else { return [0] }
    return all.map(\.value)
  }

  private mutating func reset(_ name: String, to value: Int, depth: Int) {
    if let last = instances[name]?.last, last.depth == depth {
      instances[name]![instances[name]!.count - 1].value = value
      return
    }
    instances[name, default: []].append(Instance(value: value, depth: depth))
    created.append((name, depth))
  }

  private mutating func increment(_ name: String, by amount: Int, depth: Int) {
    set(name, to: min(Self.largest, max(-Self.largest, value(name) + amount)), depth: depth)
  }

  private mutating func set(_ name: String, to value: Int, depth: Int) {
    guard let count = instances[name]?.count, count > 0 else { return reset(name, to: value, depth: depth) }
    instances[name]![count - 1].value = value
  }
}
