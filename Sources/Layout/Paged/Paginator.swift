import Markup
import Resources
import Style
import TextShaping

/// Sets one page after another (css-page-3): each at its own size, from where the one before stopped.
struct Paginator {
  var flow: Flow
  let root: BoxID
  var limits: LayoutEngine.Limits
  /// Is told the number of pages after each one.
  var progress: ((_ pages: Int) -> Void)?
  private var collector: PageCollector
  /// Where the flow goes on after the page in progress.
  private var nextToken: BreakToken?

  init(flow: Flow, root: BoxID, limits: LayoutEngine.Limits) {
    self.flow = flow
    self.root = root
    self.limits = limits
    collector = PageCollector(document: flow.document.document)
  }

  /// Sets all pages, then what depends on them all: fixed boxes and margin boxes.
  mutating func run() throws(LayoutError) -> LaidOutDocument {
    try setPages()
    let notes = DocumentNotes(collector.records, flow: flow)
    collector.finishCanvases()
    var counters = PageCounters(pageCount: collector.records.count)
    let margins = MarginBoxes(notes: notes)
    for number in collector.records.indices {
      collector.addFixedBoxes(on: number, flow: &flow) { _, _ in }
      let values = counters.next(collector.records[number], changes: notes.pageCounterChanges[number], flow: flow)
      margins.add(to: number, counters: values, collector: &collector, flow: &flow)
      collector.records[number].page.label = values.label(on: collector.records[number].style, page: number, flow)
    }
    PageLabels.drop(from: &collector.records)
    return LaidOutDocument(
      pages: collector.records.map(\.page), texts: flow.texts, styles: flow.document.styles, destinations: notes.destinations,
      outline: notes.outline, warnings: flow.warnings)
  }

  // MARK: - Pages

  private mutating func setPages() throws(LayoutError) {
    var token: BreakToken?
    var isFlowing = true
    repeat {
      let forced = Self.forcedBreak(in: token)
      if needsBlankPage(before: forced) { try addPage(start: token, isBlank: true, isFlowing: false) }
      try addPage(start: token, isBlank: false, isFlowing: isFlowing)
      token = nextToken
      if let failure = flow.failure { throw failure }
      isFlowing = token != nil
    } while token != nil || !collector.waiting.isEmpty
  }

  private mutating func addPage(start token: BreakToken?, isBlank: Bool, isFlowing: Bool) throws(LayoutError) {
    let index = collector.records.count
    guard index < limits.pages else {
      throw LayoutError(code: .tooManyPages, message: "The document has more than \(limits.pages) pages.", line: nil)
    }
    let name = pageName(from: token, isFlowing: isFlowing || isBlank)
    let group = indexInGroup(name, token, isBlank: isBlank)
    let query = PageQuery(
      index: index, name: name, isFirst: index == 0 || group == 0, isRight: isRight(index), isBlank: isBlank, indexInGroup: group)
    let style = flow.document.pageStyle(query)
    flow.fragments.removeAll()
    collector.beginPage(style, name: name, start: isBlank ? nil : token, isBlank: isBlank, root: root, flow: &flow)
    collector.records[index].indexInGroup = group
    nextToken = isBlank ? token : nil
    let area = collector.records[index].area
    let content = isFlowing ? setFlow(from: token, in: Size(width: area.width, height: area.height)) : nil
    collector.collect(content, of: root, flow: &flow)
    progress?(collector.records.count)
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
    let isNextRight = isRight(collector.records.count)
    switch forced {
    case .left: return isNextRight
    case .right: return !isNextRight
    case .recto: return isNextRight == isRTL
    case .verso: return isNextRight != isRTL
    default: return false
    }
  }

  /// The used `page` of what comes first on a page (css-page-3 §9); pages for positioned boxes alone keep the last name.
  private func pageName(from token: BreakToken?, isFlowing: Bool) -> String? {
    guard flow.tree.usesNamedPages else { return nil }
    if isFlowing { return flow.pageName(startOf: token.map { Self.innermost($0).box } ?? root) }
    let resumed = collector.waiting.lazy.compactMap(\.token).first
    return resumed.map { flow.pageName(startOf: Self.innermost($0).box) } ?? collector.records.last?.name
  }

  /// The page's place in its page group, from 0 (css-gcpm-3 §2.4): pages in a row with one name, a new group beginning where
  /// an element begins that has the name of its own.
  private func indexInGroup(_ name: String?, _ token: BreakToken?, isBlank: Bool) -> Int {
    guard let last = collector.records.last else { return 0 }
    guard name != nil, last.name == name else { return name == last.name ? last.indexInGroup + 1 : 0 }
    if !isBlank, !last.isBlank, let token, startsGroup(Self.innermost(token)) { return 0 }
    return last.indexInGroup + 1
  }

  private func startsGroup(_ token: BreakToken) -> Bool {
    guard case .before = token.position else { return false }
    var box = token.box
    while true {
      if flow[box].box.pageName != nil { return true }
      guard flow.tree[box].kind == .block, !flow.tree[box].hasLines,
        let first = flow.tree.children(of: box).first(where: { !flow.isOutOfFlow($0) && !flow.isFloat($0) })
      else { return false }
      box = first
    }
  }
}
