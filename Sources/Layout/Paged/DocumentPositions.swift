import Markup
import Style

/// The combined positions of all pages, and what depends on them, in page order.
struct DocumentPositions {
  private(set) var destinations: [String: Destination] = [:]
  private(set) var outline: [OutlineItem] = []
  /// The titles of bookmarks that contain page numbers, by the index of the bookmark.
  private(set) var titles: [Int: PagedText] = [:]
  /// `string-set` (css-gcpm-3 §1.1) and `position: running()` values.
  private(set) var strings = PageValues<PagedText>()
  private(set) var running = PageValues<BoxID>()
  /// The numbers of footnotes by element, if they are numbered by page.
  private(set) var footnoteNumbers: [NodeID: Int] = [:]
  /// The first and last page of each element.
  private(set) var pages: [NodeID: ClosedRange<Int>] = [:]
  /// The changes to the `page` counter by elements that start on a page, in order, by page.
  private(set) var pageCounterChanges: [[ContentStyle]] = []

  init(_ records: ContiguousArray<PageRecord>, context: borrowing LayoutContext) {
    var seen: Set<NodeID> = []
    for (number, record) in records.enumerated() {
      strings.beginPage()
      running.beginPage()
      pageCounterChanges.append([])
      for (index, box) in record.footnotes.enumerated() { footnoteNumbers[context.tree[box].node] = index + 1 }
      for position in record.positions {
        switch position.kind {
        case .running(let name, let box): running.set(name, box, isFirst: position.isFirst)
        case .footnoteCall:
          let caller = context.document.document[position.node].parent
          destinations[FootnoteLinks.call(position.node)] = Destination(
            page: number, point: position.point, node: caller)
        case .element(let style):
          add(position, style, page: number, isNew: seen.insert(position.node).inserted, context)
        }
      }
    }
  }

  private mutating func add(
    _ position: ElementPosition, _ style: StyleID, page: Int, isNew: Bool, _ context: borrowing LayoutContext
  ) {
    let known = pages[position.node]
    pages[position.node] = (known?.lowerBound ?? page)...max(known?.upperBound ?? page, page)
    guard isNew else { return }
    let place = Destination(page: page, point: position.point, node: position.node)
    if !context.tree.footnotes.isEmpty, footnoteNumbers[position.node] != nil {
      destinations[FootnoteLinks.note(position.node)] = place
    }
    let document = context.document.document
    if let id = document.attribute(position.node, .id), destinations[id] == nil { destinations[id] = place }
    if document.isElement(position.node, .a), let name = document.attribute(position.node, .name),
      destinations[name] == nil
    {
      destinations[name] = place
    }
    let content = context[style].content
    let generated = context.tree.generated[position.node]
    if let level = content.bookmarkLevel, level > 0, let bookmark = generated?.bookmark {
      let title = bookmark.text { _ in "" }
      if bookmark.hasReferences { titles[outline.count] = bookmark }
      if bookmark.hasReferences || !title.isEmpty {
        outline.append(OutlineItem(level: Int(level), title: title, isOpen: content.bookmarkOpen, destination: place))
      }
    }
    for set in generated?.strings ?? [] { strings.set(set.name, set.text, isFirst: position.isFirst) }
    if content.changesPageCounter { pageCounterChanges[page].append(content) }
  }
}

extension ContentStyle {
  /// Whether an element changes the `page` counter.
  var changesPageCounter: Bool {
    func isPage(_ change: CounterChange) -> Bool { change.name == "page" }
    return counterReset.contains(where: isPage) || counterIncrement.contains(where: isPage)
      || counterSet.contains(where: isPage)
  }

  /// Whether the position of elements with this style must be recorded.
  var needsPosition: Bool {
    bookmarkLevel != nil || !stringSet.isEmpty || changesCounters && changesPageCounter
  }
}

/// The values of `string()` and `element()` on each page (css-gcpm-3 §1.1.2, §1.2.2).
struct PageValues<Value> {
  /// A page on which a name gets a value.
  private struct Page {
    /// The number of the page, from 0.
    var number: Int
    /// Set by the first visible content of the page.
    var start: Value?
    var first: Value
    var last: Value
  }
  /// The pages on which a name gets a value, in ascending order, by name.
  private var pages: [String: [Page]] = [:]
  private var number = -1

  mutating func beginPage() { number += 1 }

  mutating func set(_ name: String, _ value: Value, isFirst: Bool) {
    let start = isFirst ? value : nil
    guard let index = pages[name]?.indices.last, pages[name]?[index].number == number else {
      return pages[name, default: []].append(Page(number: number, start: start, first: value, last: value))
    }
    if pages[name]?[index].start == nil { pages[name]?[index].start = start }
    pages[name]?[index].last = value
  }

  /// - Parameter page: from 0.
  func value(_ name: String, page: Int, at position: ContentItem.NamedPosition) -> Value? {
    guard let pages = pages[name] else { return nil }
    // The number of pages up to this one.
    var (low, high) = (0, pages.count)
    while low < high {
      let middle = (low + high) / 2
      if pages[middle].number <= page { low = middle + 1 } else { high = middle }
    }
    let own = low > 0 && pages[low - 1].number == page ? pages[low - 1] : nil
    let before = own == nil ? low : low - 1
    let entry = before > 0 ? pages[before - 1].last : nil
    switch position {
    case .first: return own?.first ?? entry
    case .start: return own?.start ?? entry
    case .last: return own?.last ?? entry
    case .firstExcept: return own == nil ? entry : nil
    }
  }
}
