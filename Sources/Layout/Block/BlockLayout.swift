import Style

/// Block containers and block-level boxes in normal flow (CSS 2.2 §9.4.1, §10.6; css-break-3).
extension Flow {
  /// Boxes nested deeper than this are left out, with a warning.
  static let deepestBox = 400

  /// Lays out one page's part of a box, from where the page before it stopped.
  mutating func layout(_ box: BoxID, space: BlockSpace, from token: BreakToken?) -> BlockResult {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepestBox, stack.hasRoom else { return emptyResult(box) }
    guard mayLayOut(box) else { return BlockResult(fragment: addFragment(box, width: 0)) }
    switch tree[box].kind {
    case .replaced: return layoutMonolithic(box, space: space, from: token)
    case .table: return layoutTable(box, space: space, from: token)
    default:
      return isMonolithic(box)
        ? layoutMonolithic(box, space: space, from: token) : layoutBlock(box, space: space, from: token)
    }
  }

  private mutating func emptyResult(_ box: BoxID) -> BlockResult {
    warn("Boxes are nested deeper than \(min(depth, Self.deepestBox)); the innermost are left out", box)
    return BlockResult(fragment: addFragment(box, width: 0))
  }

  mutating func warn(_ message: String, _ box: BoxID) {
    let place = document.document.place(tree[box].node)
    let warning = LayoutWarning(message: message, line: place.line, column: place.column)
    if warnings.count < 100, !warnings.contains(warning) { warnings.append(warning) }
  }

  mutating func addFragment(_ box: BoxID, width: Double) -> FragmentID {
    var entry = FragmentArena.Entry(
      width: width, height: 0, style: tree[box].style, node: tree[box].node, box: box, content: .fragment(.box))
    entry.link = tree[box].link
    return fragments.add(entry)
  }

  /// Independent formatting contexts keep their floats and margins to themselves (css-display-3 §3).
  func establishesContext(_ box: BoxID) -> Bool {
    guard tree[box].kind == .block, !isMulticol(box) else { return true }
    switch self[box].box.display {
    case .flowRoot, .inlineBlock, .inlineBlockListItem, .tableCell, .tableCaption, .flex, .inlineFlex, .grid,
      .inlineGrid:
      return true
    default: break
    }
    if self[box].box.float != .none || self[box].box.overflow != .visible { return true }
    switch self[box].box.position {
    case .absolute, .fixed: return true
    case .static, .relative, .sticky, .running: return false
    }
  }

  func isOutOfFlow(_ box: BoxID) -> Bool {
    switch self[box].box.position {
    case .absolute, .fixed, .running: true
    default: false
    }
  }

  func isFloat(_ box: BoxID) -> Bool {
    let float = self[box].box.float
    return float == .left || float == .right
  }

  // MARK: - Replaced elements

  mutating func layoutReplaced(_ box: BoxID, space: BlockSpace) -> BlockResult {
    var edges = usedEdges(tree[box].style, containerWidth: space.width)
    let size = replacedSize(box, edges: edges, space: space)
    edges.contentWidth = size.width
    let free = space.width - edges.borderBoxWidth - edges.margin.left - edges.margin.right
    switch (self[box].box.margin.left, self[box].box.margin.right) {
    case (.auto, .auto): edges.margin.left = max(0, free / 2)
    case (.auto, _): edges.margin.left = max(0, free)
    default: break
    }
    let height = edges.top + size.height + edges.bottom
    guard keepsWhole(height, in: space.page) else { return .doesNotFit }
    let fragment = addFragment(box, width: edges.borderBoxWidth)
    fragments[fragment].height = height
    fragments[fragment].content = .image(
      .init(
        replaced: tree[box].payload,
        area: Rect(x: edges.left, y: edges.top, width: size.width, height: size.height)))
    var result = BlockResult(fragment: fragment, height: height, marginLeft: edges.margin.left)
    result.endMargin.add(edges.margin.bottom)
    return result
  }

  // MARK: - Block containers

  mutating func layoutBlock(_ box: BoxID, space: BlockSpace, from token: BreakToken?) -> BlockResult {
    var edges = blockEdges(box, space: space)
    let isRoot = space.isContextRoot || establishesContext(box)
    let isResumed = token.map { if case .before = $0.position { false } else { true } } ?? false
    let clones = self[box].box.cloneDecoration
    let resumedTop = clones ? edges.top : 0
    let consumed = isResumed ? token?.consumed ?? 0 : 0

    let fragmentsBefore = fragments.entries.count
    let fragment = addFragment(box, width: edges.borderBoxWidth)
    let legend = tree.legends.isEmpty ? nil : setLegend(of: box, &edges, space: space)
    var definite = definiteHeight(box, edges: edges, space: space)
    if let legend, let height = definite, self[box].box.boxSizing == .contentBox, space.borderBoxHeight == nil {
      definite = max(0, height - legend.spill)
    }
    if let legend {
      if isResumed { fragments.entries.removeSubrange((fragmentsBefore + 1)...) } else { place(legend, in: fragment) }
    }
    let top = isResumed ? resumedTop : edges.top
    if isRoot { floats.append(FloatContext()) }
    defer { if isRoot { floats.removeLast() } }

    // A cell's own height is a minimum only, yet what percentages in it are of (css-tables-3 §3.10.6).
    let basis =
      tree[box].kind == .cell
      ? definite ?? contentHeight(self[box].box.height, box, edges: edges, space: BlockSpace(width: space.width))
      : definite
    var inner = BlockSpace(width: edges.contentWidth, height: basis)
    inner.contextX = isRoot ? 0 : space.contextX + edges.margin.left + edges.left
    inner.contextY = isRoot ? 0 : space.contextY + top
    inner.allowsSpanners = space.allowsSpanners && !isRoot
    inner.page = contentPage(of: box, space.page?.moved(by: top), reserve: definite == nil && clones ? edges.bottom : 0)

    var flow = BlockFlow(x: edges.left, y: top, fragment: fragment)
    flow.adjoinsStart = !isRoot && edges.top == 0
    if case .remainder? = token?.position {
      // All content is set; the rest of the height follows.
    } else if isMulticol(box) {
      let extent = (definite ?? greatestHeight(box, edges: edges, space: space)) - consumed
      layoutColumns(
        of: box, into: &flow, space: inner, from: token, extent: max(0, extent), isAutoHeight: definite == nil)
    } else if tree[box].hasLines {
      layoutLines(of: box, into: &flow, space: inner, from: token)
    } else if isGrid(box) || isFlex(box) {
      let heights = ContainerHeights(
        definite: definite, least: constrainHeight(0, box, edges: edges, space: space),
        most: constrainHeight(.infinity, box, edges: edges, space: space))
      if isGrid(box) {
        layoutGrid(box, into: &flow, space: inner, heights: heights, from: token)
      } else {
        layoutFlex(box, into: &flow, space: inner, heights: heights, from: token)
      }
    } else {
      layoutChildren(of: box, into: &flow, space: inner, from: token)
    }
    guard flow.fits else {
      fragments.entries.removeSubrange(fragmentsBefore...)
      return .doesNotFit
    }
    if self[box].box.containsSize {
      flow.bottom = 0
    } else if isRoot, flow.next == nil, let bottom = floats.last?.bottom(.both) {
      flow.bottom = max(flow.bottomWithMargin, bottom)
      flow.margin = MarginStrut()
    }
    if !isResumed { placeMarker(of: box, edges: edges, into: &flow) }
    defer { if tree[box].isMissingImage { frame(fragment) } }
    return finish(
      flow, box, edges: edges, space: space, definite: definite, consumed: consumed, isRoot: isRoot,
      isResumed: isResumed,
      isAtEnd: token?.isAtEnd ?? false)
  }

  /// Draws a thin line around a box.
  private mutating func frame(_ box: FragmentID) {
    let (width, height) = (fragments[box].width, fragments[box].height)
    let grey = Color(red: 0.6, green: 0.6, blue: 0.6)
    for side in [
      Rect(x: 0, y: 0, width: width, height: 0.75), Rect(x: 0, y: height - 0.75, width: width, height: 0.75),
      Rect(x: 0, y: 0, width: 0.75, height: height), Rect(x: width - 0.75, y: 0, width: 0.75, height: height),
    ] {
      let rule = fragments.add(
        .init(
          width: side.width, height: side.height, style: fragments[box].style, node: .none, box: .none,
          content: .fragment(.rule(style: .solid, color: grey))))
      fragments.append(rule, to: box, x: side.x, y: side.y)
    }
  }

  /// The page as a box's content sees it.
  private func contentPage(of box: BoxID, _ page: PageSpace?, reserve: Double) -> PageSpace? {
    guard var page else { return nil }
    // Room for the end padding and border, which every part has.
    page.height -= reserve
    let inside = self[box].box.breakInside
    if inside == .avoid || inside == (page.isColumn ? .avoidColumn : .avoidPage) {
      page.cap = page.cap.nested
    }
    return page
  }

  mutating func layoutLines(
    of box: BoxID, into flow: inout BlockFlow, space: BlockSpace, from token: BreakToken?
  ) {
    var start = InlinePosition(byte: 0, item: 0)
    if case .lines(let position)? = token?.position { start = position }
    if let token, !token.floats.isEmpty { resumeParallel(token.floats, into: &flow, space: space) }
    let length = UInt32(tree.inlines[Int(tree[box].inline)].bytes.count)
    if start.byte > 0, start.byte >= length { return finishLineFloats(&flow, at: start) }
    let lines = layoutLines(
      of: box, space: space, from: start, into: flow.fragment, x: flow.x, y: flow.y,
      resumed: LinesResume(floatsWait: flow.unfinished.contains { $0.isBefore }, shownOfLine: token?.shownOfLine ?? 0))
    flow.unfinished += lines.floats
    flow.hasOpenFloats = flow.hasOpenFloats || !flow.unfinished.isEmpty
    flow.fits = lines.fits
    flow.bottom = lines.height
    flow.firstBaseline = lines.firstBaseline.map { $0 + flow.y }
    flow.lastBaseline = lines.lastBaseline.map { $0 + flow.y }
    if let next = lines.next {
      flow.next = .lines(next)
      flow.appeal = lines.appeal
      flow.lineFloats = flow.unfinished
      flow.shownOfLine = lines.shownOfLine
    } else {
      finishLineFloats(
        &flow, at: InlinePosition(byte: length, item: UInt32(tree.inlines[Int(tree[box].inline)].items.count)))
    }
  }

  /// All lines are set, but floats between them may go on.
  private func finishLineFloats(_ flow: inout BlockFlow, at end: InlinePosition) {
    guard !flow.unfinished.isEmpty else { return }
    flow.next = .lines(end)
    flow.lineFloats = flow.unfinished
    flow.onlyParallel = true
  }

  /// The height, the edges and the token of a block container whose content is set.
  private mutating func finish(
    _ flow: BlockFlow, _ box: BoxID, edges: UsedEdges, space: BlockSpace, definite: Double?, consumed: Double,
    isRoot: Bool,
    isResumed: Bool, isAtEnd: Bool
  ) -> BlockResult {
    var result = BlockResult(
      fragment: flow.fragment, marginLeft: edges.margin.left, firstBaseline: flow.firstBaseline,
      lastBaseline: flow.lastBaseline)
    if isAtEnd { return finishOverflow(flow, box, consumed: consumed, isRoot: isRoot, result) }
    var sides = Fragment.Edges.all
    let clones = self[box].box.cloneDecoration
    if isResumed, !clones { sides.remove(.top) }
    defer { fragments[flow.fragment].edges = sides }

    let adjoinsEnd =
      !isRoot && edges.bottom == 0 && definite == nil && self[box].box.minHeight.isZero && !flow.endsCleared
    let flowed = adjoinsEnd ? flow.bottom : flow.bottomWithMargin
    result.naturalHeight = flow.y + flowed + edges.bottom
    let grows = definite != nil && (space.growsWithContent || growsBeyondRatio(box, space: space))
    let total =
      definite.map { grows ? constrainHeight(max($0, consumed + flowed), box, edges: edges, space: space) : $0 }
      ?? constrainHeight(consumed + flowed, box, edges: edges, space: space)
    let rest = max(0, total - consumed)
    // The end padding and border can be cut off too, where not every part has them.
    let left = clones ? rest + edges.bottom : max(0, total + edges.bottom - consumed)
    let isFull =
      definite == nil && flow.next != nil && consumed + flowed >= greatestHeight(box, edges: edges, space: space)
    let isDefinite = definite != nil && !grows || isFull
    let endsHere =
      flow.next == nil || endsBeside(flow, isDefinite: isDefinite, bottom: flow.y + left, space.page, isRoot: isRoot)
    if let next = flow.next, !endsHere {
      // The part on this page reaches to the page's end (css-break-3 §3), but only to a spanner (css-multicol-1 §6.1).
      var height = space.page.map { max(0, $0.height - $0.offset) } ?? .infinity
      if !flow.spanner.isNone || height == .infinity { height = flow.y + flow.bottomWithMargin }
      if let definite, !grows { height = min(height, flow.y + max(0, definite - consumed) + edges.bottom) }
      if !clones { sides.remove(.bottom) }
      fragments[flow.fragment].height = height
      result.height = height
      result.token = BreakToken(box: box, position: next, consumed: consumed + max(0, height - flow.y))
      result.token?.floats = flow.lineFloats
      result.token?.shownOfLine = flow.shownOfLine
      result.appeal = flow.appeal
      result.spanner = flow.spanner
      result.hasOpenFloats = flow.hasOpenFloats && !isRoot
      return result
    }
    if flow.next == nil, let page = space.page, !page.fits(flow.y + left),
      case let shown = page.height - page.offset - flow.y, shown >= 1 || !page.mustProgress,
      shown >= min(flowed, rest) - PageSpace.tolerance || shown <= 0
    {
      columnFit.note(flow.y + left, in: page)
      if shown <= 0 { return .doesNotFit }
      sides.remove(.bottom)
      fragments[flow.fragment].height = flow.y + shown
      result.height = flow.y + shown
      result.token = BreakToken(box: box, position: .remainder, consumed: consumed + shown)
      result.appeal = contentPage(of: box, page, reserve: 0)?.cap ?? .perfect
      return result
    }
    result.height = flow.y + left
    fragments[flow.fragment].height = result.height
    if adjoinsEnd, rest <= flowed { result.endMargin = flow.margin }
    result.endMargin.add(edges.margin.bottom)
    if let next = flow.next {
      result.token = BreakToken(
        box: box, position: next, consumed: consumed + rest, isAtEnd: true, shownOfLine: flow.shownOfLine,
        floats: flow.lineFloats)
      result.isParallel = true
      result.hasOpenFloats = flow.hasOpenFloats && !isRoot
    }
    return result
  }

  /// True where a box ends on this page though its content goes on: what is left overflows it (css-break-3 §3).
  private func endsBeside(_ flow: BlockFlow, isDefinite: Bool, bottom: Double, _ page: PageSpace?, isRoot: Bool) -> Bool
  {
    guard let page, flow.spanner.isNone else { return false }
    if isDefinite { return page.height < .infinity && page.fits(bottom) }
    return flow.onlyParallel && !(isRoot && flow.hasOpenFloats)
  }

  /// What overflows a box that ended on an earlier page stands in a fragment without height.
  private mutating func finishOverflow(
    _ flow: BlockFlow, _ box: BoxID, consumed: Double, isRoot: Bool, _ result: BlockResult
  ) -> BlockResult {
    var result = result
    fragments[flow.fragment].edges = []
    fragments[flow.fragment].height = 0
    guard let next = flow.next else { return result }
    result.token = BreakToken(
      box: box, position: next, consumed: consumed, isAtEnd: true, shownOfLine: flow.shownOfLine,
      floats: flow.lineFloats)
    result.isParallel = true
    result.hasOpenFloats = flow.hasOpenFloats && !isRoot
    result.appeal = flow.appeal
    return result
  }
}

/// A block container's content on one page, while it grows.
struct BlockFlow {
  /// The content edge, from the border edge.
  let x, y: Double
  let fragment: FragmentID
  /// Where the last in-flow content ended, below the content edge, and the margin that waits below it.
  var bottom = 0.0
  var margin = MarginStrut()
  /// The first child's margins collapse with the box's own and were counted there.
  var adjoinsStart = false
  /// The last child collapsed through and had clearance: its margins do not collapse with the box's end (CSS 2.2 §8.3.1).
  var endsCleared = false
  /// Something in flow has been placed on this page.
  var hasContent = false
  var fits = true
  var next: BreakToken.Position?
  /// Floats and overflowing boxes that go on over the page beside the flow, and whether nothing else does.
  var unfinished: [BreakToken] = []
  var onlyParallel = false
  /// Of `unfinished`, those that stand between lines, for the token.
  var lineFloats: [BreakToken] = []
  var shownOfLine = 0.0
  var hasOpenFloats = false
  /// The spanner that ended the column.
  var spanner = BoxID.none
  var appeal = BreakAppeal.perfect
  var firstBaseline: Double?
  var lastBaseline: Double?

  init(x: Double, y: Double, fragment: FragmentID) {
    self.x = x
    self.y = y
    self.fragment = fragment
  }

  var bottomWithMargin: Double { max(0, bottom + margin.sum) }
}

extension SizeValue {
  var isZero: Bool {
    switch self {
    case .auto: true
    case .length(.px(0)), .length(.percent(0)): true
    default: false
    }
  }
}
