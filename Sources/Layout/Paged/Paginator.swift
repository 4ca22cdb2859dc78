import Markup
import Resources
import Style
import TextShaping

/// Lays out one page after another (css-page-3), each at its own size.
struct Paginator: ~Copyable {
  var context: LayoutContext
  let root: BoxID
  var limits: LayoutEngine.Limits
  private let maxPages: Int
  private let maxFragments: Int
  /// Called with the number of pages after each one.
  var progress: ((_ pages: Int) -> Void)?
  var collector: PageCollector
  /// Where the flow resumes after the current page.
  var nextToken: BreakToken?
  /// The footnotes that wait for the current or next page.
  var footnotes = FootnoteQueue()
  /// The footnotes that wait and all that have started.
  var begunFootnotes: Set<BoxID> = []
  /// Whether a break before the first box demands that the first page is a right page; nil without such a break.
  let startsRight: Bool?
  /// The fragments of all pages so far.
  private var fragments = 0
  /// The boxes of footnote areas, by their style.
  var footnoteBoxes: [StyleID: BoxID] = [:]

  init(context: consuming LayoutContext, root: BoxID, limits: LayoutEngine.Limits) {
    self.root = root
    self.limits = limits
    let (boxes, bytes) = (context.tree.boxes.count, context.document.document.bytes.count)
    maxPages = limits.pages(boxes: boxes, bytes: bytes)
    maxFragments = limits.fragments(boxes: boxes, bytes: bytes)
    collector = PageCollector(document: context.document.document)
    startsRight = Self.startsRight(
      context.breaksAtStart(of: root), isRTL: context[root].text.direction == .rightToLeft)
    self.context = context
  }

  /// Lays out all pages, then fixed boxes and margin boxes, which depend on the number of pages.
  mutating func run() throws(LayoutError) -> LaidOutDocument {
    try layoutPages(reusing: [], except: [])
    let values = try resolvePageReferences()
    for warning in collector.leftOut.warnings(in: collector.document) { context.diagnostics.add(warning) }
    collector.finishCanvases(turn: context.document.pageTurn, isMirrored: context.document.mirrorsPages)
    reserveMarginBoxes()
    let margins = MarginBoxes(values: values, root: root)
    fragments = 0
    for number in collector.records.indices {
      collector.addFixedBoxes(on: number, context: &context) { box, context in
        values.update(in: box, page: number, &context)
        return values.owned[box] != nil
      }
      margins.add(to: number, collector: &collector, context: &context)
      PrinterMarks.add(to: &collector.records[number])
      try countFragments(of: number)
      collector.records[number].page.label = values.counters[number].label(on: collector.records[number].style, context)
    }
    PageLabels.drop(from: &collector.records)
    context.effort.fragments = collector.records.reduce(0) { $0 + $1.page.fragments.count }
    return LaidOutDocument(
      pages: collector.records.map(\.page), texts: context.texts, styles: context.document.styles,
      destinations: values.positions.destinations, outline: values.outline(context.document),
      diagnostics: context.diagnostics.entries,
      effort: context.effort)
  }

  /// Reserves capacity for all margin boxes at once, so that the arrays do not double their capacity for a few boxes.
  private mutating func reserveMarginBoxes() {
    let count = collector.records.reduce(0) { $0 + $1.style.marginBoxes.count }
    context.tree.boxes.reserveCapacity(context.tree.boxes.count + count)
    context.tree.inlines.reserveCapacity(context.tree.inlines.count + count)
  }

  /// The maximum number of passes to determine the page numbers in the text.
  private static let maxPasses = 6

  /// Lays out pages again until their references are correct.
  private mutating func resolvePageReferences() throws(LayoutError) -> ReferenceValues {
    var values = ReferenceValues(collector.records, context: context)
    guard !context.tree.references.isEmpty else { return values }
    for _ in 1..<Self.maxPasses {
      let changed = values.update(&context)
      guard !changed.isEmpty else { return values }
      let sharesBoxesAcrossPages = collector.sharesBoxesAcrossPages
      let old = sharesBoxesAcrossPages ? [] : collector.records
      collector.restart(at: sharesBoxesAcrossPages ? 0 : changed.min() ?? 0)
      try layoutPages(reusing: old, except: changed)
      values = ReferenceValues(collector.records, context: context)
    }
    context.warn(
      "page_numbers_not_settled", "Page numbers in the text did not settle in \(Self.maxPasses) passes", root)
    return values
  }

  // MARK: - Pages

  /// Lays out the pages that follow those in the collector.
  ///
  /// - Parameters:
  ///   - old: the pages of an earlier pass, reused if their input has not changed.
  ///   - changed: the numbers of pages whose content has changed since.
  private mutating func layoutPages(reusing old: ContiguousArray<PageRecord>, except changed: Set<Int>)
    throws(LayoutError)
  {
    var token = old.indices.contains(collector.records.count) ? old[collector.records.count].start : nil
    footnotes =
      old.indices.contains(collector.records.count) ? old[collector.records.count].footnotesBefore : FootnoteQueue()
    begunFootnotes = Set(collector.records.flatMap(\.footnotes) + footnotes.boxes())
    fragments = collector.records.reduce(0) { $0 + $1.pieces }
    repeat {
      let index = collector.records.count
      if old.indices.contains(index), !changed.contains(index), old[index].start == token,
        old[index].above == collector.documentHeight, old[index].footnotesBefore == footnotes
      {
        collector.take(old[index], next: old.indices.contains(index + 1) ? old[index + 1].openBoxes : [:])
        token = index + 1 < old.count ? old[index + 1].start : nil
        footnotes = index + 1 < old.count ? old[index + 1].footnotesBefore : FootnoteQueue()
        begunFootnotes.formUnion(old[index].footnotes)
        begunFootnotes.formUnion(footnotes.boxes(since: old[index].footnotesBefore))
      } else {
        if needsBlankPage(before: Self.forcedBreak(in: token)) {
          try addPage(start: token, isBlank: true, isFlowing: false)
        }
        try addPage(start: token, isBlank: false, isFlowing: index == 0 || token != nil)
        token = nextToken
      }
      try countFragments(of: collector.records.count - 1)
      if let failure = context.failure { throw failure }
    } while token != nil || !collector.waiting.isEmpty || !footnotes.isEmpty
  }

  private mutating func addPage(start token: BreakToken?, isBlank: Bool, isFlowing: Bool) throws(LayoutError) {
    let index = collector.records.count
    guard index < maxPages else {
      let reason = maxPages < limits.pages ? ", which is the limit for so little content" : ""
      throw LayoutError(
        code: .tooManyPages, message: "The document has more than \(maxPages) pages\(reason).", line: nil)
    }
    let name = pageName(from: token, isFlowing: isFlowing || isBlank)
    let group = indexInGroup(name, token, isBlank: isBlank)
    let query = PageQuery(
      index: index, name: name, isFirst: index == 0 || group == 0, isRight: isRight(index), isBlank: isBlank,
      indexInGroup: group)
    let style = context.document.pageStyle(query)
    if context.document.hasTooManyPageStyles {
      context.warn(
        "page_style_limit",
        "The page rules combine in too many ways; those with names or :nth() do not apply to all pages", root)
    }
    if style.box.ignoresMargins {
      context.warn("page_margins_ignored", "The margins of a page leave no space for its content and are ignored", root)
    } else if style.box.contentHeight < context[root].text.font.size {
      context.warn("low_page_area", "The margins of a page leave less space than a line of text, which is cut", root)
    }
    context.page.fragments.removeAll()
    collector.beginPage(style, name: name, start: token, isBlank: isBlank, root: root, context: &context)
    collector.records[index].indexInGroup = group
    nextToken = isBlank ? token : nil
    collector.records[index].footnotesBefore = footnotes
    let area = collector.records[index].area
    if context.tree.footnotes.isEmpty || isBlank {
      let content = isFlowing ? layoutFlow(from: token, in: Size(width: area.width, height: area.height)) : nil
      collector.collect(content, of: root, context: &context)
    } else {
      let notes = footnoteArea(on: collector.records[index])
      var (content, end): (FragmentID?, Double) = (nil, 0)
      if isFlowing { (content, end) = layoutFlow(from: token, above: notes) }
      collector.collect(content, of: root, context: &context)
      addFootnotes(in: notes, below: end)
    }
    context.releaseWords()
    collector.trimLastPage()
    progress?(collector.records.count)
  }

  /// Adds the fragments of a finished page to the number of all.
  /// - Throws: `tooManyFragments`, before they take more memory than the document may use.
  private mutating func countFragments(of page: Int) throws(LayoutError) {
    fragments += collector.records[page].pieces
    guard fragments > maxFragments else { return }
    throw LayoutError(
      code: .tooManyFragments,
      message: "The pages up to page \(page + 1) consist of more than \(maxFragments) fragments.", line: nil)
  }

  /// Lays out the document's flow on one page, and again if breaking at an earlier place on the page is better.
  mutating func layoutFlow(from token: BreakToken?, in area: Size) -> FragmentID? {
    var space = ConstraintSpace(width: area.width, height: area.height)
    space.fragmentainer = Fragmentainer(offset: 0, height: area.height, mustProgress: true)
    space.isContextRoot = true
    let margin = token == nil ? context.usedEdges(context.tree[root].style, containerWidth: area.width).margin.top : 0
    space.fragmentainer?.offset = margin
    if margin > 0 { space.fragmentainer = space.fragmentainer?.belowEdge() }
    context.page.width = area.width
    context.page.breaks.reset()
    var result = context.layout(root, space: space, from: token)
    if result.token != nil, let best = context.page.breaks.best, best.appeal > result.appeal {
      context.page.breaks.reset(target: best.place)
      context.page.fragments.removeAll()
      result = context.layout(root, space: space, from: token)
      context.page.breaks.reset()
    }
    nextToken = result.token
    guard result.fits else {
      // The page ends in the margin of the root, which the next one does not have.
      if margin > 0 { nextToken = BreakToken(box: root, position: .before) }
      return nil
    }
    context.page.fragments[result.fragment].x = result.marginLeft
    context.page.fragments[result.fragment].y = margin
    context.moveIfRelative(result.fragment, containerWidth: area.width, containerHeight: area.height)
    return result.fragment
  }
}
