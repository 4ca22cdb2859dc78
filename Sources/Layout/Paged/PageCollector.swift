import Markup
import Resources
import Style

/// Turns the fragments of a page in progress into a `Page`: flat and absolute, with links and notes.
struct PageCollector {
  let document: Document
  private var canvas = PageCanvas()
  /// The pages that are set, the one in progress last.
  var records: ContiguousArray<PageRecord> = []
  /// Absolutely positioned boxes that go on, or begin, on a later page.
  var waiting: [WaitingBox] = []
  /// Positioned boxes that go on over the page: px of their padding box that earlier pages hold.
  var openBoxes: [BoxID: Double] = [:]
  /// Boxes that are placed from the bottom of a positioned box that has not ended yet.
  var hanging: [BoxID: [(box: BoxID, alignment: StaticAlignment?)]] = [:]
  /// Footnotes that are called on the page in progress.
  var calledFootnotes: [BoxID] = []
  /// True where a page holds boxes that pages before or after it brought about: none can be set alone.
  var isEntangled = false

  init(document: Document) { self.document = document }

  /// Where a walk stands.
  struct Place {
    var x, y: Double
    var containing: ContainingBlock
    /// The nearest element.
    var node: NodeID
  }

  /// What absolutely positioned boxes are placed in.
  struct ContainingBlock {
    /// A padding box on the page, at a negative y where it began on an earlier page.
    var rect: Rect
    /// `.none` for the initial containing block.
    var box: BoxID
    /// It goes on over the page, so its height is not known yet.
    var isOpen = false
    /// Something cuts its content off: what reaches over the page's end is not to be seen.
    var isClipped = false
    /// Boxes of position `fixed` stand in it (css-transforms-1 §3).
    var holdsFixed = false
  }

  /// The document's fragment in each page's array, after the sheet's.
  static let documentIndex = 1

  /// Room that is kept for margin boxes' fragments on each page: they come last, and would have a full array made anew.
  private static let marginFragments = 16

  /// Gives back the room that the last page's fragments do not take.
  mutating func trimLastPage() {
    let number = records.count - 1
    let count = records[number].page.fragments.count + Self.marginFragments
    guard records[number].page.fragments.capacity > count + count / 8 else { return }
    var fragments = ContiguousArray<Fragment>()
    fragments.reserveCapacity(count)
    fragments += records[number].page.fragments
    records[number].page.fragments = fragments
  }

  /// Begins a page: its sheet and its canvas.
  mutating func beginPage(
    _ style: PageStyle, name: String?, start: BreakToken?, isBlank: Bool, root: BoxID, flow: inout Flow
  ) {
    let size = Size(width: style.width, height: style.height)
    let box = style.box
    let outset = style.outset
    let area = Rect(
      x: outset + box.margin.left + box.border.left + box.padding.left,
      y: outset + box.margin.top + box.border.top + box.padding.top,
      width: box.contentWidth, height: box.contentHeight)
    var page = Page(size: size)
    page.rotation = style.rotation
    if outset > 0 {
      page.trim = Rect(x: outset, y: outset, width: box.width, height: box.height)
      page.bleed = style.bleed
    }
    if let last = records.last { page.fragments.reserveCapacity(last.page.fragments.count + Self.marginFragments) }
    page.fragments.append(canvas.sheet(style, size: size, flow: &flow))
    let origin = Point(x: area.x, y: area.y - documentHeight)
    page.fragments.append(canvas.document(root: root, page: style, area: area, origin: origin, flow: &flow))
    var record = PageRecord(page: page, style: style, name: name, start: start, area: area, isBlank: isBlank)
    record.above = documentHeight
    record.openBoxes = openBoxes
    records.append(record)
  }

  /// Forgets a page and all after it.
  mutating func restart(at number: Int) {
    openBoxes = records.indices.contains(number) ? records[number].openBoxes : [:]
    records.removeSubrange(number...)
    waiting = []
    hanging = [:]
  }

  /// Takes a page over that was set before.
  mutating func take(_ record: PageRecord, next: [BoxID: Double]) {
    records.append(record)
    openBoxes = next
  }

  /// px of all pages so far, one below the other.
  var documentHeight: Double { records.last.map { $0.above + $0.height } ?? 0 }

  /// The initial containing block, seen from a page: the first page's area (CSS 2.2 §10.1).
  func initialContainingBlock(from page: Int) -> ContainingBlock {
    let first = records[0].area
    let area = records[page].area
    return ContainingBlock(
      rect: Rect(x: area.x, y: area.y - records[page].above, width: first.width, height: first.height), box: .none)
  }

  /// Adds the document's flow to the page in progress, and what earlier pages left over.
  mutating func collect(_ content: FragmentID?, of rootBox: BoxID, flow: inout Flow) {
    let number = records.count - 1
    let area = records[number].area
    let leftOver = waiting
    if !records[number].isBlank { waiting = [] }
    if let content {
      let root = flow.fragments[content]
      records[number].rootTop = root.y
      records[number].rootHeight = root.height
      if let box = PageCanvas.canvasBox(flow, root: rootBox) {
        let bare = flow.document.withoutBackground(flow.tree[box].style)
        for index in flow.fragments.entries.indices where flow.fragments.entries[index].box == box {
          flow.fragments.entries[index].style = bare
        }
      }
      let place = Place(x: area.x, y: area.y, containing: initialContainingBlock(from: number), node: .none)
      walk(content, place, on: number, flow: &flow)
    }
    if !records[number].isBlank { set(leftOver, flow: &flow) }
  }

  /// Gives the canvas of each page the root's whole height, and closes the document's part of the pages.
  mutating func finishCanvases() {
    var bottom = 0.0
    for record in records where record.rootHeight > 0 {
      bottom = max(bottom, record.above + record.rootTop + record.rootHeight)
    }
    for number in records.indices {
      let index = Self.documentIndex
      if case .canvas(var box, let hasBorder) = records[number].page.fragments[index].content {
        if box != records[number].area { box.height = max(0, bottom) }
        records[number].page.fragments[index].content = .canvas(box: box, hasBorder: hasBorder)
      }
      closeDocument(number)
    }
  }

  /// All fragments so far are the document's.
  mutating func closeDocument(_ number: Int) {
    let end = UInt32(records[number].page.fragments.count)
    records[number].page.fragments[0].subtreeEnd = end
    records[number].page.fragments[Self.documentIndex].subtreeEnd = end
  }

  /// Adds a fragment that stands by itself on a page, at its own position.
  mutating func append(_ fragment: FragmentID, on number: Int, flow: inout Flow) {
    let place = Place(x: 0, y: 0, containing: initialContainingBlock(from: number), node: .none)
    walk(fragment, place, on: number, flow: &flow)
  }

  // MARK: - Walking

  /// Trees deeper than layout makes them are cut off.
  private static let deepest = 4 * Flow.deepestBox

  mutating func walk(_ id: FragmentID, _ place: Place, on number: Int, depth: Int = 0, flow: inout Flow) {
    guard depth < Self.deepest, flow.stack.hasRoom else { return }
    let entry = flow.fragments[id]
    let x = place.x + entry.x
    let y = place.y + entry.y
    let frame = Rect(x: x, y: y, width: entry.width, height: entry.height)
    var inner = Place(x: x, y: y, containing: place.containing, node: entry.node.isNone ? place.node : entry.node)
    let index = records[number].page.fragments.count
    var closes = false
    note(entry, frame, on: number, flow)
    switch entry.content {
    case .position: break
    case .outOfFlow:
      placeOutOfFlow(entry.box, at: Point(x: x, y: y), inner, on: number, flow: &flow)
      return
    case .alignedOutOfFlow(let area):
      let point = Point(x: x, y: y)
      let (rect, alignment) = flow.staticAlignment(area, of: entry.box, at: point, containing: place.containing.rect)
      inner.containing.rect = rect
      placeOutOfFlow(entry.box, at: point, aligned: alignment, inner, on: number, flow: &flow)
      return
    case .fragment(let content):
      append(entry, frame, content, on: number)
      if case .control = content { show(inner.node, on: number) }
      closes = enterContainingBlock(&inner, entry, frame, flow)
    case .text(var slice, let ascent):
      slice.baseline = y + ascent
      append(entry, frame, .text(slice), on: number)
      addLink(entry.link, frame, on: number, flow)
      show(inner.node, on: number)
    case .layer(let area):
      let area = Rect(x: x + area.x, y: y + area.y, width: area.width, height: area.height)
      append(entry, frame, .layer(area: area), on: number)
    case .image(let image):
      let area = Rect(x: x + image.area.x, y: y + image.area.y, width: image.area.width, height: image.area.height)
      append(entry, frame, content(of: flow.tree.replaced[Int(image.replaced)], area), on: number)
      addLink(entry.link, frame, on: number, flow)
      show(inner.node, on: number)
    }
    var child = entry.firstChild
    while !child.isNone {
      walk(child, inner, on: number, depth: depth + 1, flow: &flow)
      child = flow.fragments[child].nextSibling
    }
    if closes { leaveContainingBlock(inner, entry, frame, on: number, flow: &flow) }
    if case .position = entry.content { return }
    records[number].page.fragments[index].subtreeEnd = UInt32(records[number].page.fragments.count)
  }

  private mutating func append(_ entry: FragmentArena.Entry, _ frame: Rect, _ content: Fragment.Content, on number: Int)
  {
    var fragment = Fragment(
      frame: frame, style: entry.style, node: entry.node, subtreeEnd: 0, edges: entry.edges, content: content)
    fragment.isMarker = entry.isMarker
    records[number].page.fragments.append(fragment)
  }

  private mutating func show(_ node: NodeID, on number: Int) {
    if records[number].firstNode.isNone { records[number].firstNode = node }
  }

  private func content(of replaced: ReplacedContent, _ area: Rect) -> Fragment.Content {
    switch replaced.kind {
    case .image(let image): .image(image, content: area)
    case .control(let control): .control(control)
    case .leader: .group
    case .generated: .generated(content: area)
    case .blank: .box
    }
  }

  private mutating func addLink(_ link: UInt32, _ frame: Rect, on number: Int, _ flow: borrowing Flow) {
    guard link != Box.absent else { return }
    let target = flow.tree.links[Int(link)]
    if let last = records[number].page.links.last, last.target == target, abs(last.frame.y - frame.y) < 0.5,
      abs(last.frame.maxX - frame.x) < 1
    {
      records[number].page.links[records[number].page.links.count - 1].frame.width = frame.maxX - last.frame.x
    } else {
      let node = flow.tree.linkNodes[Int(link)]
      records[number].page.links.append(LinkArea(frame: frame, target: target, node: node, place: document.place(node)))
    }
  }

  private mutating func note(_ entry: FragmentArena.Entry, _ frame: Rect, on number: Int, _ flow: borrowing Flow) {
    guard !entry.node.isNone else { return }
    if case .outOfFlow = entry.content, flow.tree.footnotes.contains(entry.box) {
      let point = Point(x: frame.x, y: frame.y)
      return records[number].notes.append(PageNote(kind: .footnoteCall, node: entry.node, point: point, isFirst: false))
    }
    let isNoted =
      document.hasAttribute(entry.node, .id) || flow[entry.style].content.isNoted
      || document.isElement(entry.node, .a) && document.hasAttribute(entry.node, .name)
      || !flow.tree.watched.isEmpty && flow.tree.watched.contains(entry.node)
    guard isNoted, !isPlaceholder(entry) else { return }
    // The fragments of one element mostly follow each other: one note for a page is enough.
    if let last = records[number].notes.last, last.node == entry.node, case .element = last.kind { return }
    records[number].notes.append(
      PageNote(
        kind: .element(entry.style), node: entry.node, point: Point(x: frame.x, y: frame.y),
        isFirst: records[number].firstNode.isNone))
  }

  private func isPlaceholder(_ entry: FragmentArena.Entry) -> Bool {
    switch entry.content {
    case .outOfFlow, .alignedOutOfFlow: true
    default: false
    }
  }
}
