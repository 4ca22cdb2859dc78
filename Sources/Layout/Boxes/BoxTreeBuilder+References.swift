import Diagnostics
import Markup
import Style

/// References to other parts of the document (css-content-3 §2.5).
extension BoxTreeBuilder {
  /// Adds a content item whose text is not known until later. Returns false for all other items.
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
    guard setTarget(of: &reference) else { return true }
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

  /// Finds the element that a reference refers to. Returns false if there is none.
  private mutating func setTarget(of reference: inout PageReference) -> Bool {
    guard let address = reference.item.targetAddress else { return true }
    guard let target = targets.nodes[address] else {
      warn("unknown_target", "\(Quotation.of(address)) names no element of the document", at: reference.node)
      return false
    }
    reference.target = target
    tree.watched.insert(target)
    return true
  }

  /// A counter of pages or of another element in a named string or bookmark (css-gcpm-3 §1.1, css-content-3 §4); nil
  /// for all other items.
  mutating func pageReference(_ item: ContentItem, node: NodeID) -> PageReference? {
    switch item {
    case .counter("page", _), .counters("page", _, _), .counter("pages", _), .counters("pages", _, _): break
    case .targetCounter, .targetCounters: break
    default: return nil
    }
    var reference = PageReference(item: item, node: node, isAfter: false, text: "")
    return setTarget(of: &reference) ? reference : nil
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
    for item in document.marginTargets { resolve(marginTarget: item) }
    resolveGeneratedTexts()
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

  /// Sets the text of references in named strings and bookmarks that do not depend on pages.
  private mutating func resolveGeneratedTexts() {
    for node in referringTexts {
      var texts = tree.generated[node]
      texts?.resolve { $0.dependsOnPages ? nil : text(of: $0) }
      tree.generated[node] = texts
    }
  }

  /// Adds a reference of margin boxes.
  private mutating func resolve(marginTarget item: ContentItem) {
    guard let address = item.targetAddress else { return }
    let root = document.document.documentElement
    guard let target = targets.nodes[address] else {
      return warn("unknown_target", "\(Quotation.of(address)) names no element of the document", at: root)
    }
    var reference = PageReference(item: item, node: root, isAfter: false, text: "")
    reference.target = target
    if reference.dependsOnPages { tree.watched.insert(target) } else { reference.text = text(of: reference) }
    tree.marginTargets[item] = reference
  }

  private mutating func text(of reference: PageReference) -> String {
    let target = reference.target
    let counters = targets.counters[target] ?? Counters()
    switch reference.item {
    case .targetCounter(_, let name, let style): return document.counterText(counters.value(name), style: style)
    case .targetCounters(_, let name, let separator, let style):
      return counters.values(name).map { document.counterText($0, style: style) }.joined(separator: separator)
    case .targetText(_, let part):
      return limited(text(part: part, of: target), at: reference.node).collapsingWhiteSpace
    default: return ""
    }
  }
}
