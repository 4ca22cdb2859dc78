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
  mutating func note(_ node: NodeID, style: StyleID) {
    let (before, after) = (document[style].box.breakBefore, document[style].box.breakAfter)
    if before.isForced || after.isForced || document[style].box.pageName != nil { tree.forcedBreaks.add(node) }
    noteCounters(style, from: node)
    if !targets.wanted.isEmpty, targets.wanted.contains(node) {
      if counterEffort.take(targets.names.count, at: node) { targets.counters[node] = counters.only(targets.names) }
      targets.before[node] = pseudoText(.before, of: node)
      targets.after[node] = pseudoText(.after, of: node)
    }
    guard document[style].content.isNoted else { return }
    var texts = GeneratedTexts()
    if document[style].content.bookmarkLevel != nil {
      let label = document[style].content.bookmarkLabel ?? [.elementText(.text)]
      texts.bookmark = plainText(label, style: style, node: node)
    }
    for set in document[style].content.stringSet where !generated.isFull {
      texts.strings.append((set.name, plainText(set.items, style: style, node: node)))
    }
    if texts.bookmark != nil || !texts.strings.isEmpty { tree.generated[node] = texts }
  }

  /// Records the counters used by margin boxes if a style changes one of them.
  mutating func noteCounters(_ style: StyleID, from node: NodeID) {
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

  /// The same at the end of an element that created counters.
  mutating func noteCountersAtEnd(of node: NodeID) {
    guard !document.marginCounters.isEmpty else { return }
    let end = document.document[node].subtreeEnd
    for name in document.marginCounters {
      let values = CounterHistory.kept(counters.instances(name))
      if (tree.marginCounters.values(of: name, at: end) ?? []) != values {
        tree.marginCounters.add(values, of: name, from: end)
      }
    }
  }

  /// A content list as plain text: white space is collapsed and images are left out.
  private mutating func plainText(_ items: [ContentItem], style: StyleID, node: NodeID) -> String {
    let before = counters
    defer { counters = before }
    let joined = items.map { text(of: $0, style: style, node: node) }.joined()
    return limited(joined.split(whereSeparator: \.isWhitespace).joined(separator: " "), at: node)
  }

  /// The text of an element's `::before` or `::after` with the current counters.
  private mutating func pseudoText(_ kind: PseudoElement.Kind, of node: NodeID) -> String {
    guard let style = document.pseudoStyles[PseudoElement(node, kind)], let items = document[style].content.content
    else {
      return ""
    }
    guard targets.depth < GeneratedText.maxDepth else {
      generated.noteDepth(at: node)
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

  // MARK: - References

  /// Adds a content item whose text is not known until later. False for all other items.
  mutating func addReference(_ item: ContentItem, node: NodeID, isAfter: Bool, to parent: inout ContainerBuilder)
    -> Bool
  {
    switch item {
    case .counter("page", _), .counters("page", _, _), .counter("pages", _), .counters("pages", _, _), .namedString:
      break
    case .targetCounter, .targetCounters, .targetText: break
    case .counter(Self.footnoteCounter, _), .counters(Self.footnoteCounter, _, _):
      guard document.numbersFootnotesByPage else { return false }
    default: return false
    }
    var reference = PageReference(item: item, node: node, isAfter: isAfter, text: "00")
    reference.owner = owner
    if let address = item.targetAddress {
      guard let target = targets.nodes[address] else {
        warn("unknown_target", "\(Quotation.of(address)) names no element of the document", at: node)
        return true
      }
      reference.target = target
      tree.watched.insert(target)
    }
    reference.scope = scope(of: node)
    tree.watched.insert(node)
    tree.watched.insert(reference.scope)
    tree.references.append(reference)
    let number = tree.references.count - 1
    withContent(&parent) { content in content.append(reference: number, text: "00") }
    if parent.content?.hasAlternate == true {
      // The content of the first line has a text of its own.
      tree.references.append(reference)
      parent.content?.onFirstLine { $0.append(reference: number + 1, text: "00") }
    }
    return true
  }

  /// The outermost box around an element whose size depends on all its content, or else the element itself.
  private func scope(of node: NodeID) -> NodeID {
    var scope = node
    var ancestor = node
    while !ancestor.isNone, document.document[ancestor].kind == .element {
      let style = document.styleOfNode[Int(ancestor.index)]
      switch document[style].box.display {
      case .table, .inlineTable, .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes, .inlineBlock:
        scope = ancestor
      default:
        let isMulticol = document[style].item.columnCount != nil || document[style].item.columnWidth != nil
        if isMulticol || document[style].box.float != .none { scope = ancestor }
      }
      ancestor = document.document[ancestor].parent
    }
    return scope
  }

  mutating func warn(_ code: String, _ message: String, at node: NodeID) {
    diagnostics.add(Diagnostic(code, message, at: document.document.place(node)))
  }

  /// Records the positions of references and sets the text of those that do not depend on pages.
  mutating func resolveReferences() {
    guard !tree.references.isEmpty else { return }
    for inline in tree.inlines.indices where tree.inlines[inline].hasReferences {
      for entry in tree.inlines[inline].detail.references {
        tree.references[entry.reference].inline = UInt32(inline)
        tree.references[entry.reference].index = entry.item
      }
    }
    var texts: [(reference: Int, text: String)] = []
    for index in tree.references.indices where !tree.references[index].dependsOnPages {
      texts.append((index, text(of: tree.references[index])))
    }
    tree.set(references: texts)
  }

  private mutating func text(of reference: PageReference) -> String {
    let target = reference.target
    let counters = targets.counters[target] ?? Counters()
    switch reference.item {
    case .targetCounter(_, let name, let style): return document.counterText(counters.value(name), style: style)
    case .targetCounters(_, let name, let separator, let style):
      return counters.values(name).map { document.counterText($0, style: style) }.joined(separator: separator)
    case .targetText(_, let part):
      let whole = limited(text(part: part, of: target), at: reference.node)
      return whole.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    default: return ""
    }
  }

  // MARK: - Leaders

  /// Adds a leader (css-gcpm-3 §5.5): an object that fills its line, without a break opportunity after it.
  mutating func addLeader(_ pattern: String, style: StyleID, to parent: inout ContainerBuilder) {
    let size = document[style].text.font.size
    tree.replaced.append(ReplacedContent(kind: .leader(pattern), width: size / 2, height: 0))
    tree.hasLeaders = true
    let inline = document.anonymousStyle(inheriting: style, display: .inline)
    var box = Box(kind: .replaced, style: inline)
    box.payload = UInt32(tree.replaced.count - 1)
    place(box, display: .inline, in: &parent)
    let processing = TextProcessing(style, document.styles)
    // A word joiner.
    withContent(&parent) { content in
      content.append(text: "\u{2060}".utf8, processing, box: content.innermost, keepsSpaces: true)
      content.onFirstLine { $0.append(text: "\u{2060}".utf8, processing, box: $0.innermost, keepsSpaces: true) }
    }
  }
}

extension ContentItem {
  /// The address that `target-*()` refers to.
  var targetAddress: String? {
    switch self {
    case .targetCounter(let url, _, _), .targetCounters(let url, _, _, _), .targetText(let url, _): url
    default: nil
    }
  }
}
