import Diagnostics
import Markup
import Style

/// What generated content needs besides its text: counters at other elements, named strings, bookmarks, leaders.
extension BoxTreeBuilder {
  /// The elements that `target-*()` refers to, and their counters.
  struct Targets {
    /// The elements by address.
    var nodes: [String: NodeID] = [:]
    var wanted: Set<NodeID> = []
    /// The names of the counters that are shown.
    var names: Set<String> = []
    var counters: [NodeID: Counters] = [:]
    /// The text of their pseudo-elements.
    var before: [NodeID: String] = [:]
    var after: [NodeID: String] = [:]
    /// How many texts of pseudo-elements are being computed, each for the one before.
    var depth = 0
  }

  /// Finds all elements that `target-*()` refers to. They may come later in the document.
  mutating func findTargets() {
    find(in: document.marginTargets)
    for style in document.styles.indices {
      find(in: document.styles[style].content.content)
      find(in: document.styles[style].content.bookmarkLabel)
      for set in document.styles[style].content.stringSet { find(in: set.items) }
    }
  }

  private mutating func find(in items: [ContentItem]?) {
    for item in items ?? [] {
      switch item {
      case .targetCounter(_, let name, _), .targetCounters(_, let name, _, _): targets.names.insert(name)
      default: break
      }
      guard let address = item.targetAddress, address.utf8.first == UInt8(ascii: "#"), targets.nodes[address] == nil,
        let node = document.document.element(id: String(address.dropFirst()))
      else { continue }
      targets.nodes[address] = node
      targets.wanted.insert(node)
    }
  }

  /// Records what other parts of the document need of an element that starts here. Its counters have been updated
  /// already.
  mutating func recordElement(_ node: NodeID, style: StyleID) {
    let (before, after) = (document[style].box.breakBefore, document[style].box.breakAfter)
    if before.isForced || after.isForced || document[style].box.pageName != nil { tree.forcedBreaks.add(node) }
    recordCounters(style, from: node)
    if !targets.wanted.isEmpty, targets.wanted.contains(node) {
      if counterEffort.take(targets.names.count, at: node) { targets.counters[node] = counters.only(targets.names) }
      targets.before[node] = pseudoText(.before, of: node)
      targets.after[node] = pseudoText(.after, of: node)
    }
    guard document[style].content.needsPosition else { return }
    var texts = GeneratedTexts()
    if document[style].content.bookmarkLevel != nil {
      let label = document[style].content.bookmarkLabel ?? [.elementText(.text)]
      texts.bookmark = pagedText(label, style: style, node: node)
    }
    for set in document[style].content.stringSet where !generated.isFull {
      texts.strings.append((set.name, pagedText(set.items, style: style, node: node)))
    }
    guard texts.bookmark != nil || !texts.strings.isEmpty else { return }
    tree.generated[node] = texts
    if texts.hasReferences { referringTexts.append(node) }
  }

  /// Records the counters used by margin boxes if a style changes one of them.
  mutating func recordCounters(_ style: StyleID, from node: NodeID) {
    guard !document.marginCounters.isEmpty, !node.isNone else { return }
    let content = document[style].content
    for changes in [content.counterReset, content.counterIncrement, content.counterSet] {
      for change in changes where document.marginCounters.contains(change.name) {
        tree.marginCounters.add(keptInstances(change.name, at: node), of: change.name, from: node)
      }
    }
  }

  /// The instances of a counter that margin boxes can show.
  private mutating func keptInstances(_ name: String, at node: NodeID) -> [Int] {
    let instances = counters.instances(name)
    let code = "counter_level_limit"
    if instances.count > CounterHistory.maxInstances, !diagnostics.entries.contains(where: { $0.code == code }) {
      let message = "Margin boxes show \(CounterHistory.maxInstances) levels of a counter; the others are left out"
      diagnostics.add(Diagnostic(code, message, at: document.document.place(node)))
    }
    return CounterHistory.kept(instances)
  }

  /// Records the counters that margin boxes show, at the end of an element that created counters.
  mutating func recordCountersAtEnd(of node: NodeID) {
    guard !document.marginCounters.isEmpty else { return }
    let end = document.document[node].subtreeEnd
    for name in document.marginCounters {
      let values = CounterHistory.kept(counters.instances(name))
      if (tree.marginCounters.values(of: name, at: end) ?? []) != values {
        tree.marginCounters.add(values, of: name, from: end)
      }
    }
  }

  /// A content list as plain text with page numbers: white space is collapsed and images are left out.
  private mutating func pagedText(_ items: [ContentItem], style: StyleID, node: NodeID) -> PagedText {
    let before = counters
    defer { counters = before }
    var paged = PagedText()
    var text = ""
    for item in items {
      if let reference = pageReference(item, node: node) {
        paged.parts += [.text(limited(text, at: node)), .reference(reference)]
        text = ""
      } else {
        text += self.text(of: item, style: style, node: node)
      }
    }
    if paged.parts.isEmpty { text = text.collapsingWhiteSpace }
    paged.parts.append(.text(limited(text, at: node)))
    return paged
  }

  /// The text of an element's `::before` or `::after` with the current counters.
  private mutating func pseudoText(_ kind: PseudoElement.Kind, of node: NodeID) -> String {
    guard let style = document.pseudoStyles[PseudoElement(node, kind)], let items = document[style].content.content
    else {
      return ""
    }
    guard targets.depth < GeneratedText.maxDepth else {
      generated.recordDepthLimit(at: node)
      return ""
    }
    if generated.isFull { return limited("", at: node) }
    let outer = counters
    targets.depth += 1
    defer {
      counters = outer
      targets.depth -= 1
    }
    if kind == .after { passQuotes(of: document.pseudoStyles[PseudoElement(node, .before)]) }
    let content = document[style].content
    // The change copies all counters.
    if content.changesCounters, counterEffort.take(counters.count, at: node) {
      enterCounters(content, isListItem: false, depth: .max, at: node)
    }
    return items.map { limited(text(of: $0, style: style, node: node), at: node) }.joined()
  }

  /// A generated text, or an empty one beyond the limit of all generated texts of the document.
  mutating func limited(_ text: String, at node: NodeID) -> String {
    generated.add(text, at: node) ? text : ""
  }

  /// `content(text | before | after | first-letter | marker)` (css-gcpm-3 §1.1.1).
  mutating func text(part: ContentItem.ContentPart, of node: NodeID) -> String {
    guard !node.isNone else { return "" }
    switch part {
    case .text: return document.document.textContent(node)
    case .before: return targets.before[node] ?? pseudoText(.before, of: node)
    case .after: return targets.after[node] ?? pseudoText(.after, of: node)
    case .firstLetter:
      let text = document.document.textContent(node)
      return text.first { !$0.isWhitespace && !$0.isPunctuation }.map(String.init) ?? ""
    case .marker:
      return markerText(of: node, style: markerStyle(of: node, style: document.styleOfNode[Int(node.index)]))
    }
  }
}
