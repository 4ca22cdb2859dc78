import Style

/// Counters and quotation depth while boxes are built in document order (css-lists-3 §4).
struct Counters {
  private struct Instance {
    var value: Int
    /// The depth of the element that created it.
    var depth: Int
    var isReversed: Bool
  }
  private var instances: [String: [Instance]] = [:]
  /// The names created at each depth, for leaving an element quickly.
  private var created: [(name: String, depth: Int)] = []
  var quoteDepth = 0
  /// The elements with style containment around the current one.
  private var containments: [(depth: Int, quoteDepth: Int)] = []

  /// Applies `counter-reset`, `counter-increment` and `counter-set`, in this order. List items increment `list-item`
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

  /// The number of counters.
  var count: Int { instances.count }

  /// Only the counters with these names.
  func only(_ names: Set<String>) -> Counters {
    var kept = Counters()
    for name in names { kept.instances[name] = instances[name] }
    return kept
  }

  /// `page` and `pages` are page-based (css-page-3 §4.5), not counters of the document.
  private static func isPageCounter(_ change: CounterChange) -> Bool { change.name == "page" || change.name == "pages" }

  /// The values of a counter's instances, outermost first; empty where it has none.
  func instances(_ name: String) -> [Int] { (instances[name] ?? []).map(\.value) }

  /// Ends the scope of the counters created by children of an element at `depth`.
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

  /// Whether an ancestor's counter of that name is in scope. A nested counter is not in scope for following siblings.
  func isNested(_ name: String, depth: Int) -> Bool { instances[name]?.contains { $0.depth < depth } ?? false }

  /// Creates a counter whose scope is the whole document.
  mutating func create(_ name: String) {
    if instances[name] == nil { reset(name, to: 0, isReversed: false, depth: 0) }
  }

  /// Creates a counter. Its scope ends with the element's parent, or with the element if it hides an ancestor's
  /// counter (css-lists-3 §4.5: an element inherits a sibling's counter only if it has none of that name).
  private mutating func reset(_ name: String, to value: Int, isReversed: Bool, depth: Int) {
    let instance = Instance(value: value, depth: depth, isReversed: isReversed)
    if let last = instances[name]?.last, last.depth == depth {
      instances[name]![instances[name]!.count - 1] = instance
      return
    }
    created.append((name, isNested(name, depth: depth) ? depth + 1 : depth))
    instances[name, default: []].append(instance)
  }

  /// Ignores increments that would exceed 32 bits.
  private mutating func increment(_ name: String, by amount: Int, depth: Int) {
    let start = isContained(name, depth: depth) ? 0 : value(name)
    guard let sum = Int32(exactly: start + amount) else { return }
    set(name, to: Int(sum), depth: depth)
  }

  /// Starts the descendants of an element with style containment, whose counters and quotation marks have no effect on
  /// the rest of the document (css-contain-2 §3.3).
  mutating func beginContainment(depth: Int) { containments.append((depth, quoteDepth)) }

  mutating func endContainment(depth: Int) {
    guard let last = containments.last, last.depth == depth else { return }
    quoteDepth = last.quoteDepth
    containments.removeLast()
  }

  /// Whether the counter belongs to an element that contains one with style containment around the current one.
  private func isContained(_ name: String, depth: Int) -> Bool {
    guard let containment = containments.last, depth > containment.depth, let last = instances[name]?.last else {
      return false
    }
    return last.depth <= containment.depth
  }

  private mutating func set(_ name: String, to value: Int, depth: Int) {
    if isContained(name, depth: depth) {
      created.append((name, depth))
      instances[name]!.append(Instance(value: value, depth: depth, isReversed: false))
      return
    }
    guard let count = instances[name]?.count, count > 0 else {
      return reset(name, to: value, isReversed: false, depth: depth)
    }
    instances[name]![count - 1].value = value
  }
}
