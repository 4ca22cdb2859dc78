import Style

/// Counters and quotation depth while boxes are built in document order (css-lists-3 §4).
struct Counters {
  private struct Instance {
    var value: Int
    /// The depth of the element that made it.
    var depth: Int
    var isReversed: Bool
  }
  private var instances: [String: [Instance]] = [:]
  /// Names that were created at each depth, so that leaving is cheap.
  private var created: [(name: String, depth: Int)] = []
  var quoteDepth = 0

  /// Applies `counter-reset`, `counter-increment` and `counter-set`, in this order; a list item counts itself
  /// (css-lists-3 §4.6).
  mutating func enter(_ style: ContentStyle, isListItem: Bool, depth: Int) {
    for change in style.counterReset where !Self.isPageCounter(change) {
      reset(change.name, to: Int(change.value), isReversed: change.direction != .forward, depth: depth)
    }
    if isListItem, !style.counterIncrement.contains(where: { $0.name == "list-item" }) {
      increment("list-item", by: instances["list-item"]?.last?.isReversed == true ? -1 : 1, depth: depth)
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

  /// True where an ancestor's counter of that name is in scope: one made inside does not reach the siblings that follow.
  func isNested(_ name: String, depth: Int) -> Bool { instances[name]?.contains { $0.depth < depth } ?? false }

  /// Makes sure that a counter reaches over the whole document.
  mutating func create(_ name: String) {
    if instances[name] == nil { reset(name, to: 0, isReversed: false, depth: 0) }
  }

  /// A new counter; it reaches to the end of the element's parent, or of the element where it hides an ancestor's
  /// (css-lists-3 §4.5: an element takes a sibling's counter only where it has none of that name).
  private mutating func reset(_ name: String, to value: Int, isReversed: Bool, depth: Int) {
    let instance = Instance(value: value, depth: depth, isReversed: isReversed)
    if let last = instances[name]?.last, last.depth == depth {
      instances[name]![instances[name]!.count - 1] = instance
      return
    }
    created.append((name, isNested(name, depth: depth) ? depth + 1 : depth))
    instances[name, default: []].append(instance)
  }

  /// An increment that would leave 32 bits changes nothing.
  private mutating func increment(_ name: String, by amount: Int, depth: Int) {
    guard let sum = Int32(exactly: value(name) + amount) else { return }
    set(name, to: Int(sum), depth: depth)
  }

  private mutating func set(_ name: String, to value: Int, depth: Int) {
    guard let count = instances[name]?.count, count > 0 else {
      return reset(name, to: value, isReversed: false, depth: depth)
    }
    instances[name]![count - 1].value = value
  }
}
