import Markup
import Style

/// Where counters that count down start (css-lists-3 §4.4.2).
extension BoxTreeBuilder {
  /// Nodes that are looked at in one document to find the starts of its reversed counters.
  static let mostReversedSteps = 20_000_000

  /// The counters of an element that begins. Most elements have none: nothing is handed on for them.
  mutating func enterCounters(of node: NodeID, style: StyleID, isListItem: Bool) {
    let isFootnote = document[style].box.float == .footnote
    guard isListItem || isFootnote || document[style].content.changesCounters else { return }
    counters.enter(
      countingFootnote(contentStyle(of: node, style: style), style: style), isListItem: isListItem, depth: depth)
  }

  /// An element's counters, with the starts of reversed ones worked out.
  private mutating func contentStyle(of node: NodeID, style: StyleID) -> ContentStyle {
    var content = document[style].content
    for index in content.counterReset.indices where content.counterReset[index].direction == .reversedFromCount {
      content.counterReset[index].value = reversedStart(content.counterReset[index].name, at: node)
    }
    return content
  }

  /// The sum that counting down passes through up to the first `counter-set`, and one last step more.
  private mutating func reversedStart(_ name: String, at owner: NodeID) -> Int32 {
    var start = ReversedStart(name: name)
    start.visit(document[document.styleOfNode[Int(owner.index)]])
    let reachesSiblings = !counters.isNested(name, depth: depth)
    var node = owner
    var entersChildren = true
    while !start.isSet, reversedSteps < Self.mostReversedSteps {
      reversedSteps += 1
      guard let next = following(node, entersChildren: entersChildren, within: owner, reachesSiblings: reachesSiblings)
      else { break }
      node = next
      entersChildren = false
      guard document.document[node].kind == .element else { continue }
      let style = document[document.styleOfNode[Int(node.index)]]
      guard style.box.display != .none else { continue }
      if style.content.counterReset.contains(where: { $0.name == name }) {
        // A counter of its own; among siblings it takes this one's place.
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

  /// The next node in document order within the element, or within its parent from the element on.
  private func following(_ node: NodeID, entersChildren: Bool, within owner: NodeID, reachesSiblings: Bool) -> NodeID? {
    let source = document.document
    if entersChildren, !source[node].firstChild.isNone { return source[node].firstChild }
    var node = node
    while true {
      if node == owner, !reachesSiblings { return nil }
      if !source[node].nextSibling.isNone { return source[node].nextSibling }
      if node == owner { return nil }
      node = source[node].parent
      if node.isNone || node == source[owner].parent { return nil }
    }
  }
}

/// Adds up what the elements in a reversed counter's scope do to it.
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
