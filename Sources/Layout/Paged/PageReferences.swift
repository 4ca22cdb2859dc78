import Markup
import Style

/// Generated text in the document that says something of its pages: `counter(page)`, `target-counter()` and their like
/// (css-gcpm-3 §5, css-content-3 §4).
struct PageReference {
  var item: ContentItem
  /// The element that generates it, and whether it stands at its end.
  var node: NodeID
  var isAfter: Bool
  /// The outermost box around it whose size depends on all of its content, or else `node`: what has to be set anew with it.
  var scope = NodeID.none
  /// What it says now.
  var text: String
  /// The element that the address names.
  var target = NodeID.none
  /// The running or fixed box that it stands in: it is worked out anew on each page that the box stands on.
  var owner = BoxID.none
  /// The place in `BoxTree.inlines` and there in `items`.
  var inline = Box.absent
  var index = 0
}

/// What `string-set`, bookmarks and `target-*()` have to know of an element.
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
  /// Changes what a reference says; the text around it is shaped anew when it is next set.
  /// - Returns: whether that changes anything.
  @discardableResult
  mutating func set(reference: Int, to text: String) -> Bool {
    // Never empty, so that the content stays what it is: a zero width space.
    let text = text.isEmpty ? "\u{200B}" : text
    let entry = references[reference]
    guard entry.text != text, entry.inline != Box.absent else { return false }
    references[reference].text = text
    inlines[Int(entry.inline)].replaceText(ofItem: entry.index, with: text)
    return true
  }
}

extension Flow {
  /// Changes what a reference says.
  /// - Returns: whether that changes anything.
  @discardableResult
  mutating func set(reference: Int, to text: String) -> Bool {
    guard tree.set(reference: reference, to: text) else { return false }
    forgetSizes()
    return true
  }

  /// Sizes that depend on text which has changed.
  private mutating func forgetSizes() {
    intrinsicSizes.removeAll()
    columnSizes.removeAll()
    columnLayouts.removeAll()
    footnoteSizes.removeAll()
  }
}

extension InlineContent {
  /// Puts other text in the place of one item's.
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

  /// Appends a reference's text, in lines that may collapse spaces.
  mutating func append(reference: Int, text: String) {
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: text.utf8)
    isAfterSpace = false
    items.append(InlineItem(kind: .text, bytes: start..<UInt32(bytes.count), box: innermost))
    references.append(InlineReference(item: items.count - 1, reference: reference))
  }
}

/// What references come to once all pages are set.
struct ReferenceValues {
  let notes: DocumentNotes
  /// By page.
  let counters: [CounterValues]

  init(_ records: ContiguousArray<PageRecord>, flow: borrowing Flow) {
    let notes = DocumentNotes(records, flow: flow)
    var counter = PageCounters(pageCount: records.count)
    counters = records.indices.map { counter.next(records[$0], changes: notes.pageCounterChanges[$0], flow: flow) }
    self.notes = notes
  }

  /// Gives the references in the flow of the document their text.
  /// - Returns: the pages that have to be set anew for it.
  func update(_ flow: inout Flow) -> Set<Int> {
    var pages: Set<Int> = []
    for index in flow.tree.references.indices {
      let reference = flow.tree.references[index]
      guard reference.owner.isNone, reference.dependsOnPages,
        flow.set(reference: index, to: text(of: reference, flow.document))
      else { continue }
      let range = notes.pages[reference.scope] ?? notes.pages[reference.node] ?? 0...0
      // What fits on a page depends on what comes first on the next.
      pages.formUnion(max(0, range.lowerBound - 1)...range.upperBound)
    }
    return pages
  }

  /// Gives those in a running or fixed box the text that they have on one page.
  func update(in owner: BoxID, page: Int, _ flow: inout Flow) {
    for index in flow.tree.references.indices where flow.tree.references[index].owner == owner {
      let reference = flow.tree.references[index]
      if reference.dependsOnPages { flow.set(reference: index, to: text(of: reference, page: page, flow.document)) }
    }
  }

  /// The text of a reference that stands in the flow of the document.
  func text(of reference: PageReference, _ document: StyledDocument) -> String {
    let own = notes.pages[reference.node].map { reference.isAfter ? $0.upperBound : $0.lowerBound } ?? 0
    return text(of: reference, page: own, document)
  }

  /// - Parameter page: the page that it stands on, from 0.
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
  /// Whether it depends on how the document falls on pages, or only on the document itself.
  var dependsOnPages: Bool {
    switch item {
    case .targetCounter(_, let name, _), .targetCounters(_, let name, _, _): name == "page" || name == "pages"
    case .targetText: false
    default: true
    }
  }
}
