import Style

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

  /// Whether the box ends on this page although its content continues: the rest of the content overflows it
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
    let consumed = part.consumed + (isPastContent && isInGap ? heights.rest : shown)
    result.token = BreakToken(
      box: part.box, position: .remainder, consumed: consumed, contentHeight: heights.total)
    result.appeal =
      !isInGap ? .lastResort : contentFragmentainer(of: part.box, fragmentainer, reserve: 0)?.cap ?? .perfect
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
