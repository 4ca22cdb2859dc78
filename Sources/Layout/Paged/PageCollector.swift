import Markup
import Resources
import Style

/// Converts the fragments of the current page to a `Page`: flat, with absolute coordinates, links and the positions of
/// elements.
struct PageCollector {
  let document: Document
  private var canvas = PageCanvas()
  /// The finished pages and the current one.
  var records: ContiguousArray<PageRecord> = []
  /// Absolutely positioned boxes that continue or start on a later page.
  var waiting: [WaitingBox] = []
  /// Positioned boxes that continue on the next page: px of their padding box on earlier pages.
  var openBoxes: [BoxID: Double] = [:]
  var inlineContainers = InlineContainers()
  /// Boxes positioned relative to the bottom of a positioned box that has not ended.
  var bottomPositioned: [BoxID: [(origin: BoxOrigin, alignment: StaticAlignment?, area: ContainingBlock?)]] = [:]
  /// Boxes with `position: fixed`, which appear on every page, and their static positions.
  var fixedBoxes = FixedBoxes()
  /// The elements that contain boxes that are added apart from their places in the tree of fragments.
  var apartContainers: Set<NodeID> = []
  var columns = Columns()
  var leftOut = LeftOutBoxes()
  /// The containing blocks of positioned inline boxes on the current page.
  var inlineParts: [BlockPlace: [NodeID: InlineParts]] = [:]
  /// The footnotes called on the current page.
  var calledFootnotes: [BoxID] = []
  /// A page contains boxes that belong to other pages, so that no page can be laid out again separately.
  var sharesBoxesAcrossPages = false

  /// The document's fragment on each page contains one that is turned, which contains all others.
  private var hasTurnedPages = false

  init(document: Document) { self.document = document }

  /// The state of a walk through fragments.
  struct Place {
    var x, y: Double
    var containing: ContainingBlock
    /// The nearest element.
    var node: NodeID
    /// The innermost column.
    var column: ColumnPlace?
    /// The innermost fragment of a box with its place on the page.
    var block: BlockPlace?
    /// The window on sliced content.
    var window: Rect?
    /// The innermost fragment on the page, which contains those that are added.
    var fragment = UInt32(PageCollector.documentIndex)
    /// The area of the innermost link, which need not be repeated for what is in it.
    var link: LinkPlace?
    /// How the coordinates become those of the page, in transformed boxes.
    var transform = AffineTransform.identity
  }

  /// An area of a link on the page.
  struct LinkPlace {
    /// The index of the link in `BoxTree.links`.
    let number: UInt32
    let area: Rect

    /// Whether the middle of a frame is in the area.
    func contains(_ frame: Rect) -> Bool {
      let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
      return area.x <= x && x <= area.maxX && area.y <= y && y <= area.maxY
    }
  }

  /// The containing block of absolutely positioned boxes.
  struct ContainingBlock {
    /// A padding box on the page, at a negative y if it started on an earlier page.
    var rect: Rect
    /// `.none` for the initial containing block.
    var box: BoxID
    /// The column that contains it, if it breaks between columns.
    var column: ColumnPlace?
    /// It continues on the next page or in the next column, so its height is not known yet.
    var isOpen = false
    /// For an area of a grid, the distance from the top of the grid's padding box to that of the area, px.
    var areaTop: Double?
    /// Whether the box's content is clipped, so that what extends over the end of the page is not visible.
    var isClipped = false
    /// Whether a box in the innermost column clips it.
    var isClippedInColumn = false
    /// What the page shows of the monolithic content that contains it, if that is sliced.
    var window: Rect?
    /// It is the containing block of fixed boxes (css-transforms-1 §3).
    var holdsFixed = false
    /// The innermost box that contains it and is painted as a group, such as a transformed one.
    var group = BoxID.none
    /// How its coordinates become those of the page, if a transformed box that contains it is on this page as a whole.
    var transform: AffineTransform?
    /// The block that holds the lines of a positioned inline box, and the element of that box.
    var inline: InlinePlace?
  }

  /// The index of the document's fragment on each page, after the sheet's.
  static let documentIndex = 1

  /// Starts a page with its sheet and canvas.
  mutating func beginPage(
    _ style: PageStyle, name: String?, start: BreakToken?, isBlank: Bool, root: BoxID, context: inout LayoutContext
  ) {
    inlineParts = [:]
    let size = Size(width: style.width, height: style.height)
    let box = style.box
    let outset = style.outset
    let pageArea = Rect(
      x: outset + box.margin.left + box.border.left + box.padding.left,
      y: outset + box.margin.top + box.border.top + box.padding.top,
      width: box.contentWidth, height: box.contentHeight)
    let area = context.document.pageTurn?.turned(pageArea) ?? pageArea
    var page = Page(size: size)
    page.rotation = style.rotation
    page.area = pageArea
    if outset > 0 {
      page.trim = Rect(x: outset, y: outset, width: box.width, height: box.height)
      page.bleed = style.bleed
    }
    if let last = records.last { page.fragments.reserveCapacity(last.page.fragments.count + Self.marginFragments) }
    page.fragments.append(canvas.sheet(style, size: size, context: &context))
    let origin = Point(x: area.x, y: area.y - documentHeight)
    page.fragments.append(
      canvas.document(
        root: root, page: style, pageArea: pageArea,
        positioning: Rect(x: origin.x, y: origin.y, width: area.width, height: area.height), context: &context))
    if let turn = context.document.pageTurn {
      page.fragments.append(
        Fragment(
          frame: area, style: context.document.turnedStyle(StyleID(0), turn), node: .none, subtreeEnd: 0,
          content: .group))
    }
    var record = PageRecord(page: page, style: style, name: name, start: start, area: area, isBlank: isBlank)
    record.hasFixedCanvas = PageCanvas.isFixed(context, root: root)
    record.above = documentHeight
    record.openBoxes = openBoxes
    records.append(record)
  }

  /// Removes a page and all later ones.
  mutating func restart(at number: Int) {
    openBoxes = records.indices.contains(number) ? records[number].openBoxes : [:]
    records.removeSubrange(number...)
    waiting = []
    bottomPositioned = [:]
    inlineContainers = InlineContainers()
    columns.restart(at: number)
  }

  /// Reuses a page from an earlier pass.
  mutating func take(_ record: PageRecord, next: [BoxID: Double]) {
    records.append(record)
    openBoxes = next
  }

  /// px; the height of all pages so far, one below the other.
  var documentHeight: Double { records.last.map { $0.above + $0.height } ?? 0 }

  /// Adds the document's flow, and what earlier pages left over, to the current page.
  mutating func collect(_ content: FragmentID?, of rootBox: BoxID, context: inout LayoutContext) {
    let number = records.count - 1
    let area = records[number].area
    let leftOver = waiting
    if !records[number].isBlank { waiting = [] }
    if let content {
      let root = context.page.fragments[content]
      records[number].rootTop = root.y
      records[number].rootHeight = root.height
      (records[number].rootX, records[number].rootWidth) = (root.x, root.width)
      if let box = PageCanvas.canvasBox(context, root: rootBox) {
        let bare = context.document.withoutBackground(context.tree[box].style)
        for index in context.page.fragments.entries.indices where context.page.fragments.entries[index].box == box {
          context.page.fragments.entries[index].style = bare
        }
      }
      if context.document.mirrorsPages { context.mirrorPage(content, extent: area.height) }
      let place = Place(
        x: area.x, y: area.y, containing: initialContainingBlock(from: number), node: .none,
        transform: pageTransform(number, context))
      walk(content, place, on: number, context: &context)
    }
    if !records[number].isBlank { layoutWaiting(leftOver, context: &context) }
  }

  /// Sets the height of each page's canvas to that of the root, and closes the document's fragment on each page.
  ///
  /// - Parameters:
  ///   - turn: how the pages are turned.
  ///   - isMirrored: whether their blocks follow one another in the other direction.
  mutating func finishCanvases(turn: BoxTurn?, isMirrored: Bool) {
    hasTurnedPages = turn != nil
    var bottom = 0.0
    for record in records where record.rootHeight > 0 {
      bottom = max(bottom, record.above + record.rootTop + record.rootHeight)
    }
    let root = records.first { $0.rootHeight > 0 }
    for number in records.indices {
      let index = Self.documentIndex
      if case .canvas(var box, let hasBorder) = records[number].page.fragments[index].content {
        if !records[number].hasFixedCanvas {
          box.height = max(0, bottom)
          if let root {
            box = Rect(
              x: box.x + root.rootX, y: box.y + root.rootTop, width: root.rootWidth, height: box.height - root.rootTop)
          }
          if let turn { box = turn.onPage(box, area: records[number].area, isMirrored: isMirrored) }
        }
        records[number].page.fragments[index].content = .canvas(box: box, hasBorder: hasBorder)
      }
      closeDocument(number)
    }
  }

  /// Extends the document's fragment over all fragments so far.
  mutating func closeDocument(_ number: Int) {
    let end = UInt32(records[number].page.fragments.count)
    records[number].page.fragments[0].subtreeEnd = end
    records[number].page.fragments[Self.documentIndex].subtreeEnd = end
    if hasTurnedPages { records[number].page.fragments[Self.documentIndex + 1].subtreeEnd = end }
  }

  /// Adds a separate fragment to a page at its own position.
  mutating func append(_ fragment: FragmentID, on number: Int, context: inout LayoutContext) {
    let place = Place(
      x: 0, y: 0, containing: initialContainingBlock(from: number), node: .none,
      transform: pageTransform(number, context))
    walk(fragment, place, on: number, context: &context)
  }

  /// Adds a fragment with a containing block of its own for absolutely positioned boxes. These stay on its page.
  mutating func append(
    _ fragment: FragmentID, holding containingBlock: Rect, on number: Int, context: inout LayoutContext
  ) {
    let containing = ContainingBlock(rect: containingBlock, box: .none, isClipped: true)
    walk(fragment, Place(x: 0, y: 0, containing: containing, node: .none), on: number, context: &context)
  }
}
