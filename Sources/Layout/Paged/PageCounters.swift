import Markup
import Style

/// The values of counters in the page context.
struct CounterValues {
  /// The value of `counter(page)`.
  var page: Int
  /// The instances of each counter, outermost first, by name.
  var values: [String: [Int]]
  /// The number of pages of the document.
  var pageCount = 0

  static let largest = 1 << 31

  /// Applies the changes by a box. They hide the document's counters (css-page-3 §4.5).
  mutating func enter(_ style: ContentStyle) {
    for change in style.counterReset { reset(change.name, to: Int(change.value)) }
    for change in style.counterIncrement { add(Int(change.value), to: change.name) }
    for change in style.counterSet { add(Int(change.value) - last(change.name), to: change.name) }
  }

  func last(_ name: String) -> Int { name == "page" ? page : values[name]?.last ?? 0 }

  /// The values of a counter's instances, outermost first; one of 0 where it has none (css-lists-3 §4.7).
  private func instances(_ name: String) -> [Int] { values[name].flatMap { $0.isEmpty ? nil : $0 } ?? [0] }

  /// Creates a counter in the page context, which replaces the document's.
  mutating func reset(_ name: String, to value: Int) {
    if name == "page" { page = value } else { values[name] = [value] }
  }

  mutating func add(_ amount: Int, to name: String) {
    let value = min(Self.largest, max(-Self.largest, last(name) + amount))
    if name == "page" { page = value } else { values[name] = instances(name).dropLast() + [value] }
  }

  /// The text of a `counter()` or `counters()`; nil for all other items.
  func text(of item: ContentItem, _ document: StyledDocument) -> String? {
    switch item {
    case .counter("page", let style), .counters("page", _, let style): document.counterText(page, style: style)
    case .counter("pages", let style), .counters("pages", _, let style): document.counterText(pageCount, style: style)
    case .counter(let name, let style): document.counterText(last(name), style: style)
    case .counters(let name, let separator, let style):
      (values[name] ?? [0]).map { document.counterText($0, style: style) }.joined(separator: separator)
    default: nil
    }
  }
}

/// Page-based counters (css-page-3 §4.5) of successive pages.
struct PageCounters {
  private let pageCount: Int
  private var page = 0
  /// Increments in page contexts of counters of the document, by name.
  private var added: [String: Int] = [:]
  private var lastNode = NodeID.none

  init(pageCount: Int) { self.pageCount = pageCount }

  /// The counters of the next page.
  ///
  /// - Parameter changes: the changes to `page` by elements that start on it, in order.
  mutating func next(_ record: PageRecord, changes: [ContentStyle], context: borrowing LayoutContext) -> CounterValues {
    let style = context[record.style.style].content
    advancePage(style, changes)
    if !record.firstNode.isNone { lastNode = record.firstNode }
    var values = CounterValues(
      page: page, values: context.tree.marginCounters.values(at: lastNode), pageCount: pageCount)
    for (name, amount) in added { values.add(amount, to: name) }
    let own = Set(style.counterReset.map(\.name))
    for change in style.counterReset where change.name != "page" { values.reset(change.name, to: Int(change.value)) }
    for change in style.counterIncrement where change.name != "page" {
      if !own.contains(change.name) { added[change.name, default: 0] += Int(change.value) }
      values.add(Int(change.value), to: change.name)
    }
    for change in style.counterSet where change.name != "page" {
      values.add(Int(change.value) - values.last(change.name), to: change.name)
    }
    return values
  }

  /// The `page` counter increases by one on each page unless the page context changes it.
  private mutating func advancePage(_ style: ContentStyle, _ changes: [ContentStyle]) {
    let resets = style.counterReset.filter { $0.name == "page" }
    let increments = style.counterIncrement.filter { $0.name == "page" }
    if let reset = resets.last { page = Int(reset.value) }
    if increments.isEmpty, resets.isEmpty { page += 1 }
    for change in increments { page += Int(change.value) }
    if let set = style.counterSet.last(where: { $0.name == "page" }) { page = Int(set.value) }
    // An element that resets the counter sets the number of its page.
    for element in changes {
      for change in element.counterReset where change.name == "page" { page = Int(change.value) }
      for change in element.counterIncrement where change.name == "page" { page += Int(change.value) }
      for change in element.counterSet where change.name == "page" { page = Int(change.value) }
    }
    page = min(CounterValues.largest, max(-CounterValues.largest, page))
  }
}

/// The values of the document's counters used by margin boxes, after each element that changes one.
struct CounterHistory {
  private typealias State = (node: UInt32, values: [Int])
  /// The states of each counter in document order, by name.
  private var states: [String: ContiguousArray<State>] = [:]

  /// The most instances of a counter that are kept: the outermost ones, and the innermost. Each change keeps all of
  /// them, and elements may be nested hundreds of levels deep.
  static let maxInstances = 32

  /// The instances that are kept.
  static func kept(_ values: [Int]) -> [Int] {
    values.count > maxInstances ? values.prefix(maxInstances - 1) + values.suffix(1) : values
  }

  /// - Parameters:
  ///   - values: the instances that are kept, outermost first.
  ///   - node: the first node with these values, in document order.
  mutating func add(_ values: [Int], of name: String, from node: NodeID) {
    if let last = states[name]?.indices.last, let old = states[name]?[last], old.node >= node.index {
      states[name]?[last].values = values
    } else {
      states[name, default: []].append((node.index, values))
    }
  }

  /// The instances of a counter, outermost first; nil before the first change.
  func values(of name: String, at node: NodeID) -> [Int]? {
    guard !node.isNone, let states = states[name] else { return nil }
    var (low, high) = (0, states.count)
    while low < high {
      let middle = (low + high) / 2
      if states[middle].node <= node.index { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? states[low - 1].values : nil
  }

  func values(at node: NodeID) -> [String: [Int]] {
    var values: [String: [Int]] = [:]
    for name in states.keys { values[name] = self.values(of: name, at: node) }
    return values
  }
}

/// Page labels (ISO 32000-1 §12.4.2).
enum PageLabels {
  /// Removes labels that equal the index of each page.
  static func drop(from records: inout ContiguousArray<PageRecord>) {
    guard records.indices.allSatisfy({ records[$0].page.label == String($0 + 1) }) else { return }
    for index in records.indices { records[index].page.label = nil }
  }
}

extension CounterValues {
  /// The page number in the style in which the page's margin boxes show it.
  func label(on style: PageStyle, _ context: borrowing LayoutContext) -> String {
    for box in style.marginBoxes {
      for item in context[box.style].content.content ?? [] {
        if case .counter("page", let counterStyle) = item {
          return context.document.counterText(self.page, style: counterStyle)
        }
      }
    }
    return context.document.counterText(self.page, style: "decimal")
  }
}
