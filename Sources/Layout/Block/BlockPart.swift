import Style

/// The part of a block container on one page, as far as it is known before its content is laid out.
struct BlockPart {
  let box: BoxID
  let space: ConstraintSpace
  var edges: UsedEdges
  /// The box is the root of a block formatting context.
  let isRoot: Bool
  /// Each part of a broken box has all edges (`box-decoration-break: clone`).
  var clonesEdges: Bool
  /// The end edge of a part that continues on the next page, px.
  var clonedBottom: Double { clonesEdges ? edges.bottom : 0 }
  /// An earlier page holds the first part of the box.
  let isResumed: Bool
  /// The top border contains a legend.
  var hasLegend = false
  /// The content starts on this page.
  let startsContent: Bool
  /// The page ends in the top border and padding, and all the content is on the next one.
  var endsInTopEdge = false
  /// The box ended on an earlier page, and only content that overflows it continues.
  let isAtEnd: Bool
  /// px of the content height on earlier pages.
  let consumed: Double
  /// The content height of all parts, px, if earlier pages hold all the content.
  let endedHeight: Double?
  /// The content height if it does not depend on the content.
  var definiteHeight: Double?

  init(
    box: BoxID, space: ConstraintSpace, edges: UsedEdges, isRoot: Bool, clonesEdges: Bool, token: BreakToken?
  ) {
    self.box = box
    self.space = space
    self.edges = edges
    self.isRoot = isRoot
    self.clonesEdges = clonesEdges
    isResumed = token.map { !$0.isBefore } ?? false
    startsContent = token.map { $0.isBefore || $0.position == .content } ?? true
    isAtEnd = token?.isAtEnd ?? false
    consumed = isResumed ? token?.consumed ?? 0 : 0
    endedHeight = isResumed ? token?.contentHeight : nil
  }

  /// Whether the rest of a definite height does not end on this page.
  var exceedsPage: Bool {
    guard let definiteHeight, let fragmentainer = space.fragmentainer else { return false }
    return !fragmentainer.fits(top + definiteHeight - consumed + edges.bottom)
  }

  /// Whether the page can end in the top border and padding of the box, which are first on it. What they have beyond the
  /// page's end is left out.
  var canEndInTopEdge: Bool {
    guard !isResumed, edges.top > 0, let fragmentainer = space.fragmentainer, fragmentainer.mustProgress,
      fragmentainer.height < .infinity
    else { return false }
    // The page ends in a preceding edge instead if it does not show this one, or would cut the legend in it.
    return fragmentainer.nextExtent == nil || fragmentainer.fits(hasLegend ? edges.border.top : 1)
  }

  /// From the border edge to the content edge.
  var top: Double { isResumed && !clonesEdges ? 0 : edges.top }
}

/// The heights of a block container whose content is laid out, px.
private struct BlockHeights {
  /// The content on this page, with the margin below it as far as the page reaches.
  var content: Double
  /// The part of it that must not be cut.
  var unbroken: Double
  /// The content height of all parts of the box.
  var total: Double
  /// The rest of `total` for this page and later ones.
  var rest: Double
  /// The same with the end padding and border.
  var restWithEdges: Double
  /// The end margin adjoins that of the last child.
  var adjoinsEnd: Bool
  /// The height does not grow with the content.
  var isFixed: Bool
  /// The height is definite, and content that breaks push down makes the box higher.
  var grows: Bool
}

/// Completing the fragment of a block container: its height, its edges and its break token.
extension LayoutContext {
  mutating func finish(_ builder: BoxFragmentBuilder, _ part: BlockPart) -> BlockResult {
    var result = BlockResult(
      fragment: builder.fragment, marginLeft: part.edges.margin.left, firstBaseline: builder.firstBaseline,
      lastBaseline: builder.lastBaseline)
    if self[part.box].box.containment.contains(.layout) || hasTurnedContent(part.box) {
      (result.firstBaseline, result.lastBaseline) = (nil, nil)
    }
    if part.isAtEnd { return finishOverflow(builder, part, result) }
    if part.isResumed, !part.clonesEdges { page.fragments[builder.fragment].edges.remove(.top) }
    let heights = heights(builder, part)
    result.naturalHeight = builder.y + heights.content + part.edges.bottom
    if let next = builder.next, !endsBeforeContent(builder, heights, part) {
      return breakContent(at: next, builder, heights, part, result)
    }
    if builder.next == nil, let fragmentainer = part.space.fragmentainer,
      let shown = shownRest(builder, heights, part, in: fragmentainer)
    {
      return breakRest(shown: shown, builder, heights, part, fragmentainer, result)
    }
    return end(builder, heights, part, result)
  }

  private mutating func heights(_ builder: BoxFragmentBuilder, _ part: BlockPart) -> BlockHeights {
    let (box, space, edges, definite) = (part.box, part.space, part.edges, part.definiteHeight)
    let isOpen = !part.isRoot && edges.bottom == 0 && definite == nil && !builder.endsCleared
    let end = marginEnd(builder, part)
    let content = isOpen ? builder.bottom : builder.bottom(truncatedAt: end)
    let flowed = part.consumed + content
    // As in browsers, the margin of the last child is lost if `min-height` or `max-height` changes the height. CSS 2.2
    // §8.3.1 only says that it does not adjoin if `min-height` is not zero.
    let adjoinsEnd = isOpen && constrainHeight(flowed, box, edges: edges, space: space) == flowed
    let grows =
      definite != nil
      && (space.growsWithContent || growsBeyondRatio(box, space: space) || self[box].box.minHeight.isIntrinsic)
    // The least height of a box whose height follows from a ratio is that which it would have by its content
    // (css-sizing-4 §5.1.3), without a margin at the end that would then adjoin its own.
    let least =
      !part.isRoot && edges.bottom == 0 && growsBeyondRatio(box, space: space) ? part.consumed + builder.bottom : flowed
    var total =
      definite.map { grows ? constrainHeight(max($0, least), box, edges: edges, space: space) : $0 }
      ?? constrainHeight(flowed, box, edges: edges, space: space)
    if definite != nil, !grows, self[box].box.maxHeight.isIntrinsic { total = min(total, max(0, flowed)) }
    if let ended = part.endedHeight, definite == nil || grows { total = ended }
    let rest = max(0, total - part.consumed)
    let isFull =
      definite == nil && builder.next != nil && flowed >= greatestHeight(box, edges: edges, space: space)
    let whole = isOpen ? builder.bottom : builder.bottomWithMargin
    // A height that the parent determines from the content includes the margin.
    let isOwnHeight = definite == nil ? end < .infinity : space.borderBoxHeight == nil
    let cutsMargin = isOwnHeight || rest > whole + Fragmentainer.tolerance
    return BlockHeights(
      content: content, unbroken: builder.contentBottom ?? (cutsMargin ? builder.bottom(truncatedAt: 0) : whole),
      total: total, rest: rest,
      // A break can also cut off the end padding and border, unless each part has them.
      restWithEdges: part.clonesEdges ? rest + edges.bottom : max(0, total + edges.bottom - part.consumed),
      adjoinsEnd: adjoinsEnd, isFixed: definite != nil && !grows || isFull, grows: grows)
  }

  /// Where a break truncates the margin below the content, from the content edge; infinite if none does.
  ///
  /// If the end padding and border then continued alone on the next page, boxes that break parallel to others keep the
  /// margin: no better break inside them is known.
  private func marginEnd(_ builder: BoxFragmentBuilder, _ part: BlockPart) -> Double {
    guard builder.next == nil, let fragmentainer = part.space.fragmentainer,
      !fragmentainer.isParallel || part.edges.bottom == 0 || part.clonesEdges
    else { return .infinity }
    return fragmentainer.height - fragmentainer.offset - builder.y - part.clonedBottom
  }

  /// True if the box ends on this page although its content continues: the rest of the content overflows it
  /// (css-break-3 §3).
  private func endsBeforeContent(_ builder: BoxFragmentBuilder, _ heights: BlockHeights, _ part: BlockPart) -> Bool {
    guard let fragmentainer = part.space.fragmentainer, builder.spanner.isNone else { return false }
    if heights.isFixed {
      return fragmentainer.height < .infinity && fragmentainer.fits(builder.y + heights.restWithEdges)
    }
    return builder.onlyParallel && !(part.isRoot && builder.hasOpenFloats)
  }

  /// The box continues with its content on the next page. This part extends to the end of the page (css-break-3 §3), or
  /// only to a spanner (css-multicol-1 §6.1).
  private mutating func breakContent(
    at next: BreakToken.Position, _ builder: BoxFragmentBuilder, _ heights: BlockHeights, _ part: BlockPart,
    _ unfinished: BlockResult
  ) -> BlockResult {
    var result = unfinished
    var height = part.space.fragmentainer.map { max(0, $0.height - $0.offset) } ?? .infinity
    var reserve = part.clonedBottom
    if !builder.spanner.isNone || height == .infinity {
      height = builder.y + builder.bottomWithMargin
      reserve = 0
    }
    if let definite = part.definiteHeight, !heights.grows {
      height = min(height, builder.y + max(0, definite - part.consumed) + part.edges.bottom)
    }
    let content = max(0, height - builder.y - reserve)
    if !part.clonesEdges { page.fragments[builder.fragment].edges.remove(.bottom) }
    page.fragments[builder.fragment].height = height
    result.height = height
    result.token = BreakToken(
      box: part.box, position: next, consumed: part.consumed + content,
      shownOfLine: builder.shownOfLine, floats: builder.lineFloats)
    result.appeal = builder.appeal
    result.spanner = builder.spanner
    result.hasOpenFloats = builder.hasOpenFloats && !part.isRoot
    return result
  }

  /// The height of the part on this page of a box whose content ends here but whose height does not; nil if the rest of
  /// the box fits or cannot be broken.
  private func shownRest(
    _ builder: BoxFragmentBuilder, _ heights: BlockHeights, _ part: BlockPart, in fragmentainer: Fragmentainer
  ) -> Double? {
    guard !fragmentainer.fits(builder.y + heights.restWithEdges) else { return nil }
    // Nothing is left for the next page if there is only the top edge, unless the box can be on that page.
    let canWait = !fragmentainer.mustProgress || fragmentainer.nextExtent != nil && builder.y > 0
    guard canWait || heights.restWithEdges > 0 else { return nil }
    let shown = fragmentainer.height - fragmentainer.offset - builder.y - part.clonedBottom
    guard shown >= 1 || !fragmentainer.mustProgress || fragmentainer.nextExtent != nil || part.canEndInTopEdge,
      shown >= min(heights.unbroken, heights.rest) - Fragmentainer.tolerance || shown <= 0
    else { return nil }
    return shown
  }

  /// All the content is on this page, and the rest of the height continues on the next one.
  private mutating func breakRest(
    shown: Double, _ builder: BoxFragmentBuilder, _ heights: BlockHeights, _ part: BlockPart,
    _ fragmentainer: Fragmentainer, _ unfinished: BlockResult
  ) -> BlockResult {
    page.columnFit.recordBottom(builder.y + heights.restWithEdges, in: fragmentainer)
    if shown <= 0 { return .doesNotFit }
    var result = unfinished
    if !part.clonesEdges { page.fragments[builder.fragment].edges.remove(.bottom) }
    result.height = builder.y + shown + part.clonedBottom
    page.fragments[builder.fragment].height = result.height
    // A break is allowed in the empty height below the content, but not in the end padding or border (css-break-3
    // §4.1), which follow on the next page if there is empty height.
    let isPastContent = shown >= heights.rest - Fragmentainer.tolerance
    let isInGap = heights.rest > (builder.contentBottom ?? builder.bottomWithMargin) + Fragmentainer.tolerance
    let isInEdges = isPastContent && !isInGap
    let consumed = part.consumed + (isPastContent && isInGap ? heights.rest : shown)
    result.token = BreakToken(
      box: part.box, position: .remainder, consumed: consumed, contentHeight: heights.total)
    result.appeal =
      isInEdges ? .lastResort : contentFragmentainer(of: part.box, fragmentainer, reserve: 0)?.cap ?? .perfect
    return result
  }

  /// The box ends on this page.
  private mutating func end(
    _ builder: BoxFragmentBuilder, _ heights: BlockHeights, _ part: BlockPart, _ unfinished: BlockResult
  ) -> BlockResult {
    var result = unfinished
    result.height = builder.y + heights.restWithEdges
    page.fragments[builder.fragment].height = result.height
    if part.isRoot, builder.next == nil, !part.isResumed, self[part.box].item.alignContent != .normal {
      alignContent(of: part.box, in: builder.fragment, free: heights.rest - heights.content, &result)
    }
    if heights.adjoinsEnd, heights.rest <= heights.content { result.endMargin = builder.margin }
    result.endMargin.add(part.edges.margin.bottom)
    // Content that a box clips does not need further pages.
    if let next = builder.next, !(heights.isFixed && self[part.box].box.overflowY != .visible) {
      result.token = BreakToken(
        box: part.box, position: next, consumed: part.consumed + heights.rest, isAtEnd: true,
        shownOfLine: builder.shownOfLine, floats: builder.lineFloats)
      result.isParallel = true
      result.hasOpenFloats = builder.hasOpenFloats && !part.isRoot
    }
    return result
  }

  /// `align-content` of a block container (css-align-3 §5.1.1), which moves its content down in the free space.
  private mutating func alignContent(
    of box: BoxID, in fragment: FragmentID, free: Double, _ result: inout BlockResult
  ) {
    guard free > 0, tree[box].kind == .block, !isFlex(box), !isGrid(box), !isMulticol(box) else { return }
    let alignment = self[box].item.alignContent
    let isCentred = alignment == .spaceAround || alignment == .spaceEvenly
    let offset =
      isCentred ? free / 2 : BoxAlignment.offset(alignment, free: free, isReversed: false, ownIsReversed: false)
    guard offset > 0 else { return }
    page.fragments.moveChildren(of: fragment, x: 0, y: offset)
    result.firstBaseline = result.firstBaseline.map { $0 + offset }
    result.lastBaseline = result.lastBaseline.map { $0 + offset }
  }

  /// Content that overflows a box which ended on an earlier page is in a fragment without height.
  private mutating func finishOverflow(
    _ builder: BoxFragmentBuilder, _ part: BlockPart, _ unfinished: BlockResult
  ) -> BlockResult {
    var result = unfinished
    page.fragments[builder.fragment].edges = []
    page.fragments[builder.fragment].height = 0
    guard let next = builder.next else { return result }
    result.token = BreakToken(
      box: part.box, position: next, consumed: part.consumed, isAtEnd: true, shownOfLine: builder.shownOfLine,
      floats: builder.lineFloats)
    result.isParallel = true
    result.hasOpenFloats = builder.hasOpenFloats && !part.isRoot
    result.appeal = builder.appeal
    return result
  }
}
