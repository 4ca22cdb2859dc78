import Style

/// An in-flow child that is about to be laid out.
struct InFlowChild {
  let box: BoxID
  /// The break token if an earlier page holds its first part, or if the page starts with it.
  let token: BreakToken?
  /// Whether the child comes first on the page.
  let isPageStart: Bool
  let appealBefore: BreakAppeal
}

/// One child in flow: where it goes, and whether the page ends before or inside it (css-break-3 §3).
extension LayoutContext {
  /// Lays out a child and places it. Returns false if the page ends before or inside it.
  mutating func add(
    _ child: InFlowChild, into builder: inout BoxFragmentBuilder, space: ConstraintSpace
  ) -> Bool {
    let place = place(child, builder, space)
    let collapses = collapsesThrough(child.box, containerWidth: space.width, at: space.contextY + place.y)
    if endsPage(before: child, at: place.y, isCleared: place.isCleared, collapses: collapses, &builder, space) {
      return false
    }
    let childSpace = childSpace(at: place.y, in: space, hasContent: builder.hasContent)
    let floatsBefore = page.floats.last?.mark
    let (result, shiftX, top) = layoutBesideFloats(child.box, y: place.y, space: childSpace, from: child.token)
    guard keeps(result, of: child, builder, in: space.fragmentainer) else {
      if let floatsBefore { page.innermostFloats.rewind(to: floatsBefore) }
      leave(child, at: top, &builder, space.fragmentainer)
      return false
    }
    append(result, of: child.box, at: Point(x: shiftX, y: top), into: &builder, space)
    if !result.spanner.isNone, let fragmentainer = space.fragmentainer, !fragmentainer.fits(top + result.height) {
      page.columnFit.recordBottom(top + result.height, in: fragmentainer)
    }
    guard !endsPage(inside: result, top: top, &builder) else { return false }
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

  private func childSpace(at y: Double, in space: ConstraintSpace, hasContent: Bool) -> ConstraintSpace {
    var childSpace = space
    childSpace.fragmentainer = space.fragmentainer?.moved(
      by: y, mustProgress: (space.fragmentainer?.mustProgress ?? false) && !hasContent)
    if y > Fragmentainer.tolerance { childSpace.fragmentainer = childSpace.fragmentainer?.belowEdge() }
    childSpace.contextY = space.contextY + y
    return childSpace
  }

  /// Returns false if the page ends before a child although it has been laid out: it does not fit, or a break before it
  /// is better than the one inside it.
  private func keeps(
    _ result: BlockResult, of child: InFlowChild, _ builder: BoxFragmentBuilder, in fragmentainer: Fragmentainer?
  ) -> Bool {
    guard result.fits else { return false }
    let breaksInside = result.token != nil && !result.isParallel && result.spanner.isNone
    return !breaksInside || !builder.hasContent || result.appeal >= child.appealBefore
      || hasBetterBreak(inside: child, in: fragmentainer)
  }

  /// Ends the page before a child that stays off it, or tells that the box itself has to wait for the next page.
  private mutating func leave(
    _ child: InFlowChild, at top: Double, _ builder: inout BoxFragmentBuilder, _ fragmentainer: Fragmentainer?
  ) {
    if builder.hasContent {
      endPage(before: child.box, child.appealBefore, &builder)
    } else if let fragmentainer, fragmentainer.mustProgress,
      top > Fragmentainer.tolerance && fragmentainer.nextExtent == nil || builder.showsFloats
    {
      endPage(above: child, &builder)
    } else {
      builder.fits = false
    }
  }

  /// Records what a child leaves for the next page. Returns true if the page ends inside the child; false if only
  /// floats or overflowing content of it continue.
  private func endsPage(inside result: BlockResult, top: Double, _ builder: inout BoxFragmentBuilder) -> Bool {
    guard let token = result.token else { return false }
    builder.hasOpenFloats = builder.hasOpenFloats || result.hasOpenFloats
    guard !result.isParallel else {
      builder.unfinished.append(token)
      return false
    }
    builder.advance(to: top + result.height, margin: MarginStrut())
    builder.next = .blocks(floats: builder.unfinished, next: token)
    builder.appeal = result.appeal
    builder.spanner = result.spanner
    return true
  }

  /// Whether a break inside a child is at least as good as the one before it. The page is laid out again up to that
  /// break.
  private func hasBetterBreak(inside child: InFlowChild, in fragmentainer: Fragmentainer?) -> Bool {
    guard let fragmentainer, fragmentainer.recordsBreaks, let best = page.breaks.best else {
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
    } else if let baseline = result.lastBaseline, tree[child].kind != .table {
      // Lines in tables are not lines of an inline block around them, as in browsers (CSS 2.2 §10.8.1).
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
