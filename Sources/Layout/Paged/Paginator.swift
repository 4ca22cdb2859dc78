import Markup
import Resources
import Style
import TextShaping

/// Sets one page after another (css-page-3): each at its own size, from where the one before stopped.
struct Paginator {
  var flow: Flow
  let root: BoxID
  var limits: LayoutEngine.Limits
  var pages: [Page] = []
  /// Is told the number of pages after each one.
  var progress: ((_ pages: Int) -> Void)?
  private var queries: [(query: PageQuery, style: PageStyle)] = []
  private var collector: PageCollector

  init(flow: Flow, root: BoxID, limits: LayoutEngine.Limits) {
    self.flow = flow
    self.root = root
    self.limits = limits
    collector = PageCollector(document: flow.document.document)
  }

  /// Sets all pages, then their margin boxes, which may name the number of pages.
  mutating func run() throws(LayoutError) -> LaidOutDocument {
    var token: BreakToken?
    repeat {
      nextToken = nil
      let forced = Self.forcedBreak(in: token)
      let name = flow.pageName(startOf: token.map { Self.innermost($0).box } ?? root)
      if needsBlankPage(before: forced) { try addPage(name: name, isBlank: true) { _, _ in nil } }
      let resume = token
      try addPage(name: name, isBlank: false) { paginator, area in paginator.setFlow(from: resume, in: area) }
      token = nextToken
      if let failure = flow.failure { throw failure }
    } while token != nil
    let margins = MarginBoxes(pageCount: pages.count, collector: collector)
    for index in pages.indices {
      collector.addFixedBoxes(to: &pages[index], number: index, flow: &flow)
      margins.add(to: &pages[index], style: queries[index].style, number: index + 1, flow: &flow)
    }
    flow.effort.fragments = pages.reduce(0) { $0 + $1.fragments.count }
    return LaidOutDocument(
      pages: pages, texts: flow.texts, styles: flow.document.styles, destinations: collector.destinations,
      outline: collector.outline, warnings: flow.warnings, effort: flow.effort)
  }

  private var nextToken: BreakToken?

  // MARK: - One page

  private mutating func addPage(
    name: String?, isBlank: Bool, set: (inout Paginator, Size) -> FragmentID?
  ) throws(LayoutError) {
    let index = pages.count
    guard index < limits.pages else {
      throw LayoutError(code: .tooManyPages, message: "The document has more than \(limits.pages) pages.", line: nil)
    }
    let query = PageQuery(index: index, name: name, isFirst: index == 0, isRight: isRight(index), isBlank: isBlank)
    let style = flow.document.pageStyle(query)
    let edges = flow.usedEdges(style.style, containerWidth: style.width)
    let area = Rect(
      x: edges.margin.left + edges.left, y: edges.margin.top + edges.top,
      width: max(1, style.width - edges.margin.left - edges.margin.right - edges.left - edges.right),
      height: max(1, style.height - edges.margin.top - edges.margin.bottom - edges.top - edges.bottom))
    flow.fragments.removeAll()
    let content = set(&self, Size(width: area.width, height: area.height))
    var page = Page(size: Size(width: style.width, height: style.height))
    collector.collect(content, area: area, pageStyle: style, edges: edges, into: &page, number: index, flow: &flow)
    pages.append(page)
    progress?(pages.count)
    queries.append((query, style))
  }

  /// Sets the document's flow on one page, once more where that gives a better break.
  private mutating func setFlow(from token: BreakToken?, in area: Size) -> FragmentID? {
    var space = BlockSpace(width: area.width, height: area.height)
    space.page = PageSpace(offset: 0, height: area.height, mustProgress: true)
    space.isContextRoot = true
    let margin = token == nil ? flow.usedEdges(flow.tree[root].style, containerWidth: area.width).margin.top : 0
    space.page?.offset = margin
    flow.breaks.reset()
    var result = flow.layout(root, space: space, from: token)
    if result.token != nil, let best = flow.breaks.best, best.appeal > result.appeal {
      flow.breaks.reset(target: best.place)
      flow.fragments.removeAll()
      result = flow.layout(root, space: space, from: token)
      flow.breaks.reset()
    }
    nextToken = result.token
    guard result.fits else { return nil }
    flow.fragments[result.fragment].x = result.marginLeft
    flow.fragments[result.fragment].y = margin
    flow.moveIfRelative(result.fragment, containerWidth: area.width, containerHeight: area.height)
    return result.fragment
  }

  // MARK: - Between pages

  private static func innermost(_ token: BreakToken) -> BreakToken {
    token.innermost
  }

  private static func forcedBreak(in token: BreakToken?) -> BoxStyle.Break { token.map { innermost($0).forced } ?? .auto }

  private var isRTL: Bool { flow[root].text.direction == .rightToLeft }

  /// The first page is a right one where pages run left to right, a left one where they run the other way.
  private func isRight(_ index: Int) -> Bool { (index % 2 == 0) != isRTL }

  /// True where a break to a left or right page falls on the wrong side (css-break-3 §3.1).
  private func needsBlankPage(before forced: BoxStyle.Break) -> Bool {
    let isNextRight = isRight(pages.count)
    switch forced {
    case .left: return isNextRight
    case .right: return !isNextRight
    case .recto: return isNextRight == isRTL
    case .verso: return isNextRight != isRTL
    default: return false
    }
  }
}
