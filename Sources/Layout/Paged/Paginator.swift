import Markup
import Resources
import Style
import TextShaping

/// Sets one page after another (css-page-3): each at its own size, from where the one before stopped.
struct Paginator: ~Copyable {
  var flow: Flow
  let root: BoxID
  var limits: LayoutEngine.Limits
  /// Is told the number of pages after each one.
  var progress: ((_ pages: Int) -> Void)?
  var collector: PageCollector
  /// Where the flow goes on after the page in progress.
  var nextToken: BreakToken?
  /// Footnotes that wait for the page in progress or the next, and all that pages so far have taken up.
  var footnotes: [WaitingFootnote] = []
  var begunFootnotes: Set<BoxID> = []
  /// The boxes of footnote areas, by their style.
  var footnoteBoxes: [StyleID: BoxID] = [:]

  init(flow: consuming Flow, root: BoxID, limits: LayoutEngine.Limits) {
    self.root = root
    self.limits = limits
    collector = PageCollector(document: flow.document.document)
    self.flow = flow
  }

  /// Sets all pages, then what depends on them all: fixed boxes and margin boxes.
  mutating func run() throws(LayoutError) -> LaidOutDocument {
    try setPages(reusing: [], except: [])
    let values = try settleReferences()
    collector.finishCanvases()
    reserveMarginBoxes()
    let margins = MarginBoxes(values: values)
    for number in collector.records.indices {
      collector.addFixedBoxes(on: number, flow: &flow) { box, flow in values.update(in: box, page: number, &flow) }
      margins.add(to: number, collector: &collector, flow: &flow)
      PrinterMarks.add(to: &collector.records[number])
      collector.records[number].page.label = values.counters[number].label(on: collector.records[number].style, flow)
    }
    PageLabels.drop(from: &collector.records)
    flow.effort.fragments = collector.records.reduce(0) { $0 + $1.page.fragments.count }
    return LaidOutDocument(
      pages: collector.records.map(\.page), texts: flow.texts, styles: flow.document.styles,
      destinations: values.notes.destinations, outline: values.notes.outline, warnings: flow.warnings,
      effort: flow.effort)
  }

  /// Room for all margin boxes at once: arrays of all the document's boxes would be doubled for a few more.
  private mutating func reserveMarginBoxes() {
    let count = collector.records.reduce(0) { $0 + $1.style.marginBoxes.count }
    flow.tree.boxes.reserveCapacity(flow.tree.boxes.count + count)
    flow.tree.inlines.reserveCapacity(flow.tree.inlines.count + count)
  }

  /// Times that pages are set until text that speaks of pages says what is so.
  private static let mostPasses = 6

  /// Sets pages again until the references on them are right.
  private mutating func settleReferences() throws(LayoutError) -> ReferenceValues {
    var values = ReferenceValues(collector.records, flow: flow)
    guard !flow.tree.references.isEmpty else { return values }
    for _ in 1..<Self.mostPasses {
      let changed = values.update(&flow)
      guard !changed.isEmpty else { return values }
      let isEntangled = collector.isEntangled
      let old = isEntangled ? [] : collector.records
      collector.restart(at: isEntangled ? 0 : changed.min() ?? 0)
      try setPages(reusing: old, except: changed)
      values = ReferenceValues(collector.records, flow: flow)
    }
    flow.warn("Page numbers in the text did not settle in \(Self.mostPasses) passes", root)
    return values
  }

  // MARK: - Pages

  /// Sets the pages after those that the collector holds.
  /// - Parameters:
  ///   - old: the pages of an earlier pass, to be taken over where they would be set just the same.
  ///   - changed: numbers of pages whose content is no longer that of the earlier pass.
  private mutating func setPages(reusing old: ContiguousArray<PageRecord>, except changed: Set<Int>) throws(LayoutError)
  {
    var token = old.indices.contains(collector.records.count) ? old[collector.records.count].start : nil
    footnotes = old.indices.contains(collector.records.count) ? old[collector.records.count].footnotesBefore : []
    begunFootnotes = Set(collector.records.flatMap(\.footnotes) + footnotes.map(\.box))
    repeat {
      let index = collector.records.count
      if old.indices.contains(index), !changed.contains(index), old[index].start == token,
        old[index].above == collector.documentHeight, old[index].footnotesBefore == footnotes
      {
        collector.take(old[index], next: old.indices.contains(index + 1) ? old[index + 1].openBoxes : [:])
        token = index + 1 < old.count ? old[index + 1].start : nil
        footnotes = index + 1 < old.count ? old[index + 1].footnotesBefore : []
        begunFootnotes.formUnion(old[index].footnotes + footnotes.map(\.box))
      } else {
        if needsBlankPage(before: Self.forcedBreak(in: token)) {
          try addPage(start: token, isBlank: true, isFlowing: false)
        }
        try addPage(start: token, isBlank: false, isFlowing: index == 0 || token != nil)
        token = nextToken
      }
      if let failure = flow.failure { throw failure }
    } while token != nil || !collector.waiting.isEmpty || !footnotes.isEmpty
  }

  private mutating func addPage(start token: BreakToken?, isBlank: Bool, isFlowing: Bool) throws(LayoutError) {
    let index = collector.records.count
    guard index < limits.pages else {
      throw LayoutError(code: .tooManyPages, message: "The document has more than \(limits.pages) pages.", line: nil)
    }
    let name = pageName(from: token, isFlowing: isFlowing || isBlank)
    let group = indexInGroup(name, token, isBlank: isBlank)
    let query = PageQuery(
      index: index, name: name, isFirst: index == 0 || group == 0, isRight: isRight(index), isBlank: isBlank,
      indexInGroup: group)
    let style = flow.document.pageStyle(query)
    flow.fragments.removeAll()
    collector.beginPage(style, name: name, start: token, isBlank: isBlank, root: root, flow: &flow)
    collector.records[index].indexInGroup = group
    nextToken = isBlank ? token : nil
    collector.records[index].footnotesBefore = footnotes
    let area = collector.records[index].area
    if flow.tree.footnotes.isEmpty || isBlank {
      let content = isFlowing ? setFlow(from: token, in: Size(width: area.width, height: area.height)) : nil
      collector.collect(content, of: root, flow: &flow)
    } else {
      let notes = footnoteArea(on: collector.records[index])
      var (content, end): (FragmentID?, Double) = (nil, 0)
      if isFlowing { (content, end) = setFlow(from: token, above: notes) }
      collector.collect(content, of: root, flow: &flow)
      addFootnotes(in: notes, below: end)
    }
    flow.forgetWords()
    collector.trimLastPage()
    progress?(collector.records.count)
  }

  /// Sets the document's flow on one page, once more where that gives a better break.
  mutating func setFlow(from token: BreakToken?, in area: Size) -> FragmentID? {
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

  private static func forcedBreak(in token: BreakToken?) -> BoxStyle.Break {
    token.map { innermost($0).forced } ?? .auto
  }

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
