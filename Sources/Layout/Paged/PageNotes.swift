import Markup
import Style

/// What layout keeps of one page besides its fragments: how it came about, and what stands on it.
struct PageRecord {
  var page: Page
  var style: PageStyle
  var name: String?
  /// From 0, in the page's group.
  var indexInGroup = 0
  /// Where the document's flow goes on with this page, or after it where it is blank; nil on the first page, and where only
  /// boxes out of flow are left.
  var start: BreakToken?
  /// The page area on the sheet.
  var area: Rect
  var isBlank: Bool
  /// Positioned boxes that go on here: px of their padding box that earlier pages hold.
  var openBoxes: [BoxID: Double] = [:]
  /// Footnotes that wait when the page begins, and those that begin on it.
  var footnotesBefore: [WaitingFootnote] = []
  var footnotes: [BoxID] = []
  /// px of all pages before, one below the other.
  var above = 0.0
  /// The height of the root element's box here, and where its top stands below the page area's.
  var rootTop = 0.0
  var rootHeight = 0.0
  /// Elements and their like, in paint order, whose place matters to others.
  var notes: ContiguousArray<PageNote> = []
  /// The nearest element of the first text or picture.
  var firstNode = NodeID.none

  /// px that the page takes of the document as if it were one long page.
  var height: Double { isBlank ? 0 : area.height }
}

/// Something that stands on a page and that other places speak of.
struct PageNote {
  enum Kind {
    /// An element's (first) box on this page.
    case element(StyleID)
    /// Where a running element would stand (css-gcpm-3 §1.2.1).
    case running(String, BoxID)
    /// Where an element that is a footnote is called.
    case footnoteCall
  }
  var kind: Kind
  var node: NodeID
  var point: Point
  /// Nothing shows on the page before it.
  var isFirst: Bool
}

/// What the notes of all pages come to, in page order.
struct DocumentNotes {
  private(set) var destinations: [String: Destination] = [:]
  private(set) var outline: [OutlineItem] = []
  /// `string-set` (css-gcpm-3 §1.1) and `position: running()` values.
  private(set) var strings = PageValues<String>()
  private(set) var running = PageValues<BoxID>()
  /// By element: where footnotes are numbered anew on each page, its number there.
  private(set) var footnoteNumbers: [NodeID: Int] = [:]
  /// By element: the first and the last page with a part of it.
  private(set) var pages: [NodeID: ClosedRange<Int>] = [:]
  /// By page: the counter changes on `page` by elements that begin there, in order.
  private(set) var pageCounterChanges: [[ContentStyle]] = []

  init(_ records: ContiguousArray<PageRecord>, flow: borrowing Flow) {
    var seen: Set<NodeID> = []
    for (number, record) in records.enumerated() {
      strings.beginPage()
      running.beginPage()
      pageCounterChanges.append([])
      for (index, box) in record.footnotes.enumerated() { footnoteNumbers[flow.tree[box].node] = index + 1 }
      for note in record.notes {
        switch note.kind {
        case .running(let name, let box): running.set(name, box, isFirst: note.isFirst)
        case .footnoteCall: destinations[FootnoteLinks.call(note.node)] = Destination(page: number, point: note.point)
        case .element(let style): add(note, style, page: number, isNew: seen.insert(note.node).inserted, flow)
        }
      }
    }
  }

  private mutating func add(_ note: PageNote, _ style: StyleID, page: Int, isNew: Bool, _ flow: borrowing Flow) {
    let known = pages[note.node]
    pages[note.node] = (known?.lowerBound ?? page)...max(known?.upperBound ?? page, page)
    guard isNew else { return }
    if !flow.tree.footnotes.isEmpty, footnoteNumbers[note.node] != nil {
      destinations[FootnoteLinks.note(note.node)] = Destination(page: page, point: note.point)
    }
    let document = flow.document.document
    let place = Destination(page: page, point: note.point)
    if let id = document.attribute(note.node, .id), destinations[id] == nil { destinations[id] = place }
    if document.isElement(note.node, .a), let name = document.attribute(note.node, .name), destinations[name] == nil {
      destinations[name] = place
    }
    let content = flow[style].content
    let generated = flow.tree.generated[note.node]
    if let level = content.bookmarkLevel, level > 0, let title = generated?.bookmark, !title.isEmpty {
      outline.append(OutlineItem(level: Int(level), title: title, isOpen: content.bookmarkOpen, destination: place))
    }
    for set in generated?.strings ?? [] { strings.set(set.name, set.text, isFirst: note.isFirst) }
    if content.changesPageCounter { pageCounterChanges[page].append(content) }
  }
}

extension ContentStyle {
  /// Whether an element changes the number of the page that it begins on.
  var changesPageCounter: Bool {
    func isPage(_ change: CounterChange) -> Bool { change.name == "page" }
    return counterReset.contains(where: isPage) || counterIncrement.contains(where: isPage)
      || counterSet.contains(where: isPage)
  }

  /// Whether a page must know of an element with this style.
  var isNoted: Bool {
    bookmarkLevel != nil || !stringSet.isEmpty || changesCounters && changesPageCounter
  }
}

/// Named values as they stand on each page: those of `string()` and `element()` (css-gcpm-3 §1.1.2, §1.2.2).
struct PageValues<Value> {
  private struct Page {
    /// From the pages before.
    var entry: Value?
    /// Set by the first thing that shows on the page.
    var start: Value?
    var first: Value?
    var last: Value?
  }
  private var pages: [[String: Page]] = []

  mutating func beginPage() {
    pages.append((pages.last ?? [:]).mapValues { Page(entry: $0.last ?? $0.entry) })
  }

  mutating func set(_ name: String, _ value: Value, isFirst: Bool) {
    guard let page = pages.indices.last else { return }
    var values = pages[page][name] ?? Page()
    if isFirst, values.start == nil { values.start = value }
    if values.first == nil { values.first = value }
    values.last = value
    pages[page][name] = values
  }

  /// - Parameter page: from 0.
  func value(_ name: String, page: Int, at position: ContentItem.NamedPosition) -> Value? {
    guard pages.indices.contains(page), let values = pages[page][name] else { return nil }
    switch position {
    case .first: return values.first ?? values.entry
    case .start: return values.start ?? values.entry
    case .last: return values.last ?? values.entry
    case .firstExcept: return values.first == nil ? values.entry : nil
    }
  }
}
