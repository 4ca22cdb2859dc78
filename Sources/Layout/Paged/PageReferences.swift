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

/// A reference in an inline formatting context.
struct InlineReference {
  /// Index in `InlineContent.items`.
  var item: Int
  /// Index in `BoxTree.references`.
  var reference: Int
}

extension BoxTree {
  /// Changes the texts of references. Contents that change are shaped again when they are next laid out.
  ///
  /// - Returns: the references whose text differs.
  @discardableResult
  mutating func set(references texts: [(reference: Int, text: String)]) -> [Int] {
    var changed: [Int] = []
    // By content, so that each is changed once: a paragraph may contain thousands of references.
    var items: [UInt32: [(item: Int, text: String)]] = [:]
    for (reference, text) in texts {
      // A zero width space, so that the content is never empty.
      let text = text.isEmpty ? "\u{200B}" : text
      let entry = references[reference]
      guard entry.text != text, entry.inline != Box.absent else { continue }
      references[reference].text = text
      items[entry.inline, default: []].append((entry.index, text))
      changed.append(reference)
    }
    for (inline, texts) in items { inlines[Int(inline)].replaceTexts(texts.sorted { $0.item < $1.item }) }
    return changed
  }
}

extension LayoutContext {
  /// Changes the texts of references and invalidates sizes that depend on them.
  ///
  /// - Returns: the references whose text differs.
  @discardableResult
  mutating func set(references texts: [(reference: Int, text: String)]) -> [Int] {
    let changed = tree.set(references: texts)
    if !changed.isEmpty { caches.invalidateSizes() }
    return changed
  }
}

extension InlineContent {
  /// Replaces the texts of items, in ascending order of items.
  fileprivate mutating func replaceTexts(_ replacements: [(item: Int, text: String)]) {
    guard let first = replacements.first else { return }
    var result: ContiguousArray<UInt8> = []
    var (copied, shift) = (0, 0)
    var pending = replacements[...]
    for index in first.item..<items.count {
      let old = Int(items[index].bytes.lowerBound)..<Int(items[index].bytes.upperBound)
      let start = old.lowerBound + shift
      if let replacement = pending.first, replacement.item == index {
        pending.removeFirst()
        result += bytes[copied..<old.lowerBound]
        result += replacement.text.utf8
        copied = old.upperBound
        shift += replacement.text.utf8.count - old.count
      }
      items[index].bytes = UInt32(start)..<UInt32(old.upperBound + shift)
    }
    result += bytes[copied...]
    bytes = result
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
  let positions: DocumentPositions
  /// The values of counters, by page.
  let counters: [CounterValues]
  /// The references that depend on pages, in running and fixed boxes, by these boxes.
  let owned: [BoxID: [Int]]

  init(_ records: ContiguousArray<PageRecord>, context: borrowing LayoutContext) {
    let positions = DocumentPositions(records, context: context)
    var counter = PageCounters(pageCount: records.count)
    counters = records.indices.map {
      counter.next(records[$0], changes: positions.pageCounterChanges[$0], context: context)
    }
    self.positions = positions
    var owned: [BoxID: [Int]] = [:]
    for (index, reference) in context.tree.references.enumerated()
    where !reference.owner.isNone && reference.dependsOnPages {
      owned[reference.owner, default: []].append(index)
    }
    self.owned = owned
  }

  /// Updates the text of references in the flow of the document.
  ///
  /// - Returns: the pages that have to be laid out again.
  func update(_ context: inout LayoutContext) -> Set<Int> {
    let texts = context.tree.references.enumerated().filter { $1.owner.isNone && $1.dependsOnPages }.map {
      (reference: $0, text: text(of: $1, context.document))
    }
    // References in one box of many pages have the same range.
    var ranges: Set<ClosedRange<Int>> = []
    for index in context.set(references: texts) {
      let reference = context.tree.references[index]
      ranges.insert(positions.pages[reference.scope] ?? positions.pages[reference.node] ?? 0...0)
    }
    var pages: Set<Int> = []
    // The content of a page also depends on the start of the next one.
    for range in ranges { pages.formUnion(max(0, range.lowerBound - 1)...range.upperBound) }
    return pages
  }

  /// Updates the text of references in a running or fixed box for one page.
  func update(in owner: BoxID, page: Int, _ context: inout LayoutContext) {
    guard let owned = owned[owner] else { return }
    let texts = owned.map {
      (reference: $0, text: text(of: context.tree.references[$0], page: page, context.document))
    }
    context.set(references: texts)
  }

  /// The text of a reference in the flow of the document.
  func text(of reference: PageReference, _ document: StyledDocument) -> String {
    let own = positions.pages[reference.node].map { reference.isAfter ? $0.upperBound : $0.lowerBound } ?? 0
    return text(of: reference, page: own, document)
  }

  /// The value of a named string on a page; empty if it has none.
  func string(_ name: String, page: Int, at position: ContentItem.NamedPosition, _ document: StyledDocument) -> String {
    positions.strings.value(name, page: page, at: position).map { text(of: $0, document) } ?? ""
  }

  /// The bookmarks with their titles.
  func outline(_ document: StyledDocument) -> [OutlineItem] {
    var outline = positions.outline
    for (index, title) in positions.titles { outline[index].title = text(of: title, document) }
    return outline
  }

  private func text(of paged: PagedText, _ document: StyledDocument) -> String {
    paged.text { text(of: $0, document) }
  }

  /// - Parameter page: the page of the reference, from 0.
  func text(of reference: PageReference, page: Int, _ document: StyledDocument) -> String {
    func values(_ page: Int?) -> CounterValues? { page.flatMap { counters.indices.contains($0) ? counters[$0] : nil } }
    switch reference.item {
    case .counter(BoxTreeBuilder.footnoteCounter, let style), .counters(BoxTreeBuilder.footnoteCounter, _, let style):
      return positions.footnoteNumbers[reference.node].map { document.counterText($0, style: style) } ?? ""
    case .counter, .counters: return values(page)?.text(of: reference.item, document) ?? ""
    case .namedString(let name, let position): return string(name, page: page, at: position, document)
    case .targetCounter(_, let name, let style), .targetCounters(_, let name, _, let style):
      let target = values(positions.pages[reference.target]?.lowerBound)
      return target?.text(of: .counter(name: name, style: style), document) ?? ""
    default: return reference.text
    }
  }
}

extension PageReference {
  /// Whether the text depends on pages, and not only on the document.
  var dependsOnPages: Bool {
    switch item {
    case .targetCounter(_, let name, _), .targetCounters(_, let name, _, _): name == "page" || name == "pages"
    case .targetText: false
    default: true
    }
  }
}
