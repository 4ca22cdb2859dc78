import Markup
import Style

/// The initial values of reversed counters (css-lists-3 §4.4.2).
extension BoxTreeBuilder {
  /// The most nodes that are visited in one document to find the initial values of reversed counters.
  static let maxReversedSteps = 20_000_000

  /// Updates the counters at the start of an element. Most elements change none.
  mutating func enterCounters(of node: NodeID, style: StyleID, isListItem: Bool) {
    let isFootnote = document[style].box.float == .footnote
    let reset = document.listReset(of: node)
    guard isListItem || isFootnote || reset != nil || document[style].content.changesCounters else { return }
    let content = countingFootnote(contentStyle(of: node, style: style, reset), style: style)
    enterCounters(content, isListItem: isListItem, depth: depth, at: node)
  }

  /// Updates the counters, unless the document changes too many.
  mutating func enterCounters(_ content: ContentStyle, isListItem: Bool, depth: Int, at node: NodeID) {
    let changes = content.counterReset.count + content.counterIncrement.count + content.counterSet.count
    guard changes == 0 || counterEffort.take(changes, at: node) else { return }
    counters.enter(content, isListItem: isListItem, depth: depth)
  }

  /// The counter properties of an element, with the initial values of reversed counters.
  /// - Parameter reset: that of a list, unless its style resets the counter.
  private mutating func contentStyle(of node: NodeID, style: StyleID, _ reset: CounterChange?) -> ContentStyle {
    var content = document[style].content
    if let reset, !content.counterReset.contains(where: { $0.name == reset.name }) {
      content.counterReset.append(reset)
    }
    for index in content.counterReset.indices where content.counterReset[index].direction == .reversedFromCount {
      content.counterReset[index].value = reversedStart(content.counterReset[index].name, at: node)
    }
    return content
  }

  /// The sum of all decrements up to the first `counter-set`, and the last decrement once more.
  private mutating func reversedStart(_ name: String, at owner: NodeID) -> Int32 {
    var start = ReversedStart(name: name)
    start.visit(document[document.styleOfNode[Int(owner.index)]])
    let reachesSiblings = !counters.isNested(name, depth: depth)
    var node = owner
    var entersChildren = true
    while !start.isSet, reversedSteps < Self.maxReversedSteps {
      reversedSteps += 1
      guard let next = following(node, entersChildren: entersChildren, within: owner, reachesSiblings: reachesSiblings)
      else { break }
      node = next
      entersChildren = false
      guard document.document[node].kind == .element else { continue }
      let style = document[document.styleOfNode[Int(node.index)]]
      guard style.box.display != .none else { continue }
      let isReset = name == "list-item" && document.listReset(of: node) != nil
      if isReset || style.content.counterReset.contains(where: { $0.name == name }) {
        // It creates another counter of that name. If it is a sibling, that one replaces this one.
        if document.document[node].parent == document.document[owner].parent { break }
        continue
      }
      entersChildren = true
      start.visit(style)
      for kind in [PseudoElement.Kind.marker, .before, .after] {
        if let id = document.pseudoStyles[PseudoElement(node, kind)], document[id].content.content != nil {
          start.visit(document[id])
        }
      }
    }
    return Int32(clamping: start.sum + start.lastStep)
  }

  /// The next node in document order within the element, or within its parent starting at the element.
  private func following(_ node: NodeID, entersChildren: Bool, within owner: NodeID, reachesSiblings: Bool) -> NodeID? {
    let source = document.document
    if entersChildren, case let child = source.firstChild(of: node), !child.isNone { return child }
    var node = node
    while true {
      if node == owner, !reachesSiblings { return nil }
      if case let next = source.nextSibling(of: node), !next.isNone { return next }
      if node == owner { return nil }
      node = source[node].parent
      if node.isNone || node == source[owner].parent { return nil }
    }
  }
}

/// Sums up the changes of a reversed counter by the elements in its scope.
private struct ReversedStart {
  let name: String
  var sum = 0
  var lastStep = 0
  var isSet = false

  init(name: String) { self.name = name }

  mutating func visit(_ style: ComputedStyle) {
    var step = 0
    let increments = style.content.counterIncrement.filter { $0.name == name }
    if increments.isEmpty {
      if name == "list-item", style.box.display.isListItem { step = 1 }
    } else {
      step = increments.reduce(0) { $0 - Int($1.value) }
    }
    if step != 0 { lastStep = step }
    if let set = style.content.counterSet.last(where: { $0.name == name }) {
      sum += Int(set.value)
      isSet = true
    } else {
      sum += step
    }
  }
}
