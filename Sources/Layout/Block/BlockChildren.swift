import Style

/// Block-level children one below the other (CSS 2.2 §9.4.1), broken at the end of the page (css-break-3 §3).
extension LayoutContext {
  /// An in-flow child that is about to be laid out.
  private struct InFlowChild {
    let box: BoxID
    /// The break token if an earlier page holds its first part, or if the page starts with it.
    let token: BreakToken?
    /// It comes first on the page.
    let isPageStart: Bool
    let appealBefore: BreakAppeal
  }

  mutating func layoutChildren(
    of box: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace, from token: BreakToken?
  ) {
    var (child, resume) = firstChild(of: box, into: &builder, space: space, from: token)
    var isPageStart = resume != nil
    var previous = BoxID.none
    // The float that precedes the child and starts on this page.
    var float = BoxID.none
    while !child.isNone, failure == nil, page.lineLimit?.remaining != 0 {
      defer { child = tree[child].nextSibling }
      if isOutOfFlow(child) {
        addPlaceholder(child, of: box, into: &builder, space: space)
        continue
      }
      if isFloat(child) {
        let previous = isPageStart ? .none : previous
        guard add(float: child, after: previous, float, into: &builder, space: space) else { return }
        float = child
        continue
      }
      if isSpanner(child, in: space) {
        endPage(before: child, .perfect, &builder)
        builder.spanner = child
        return
      }
      let isFirst = isPageStart || (previous.isNone && !builder.hasContent)
      let between =
        isFirst
        ? breakAfter(float: float, in: space.fragmentainer)
        : breakBetween(previous, child, float: float, in: space.fragmentainer)
      let appealBefore = min(space.fragmentainer?.cap ?? .perfect, between.isAvoid ? .violatesAvoid : .perfect)
      if let fragmentainer = space.fragmentainer {
        if between.isForced || page.breaks.target == .before(child) && builder.hasContent {
          return endPage(before: child, .perfect, &builder, forced: between)
        }
        if builder.hasContent, !fragmentainer.isParallel { page.breaks.record(.before(child), appealBefore) }
      }
      let inFlow = InFlowChild(
        box: child, token: isPageStart ? resume : nil, isPageStart: isPageStart, appealBefore: appealBefore)
      guard add(inFlow, into: &builder, space: space) else { return }
      isPageStart = false
      previous = child
      float = .none
    }
    finishParallel(&builder)
  }

  /// Adds a float after a child in flow and a float, of which there may be none. False if the page ends before it.
  private mutating func add(
    float child: BoxID, after previous: BoxID, _ float: BoxID, into builder: inout BoxFragmentBuilder,
    space: ConstraintSpace
  ) -> Bool {
    let between =
      previous.isNone
      ? breakAfter(float: float, in: space.fragmentainer)
      : breakBetween(previous, child, float: float, in: space.fragmentainer)
    if between.isForced {
      endPage(before: child, .perfect, &builder, forced: between)
      return false
    }
    addFloat(child, into: &builder, space: space)
    if builder.unfinished.last?.isBefore == true, self[child].box.breakAfter.isForced, builder.hasContent {
      // What follows the float is on a later page than the float.
      builder.unfinished.removeLast()
      endPage(before: child, .perfect, &builder)
      return false
    }
    return true
  }

  /// The child that the page starts with, and its break token unless the box starts on this page. Lays out what earlier
  /// pages left of floats and overflowing boxes.
  private mutating func firstChild(
    of box: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace, from token: BreakToken?
  ) -> (child: BoxID, token: BreakToken?) {
    guard case .blocks(let parallel, let next)? = token?.position else { return (tree[box].firstChild, nil) }
    resumeParallel(parallel, into: &builder, space: space)
    guard let next, next.isFinished else { return (next?.box ?? .none, next) }
    // The child after a spanner starts a column and keeps its margin.
    let child = tree[next.box].nextSibling
    return (child, child.isNone ? nil : BreakToken(box: child, position: .before, forced: .column))
  }

  /// Sets the break token if only floats and overflowing boxes continue on the next page.
  func finishParallel(_ builder: inout BoxFragmentBuilder) {
    guard !builder.unfinished.isEmpty, builder.next == nil else { return }
    builder.next = .blocks(floats: builder.unfinished, next: nil)
    builder.onlyParallel = true
  }

  // MARK: - One child

  /// Lays out a child and places it. False if the page ends before or inside it.
  private mutating func add(
    _ child: InFlowChild, into builder: inout BoxFragmentBuilder, space: ConstraintSpace
  ) -> Bool {
    let place = place(child, builder, space)
    let collapses = collapsesThrough(child.box, containerWidth: space.width, at: space.contextY + place.y)
    if endsPage(before: child, at: place.y, isCleared: place.isCleared, collapses: collapses, &builder, space) {
      return false
    }
    var childSpace = space
    childSpace.fragmentainer = space.fragmentainer?.moved(
      by: place.y, mustProgress: (space.fragmentainer?.mustProgress ?? false) && !builder.hasContent)
    if place.y > Fragmentainer.tolerance { childSpace.fragmentainer = childSpace.fragmentainer?.belowEdge() }
    childSpace.contextY = space.contextY + place.y
    let floatsBefore = page.floats.last?.mark
    let (result, shiftX, top) = layoutBesideFloats(child.box, y: place.y, space: childSpace, from: child.token)
    let breaksInside = result.token != nil && !result.isParallel && result.spanner.isNone
    guard result.fits,
      !breaksInside || !builder.hasContent || result.appeal >= child.appealBefore
        || hasBetterBreak(inside: child, in: space.fragmentainer)
    else {
      if let floatsBefore { page.innermostFloats.rewind(to: floatsBefore) }
      if builder.hasContent {
        endPage(before: child.box, child.appealBefore, &builder)
      } else if top > Fragmentainer.tolerance, let outer = space.fragmentainer, outer.mustProgress,
        outer.nextExtent == nil
      {
        endPage(above: child, &builder)
      } else {
        builder.fits = false
      }
      return false
    }
    append(result, of: child.box, at: Point(x: shiftX, y: top), into: &builder, space)
    if !result.spanner.isNone, let fragmentainer = space.fragmentainer, !fragmentainer.fits(top + result.height) {
      page.columnFit.recordBottom(top + result.height, in: fragmentainer)
    }
    if let inner = result.token {
      builder.hasOpenFloats = builder.hasOpenFloats || result.hasOpenFloats
      guard result.isParallel else {
        builder.advance(to: top + result.height, margin: MarginStrut())
        builder.next = .blocks(floats: builder.unfinished, next: inner)
        builder.appeal = result.appeal
        builder.spanner = result.spanner
        return false
      }
      builder.unfinished.append(inner)
    }
    if collapses {
      addMargins(ofCollapsed: child.box, top: top, isCleared: place.isCleared, &builder, space)
      // The margins after a forced break are kept, also of a box without height.
      if child.isPageStart, child.token?.forced.isForced == true { builder.adjoinsStart = false }
    } else {
      builder.endsCleared = false
      builder.adjoinsStart = false
      builder.advance(to: top + result.height, margin: result.endMargin)
    }
    return true
  }

  /// Whether a break inside a child is at least as good as the one before it. The page is laid out again up to that
  /// break.
  private func hasBetterBreak(inside child: InFlowChild, in fragmentainer: Fragmentainer?) -> Bool {
    guard let fragmentainer, !fragmentainer.isParallel, let best = page.breaks.best else {
      return false
    }
    // Breaks are noted in document order, and that before the child precedes those inside it.
    return best.place != .before(child.box) && best.appeal >= child.appealBefore
  }

  /// Ends the page before a child that has to wait for floats on a later page, or whose margin crosses the page's end.
  private mutating func endsPage(
    before child: InFlowChild, at y: Double, isCleared: Bool, collapses: Bool, _ builder: inout BoxFragmentBuilder,
    _ space: ConstraintSpace
  ) -> Bool {
    guard let fragmentainer = space.fragmentainer else { return false }
    if child.token?.isBefore ?? true, page.floats.last?.continues(self[child.box].box.clear) == true {
      // The floats that the child clears end on a later page.
      endPage(before: child.box, .perfect, &builder)
      return true
    }
    guard !child.isPageStart, !fragmentainer.fits(y), !collapses else { return false }
    page.columnFit.recordBottom(y, in: fragmentainer)
    if !builder.hasContent, !isCleared, !fragmentainer.mustProgress || fragmentainer.nextExtent != nil {
      // No break is allowed between the box's edge and the margin of its first child (css-break-3 §4.1).
      builder.fits = false
      return true
    }
    // The page ends in the margin between two children or in clearance (classes A and C).
    endPage(before: child.box, child.appealBefore, &builder)
    return true
  }

  /// Appends a child's fragment and notes its baselines.
  private mutating func append(
    _ result: BlockResult, of child: BoxID, at place: Point, into builder: inout BoxFragmentBuilder,
    _ space: ConstraintSpace
  ) {
    let y = builder.y + place.y
    page.fragments.append(result.fragment, to: builder.fragment, x: builder.x + result.marginLeft + place.x, y: y)
    moveIfRelative(result.fragment, containerWidth: space.width, containerHeight: space.height)
    if let baseline = result.firstBaseline, builder.firstBaseline == nil { builder.firstBaseline = y + baseline }
    if self[child].box.overflow.isScrollable, tree[child].kind == .block, !hasTurnedContent(child) {
      // The last baseline of a scroll container is its bottom margin edge (css-align-3 §9.1).
      let margin = usedEdges(tree[child].style, containerWidth: space.width).margin.bottom
      builder.lastBaseline = y + result.height + margin
    } else if let baseline = result.lastBaseline {
      builder.lastBaseline = y + baseline
    }
  }

  /// The margins of a child that collapsed through (CSS 2.2 §8.3.1).
  private func addMargins(
    ofCollapsed child: BoxID, top: Double, isCleared: Bool, _ builder: inout BoxFragmentBuilder,
    _ space: ConstraintSpace
  ) {
    let margin = collapsedMargin(of: child, containerWidth: space.width)
    guard isCleared else { return builder.margin.add(margin) }
    // The following margins collapse with those of the cleared box, but not with those above it.
    builder.advance(to: top - startMargin(of: child, containerWidth: space.width).sum, margin: margin)
    builder.adjoinsStart = false
    builder.endsCleared = true
  }

  /// Ends the page before a child.
  private mutating func endPage(
    before child: BoxID, _ appeal: BreakAppeal, _ builder: inout BoxFragmentBuilder, forced: BoxStyle.Break = .auto
  ) {
    var token = BreakToken(box: child, position: .before)
    token.forced = forced.isForced ? forced : .auto
    builder.next = .blocks(floats: builder.unfinished, next: token)
    builder.appeal = forced.isForced ? .perfect : appeal
    builder.margin = MarginStrut()
  }

  /// Ends the page in the margin or beside the floats above a child, which the next page does not have.
  private mutating func endPage(above child: InFlowChild, _ builder: inout BoxFragmentBuilder) {
    endPage(before: child.box, .lastResort, &builder)
    if let token = child.token, !token.isBefore { builder.next = .blocks(floats: builder.unfinished, next: token) }
  }

  // MARK: - Positions

  /// The y of a child's border edge from the content edge, after margin collapsing and clearance (CSS 2.2 §8.3.1,
  /// §9.5.2).
  private func place(
    _ child: InFlowChild, _ builder: BoxFragmentBuilder, _ space: ConstraintSpace
  ) -> (y: Double, isCleared: Bool) {
    var y = builder.bottom
    if child.isPageStart {
      // Margins next to an unforced break are truncated; those after a forced break are kept (css-break-3 §5.2).
      if let token = child.token, token.forced.isForced {
        y += startMargin(of: child.box, containerWidth: space.width).sum
      }
    } else if !builder.adjoinsStart || builder.hasContent {
      y +=
        startMargin(
          of: child.box, containerWidth: space.width, after: builder.margin, at: space.contextY + builder.bottom
        ).sum
    }
    return cleared(y, child.box, space: space)
  }

  /// Moves a position below the floats that a box clears.
  private func cleared(_ y: Double, _ child: BoxID, space: ConstraintSpace) -> (y: Double, isCleared: Bool) {
    let clear = self[child].box.clear
    guard clear != .none, let floats = page.floats.last, let bottom = floats.bottom(clear) else { return (y, false) }
    let passed = bottom - space.contextY
    // A float without height that adjoins the box's margins is not passed either.
    let adjoins = floats.lastTop >= bottom && abs(passed - y) < Fragmentainer.tolerance
    return passed > y || adjoins ? (max(passed, y), true) : (y, false)
  }
}
