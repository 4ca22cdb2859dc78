import Markup
import Style

/// Generated text that depends on pages: `counter(page)`, `target-counter()` and others (css-gcpm-3 §5, css-content-3
/// §4).
struct PageReference {
  var item: ContentItem
  /// The element that generates the text; and whether it is at the element's end.
  var node: NodeID
  var isAfter: Bool
  /// The outermost box around it whose size depends on all its content, or else `node`: what has to be laid out again
  /// if it changes.
  var scope = NodeID.none
  /// The current text.
  var text: String
  /// The element that the address refers to.
  var target = NodeID.none
  /// The running or fixed box that contains it. Its text is computed for each page of the box.
  var owner = BoxID.none
  /// The index in `BoxTree.inlines`, and in `items` of that content.
  var inline = Box.absent
  var index = 0
}

/// The text of an element that `string-set`, bookmarks and `target-*()` use.
struct GeneratedTexts {
  var bookmark: String?
  var strings: [(name: String, text: String)] = []
}

/// A reference in an inline formatting context.
struct InlineReference {
  /// Index in `InlineContent.items`.
  var item: Int
  /// Index in `BoxTree.references`.
  var reference: Int
}

extension BoxTree {
  /// Changes the text of a reference. The content is shaped again when it is next laid out.
  ///
  /// - Returns: true if the text differs.
  @discardableResult
  mutating func set(reference: Int, to text: String) -> Bool {
    // A zero width space, so that the content is never empty.
    let text = text.isEmpty ? "\u{200B}" : text
    let entry = references[reference]
    guard entry.text != text, entry.inline != Box.absent else { return false }
    references[reference].text = text
    inlines[Int(entry.inline)].replaceText(ofItem: entry.index, with: text)
    return true
  }
}

extension LayoutContext {
  /// Changes the text of a reference and invalidates sizes that depend on it.
  ///
  /// - Returns: true if the text differs.
  @discardableResult
  mutating func set(reference: Int, to text: String) -> Bool {
    guard tree.set(reference: reference, to: text) else { return false }
    caches.invalidateSizes()
    return true
  }
}

extension InlineContent {
  /// Replaces the text of an item.
  fileprivate mutating func replaceText(ofItem index: Int, with text: String) {
    let range = items[index].bytes
    bytes.replaceSubrange(Int(range.lowerBound)..<Int(range.upperBound), with: text.utf8)
    let end = range.lowerBound + UInt32(text.utf8.count)
    items[index].bytes = range.lowerBound..<end
    for later in items.indices[(index + 1)...] {
      let old = items[later].bytes
      items[later].bytes = old.lowerBound - range.upperBound + end..<old.upperBound - range.upperBound + end
    }
    shaped = nil
  }

  /// Appends the text of a reference, in lines that collapse spaces.
  mutating func append(reference: Int, text: String) {
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: text.utf8)
    isAfterSpace = false
    items.append(InlineItem(kind: .text, bytes: start..<UInt32(bytes.count), box: innermost))
    detail.references.append(InlineReference(item: items.count - 1, reference: reference))
  }
}

/// The values of references after all pages are laid out.
struct ReferenceValues {
  let notes: DocumentNotes
  /// By page.
  let counters: [CounterValues]

  init(_ records: ContiguousArray<PageRecord>, context: borrowing LayoutContext) {
    let notes = DocumentNotes(records, context: context)
    var counter = PageCounters(pageCount: records.count)
    counters = records.indices.map {
      counter.next(records[$0], changes: notes.pageCounterChanges[$0], context: context)
    }
    self.notes = notes
  }

  /// Updates the text of references in the flow of the document.
  ///
  /// - Returns: the pages that have to be laid out again.
  func update(_ context: inout LayoutContext) -> Set<Int> {
    var pages: Set<Int> = []
    for index in context.tree.references.indices {
      let reference = context.tree.references[index]
      guard reference.owner.isNone, reference.dependsOnPages,
        context.set(reference: index, to: text(of: reference, context.document))
      else { continue }
      let range = notes.pages[reference.scope] ?? notes.pages[reference.node] ?? 0...0
      // The content of a page also depends on the start of the next one.
      pages.formUnion(max(0, range.lowerBound - 1)...range.upperBound)
    }
    return pages
  }

  /// Updates the text of references in a running or fixed box for one page.
  func update(in owner: BoxID, page: Int, _ context: inout LayoutContext) {
    for index in context.tree.references.indices where context.tree.references[index].owner == owner {
      let reference = context.tree.references[index]
      if reference.dependsOnPages {
        context.set(reference: index, to: text(of: reference, page: page, context.document))
      }
    }
  }

  /// The text of a reference in the flow of the document.
  func text(of reference: PageReference, _ document: StyledDocument) -> String {
    let own = notes.pages[reference.node].map { reference.isAfter ? $0.upperBound : $0.lowerBound } ?? 0
    return text(of: reference, page: own, document)
  }

  /// - Parameter page: the page of the reference, from 0.
  func text(of reference: PageReference, page: Int, _ document: StyledDocument) -> String {
    func values(_ page: Int?) -> CounterValues? { page.flatMap { counters.indices.contains($0) ? counters[$0] : nil } }
    switch reference.item {
    case .counter(BoxTreeBuilder.footnoteCounter, let style), .counters(BoxTreeBuilder.footnoteCounter, _, let style):
      return notes.footnoteNumbers[reference.node].map { document.counterText($0, style: style) } ?? ""
    case .counter, .counters: return values(page)?.text(of: reference.item, document) ?? ""
    case .namedString(let name, let position): return notes.strings.value(name, page: page, at: position) ?? ""
    case .targetCounter(_, let name, let style), .targetCounters(_, let name, _, let style):
      let target = values(notes.pages[reference.target]?.lowerBound)
      return target?.text(of: .counter(name: name, style: style), document) ?? ""
    default: return reference.text
    }
  }
}

extension PageReference {
  /// True if the text depends on pages, false if it depends only on the document.
  var dependsOnPages: Bool {
    switch item {
    case .targetCounter(_, let name, _), .targetCounters(_, let name, _, _): name == "page" || name == "pages"
    case .targetText: false
    default: true
    }
  }
}
