import Style

/// Block-level children one below the other (CSS 2.2 §9.4.1), broken where the page ends (css-break-3 §3).
extension Flow {
  mutating func layoutChildren(
    of box: BoxID, into flow: inout BlockFlow, space: BlockSpace, from token: BreakToken?
  ) {
    var child = tree[box].firstChild
    var resume: BreakToken?
    if case .blocks(let parallel, let next)? = token?.position {
      resumeParallel(parallel, into: &flow, space: space)
      child = next?.box ?? .none
      resume = next
      if let next, next.isFinished {
        // After a spanner: what follows begins a column, and keeps its margin.
        child = tree[next.box].nextSibling
        resume = child.isNone ? nil : BreakToken(box: child, position: .before, forced: .column)
      }
    }
    var isPageStart = resume != nil
    var previous = BoxID.none
    while !child.isNone, failure == nil {
      defer { child = tree[child].nextSibling }
      if isOutOfFlow(child) {
        addPlaceholder(child, into: &flow)
        continue
      }
      if isFloat(child) {
        let forced = isPageStart || previous.isNone || space.page == nil ? .auto : breakBetween(previous, child)
        if forced.isForced { return endPage(before: child, .perfect, &flow, forced: forced) }
        addFloat(child, into: &flow, space: space)
        continue
      }
      if isSpanner(child, in: space) {
        endPage(before: child, .perfect, &flow)
        flow.spanner = child
        return
      }
      let childToken = isPageStart ? resume : nil
      let forced = isPageStart || (previous.isNone && !flow.hasContent) ? .auto : breakBetween(previous, child)
      if forced.isForced || breaks.target == .before(child) && flow.hasContent && space.page != nil, space.page != nil {
        endPage(before: child, .perfect, &flow, forced: forced)
        return
      }
      let appealBefore = min(space.page?.cap ?? .perfect, forced.isAvoid ? .violatesAvoid : .perfect)
      if flow.hasContent, let page = space.page, !page.isParallel { breaks.note(.before(child), appealBefore) }
      guard
        add(child, from: childToken, isPageStart: isPageStart, appealBefore: appealBefore, into: &flow, space: space)
      else { return }
      isPageStart = false
      previous = child
    }
    finishParallel(&flow)
  }

  /// Only floats and overflowing boxes go on over the page.
  func finishParallel(_ flow: inout BlockFlow) {
    guard !flow.unfinished.isEmpty, flow.next == nil else { return }
    flow.next = .blocks(floats: flow.unfinished, next: nil)
    flow.onlyParallel = true
  }

  /// Lays out one in-flow child and places it; false where the page ends before or in it.
  private mutating func add(
    _ child: BoxID, from token: BreakToken?, isPageStart: Bool, appealBefore: BreakAppeal, into flow: inout BlockFlow,
    space: BlockSpace
  ) -> Bool {
    let collapses = collapsesThrough(child)
    let place = place(child, token: token, isPageStart: isPageStart, flow: flow, space: space)
    if space.page != nil, token?.isBefore ?? true, floats.last?.goesOn(self[child].box.clear) == true {
      // The floats that it clears end on a later page.
      endPage(before: child, .perfect, &flow)
      return false
    }
    if let page = space.page, !isPageStart, !page.fits(place.y), !collapses {
      // The page ends in the margin above the child, or in the clearance (css-break-3 §4.1, class C).
      columnFit.note(place.y, in: page)
      endPage(before: child, appealBefore, &flow)
      return false
    }
    var childSpace = space
    childSpace.page = space.page?.moved(
      by: place.y, mustProgress: (space.page?.mustProgress ?? false) && !flow.hasContent)
    childSpace.contextY = space.contextY + place.y
    let floatsBefore = floats.last?.mark
    let (result, shiftX, top) = layoutBesideFloats(child, y: place.y, space: childSpace, from: token)
    let breaksInside = result.token != nil && !result.isParallel && result.spanner.isNone
    guard result.fits, !breaksInside || !flow.hasContent || result.appeal >= appealBefore else {
      if let floatsBefore { floats[floats.count - 1].rewind(to: floatsBefore) }
      if flow.hasContent { endPage(before: child, appealBefore, &flow) } else { flow.fits = false }
      return false
    }
    fragments.append(result.fragment, to: flow.fragment, x: flow.x + result.marginLeft + shiftX, y: flow.y + top)
    moveIfRelative(result.fragment, containerWidth: space.width, containerHeight: space.height)
    if let baseline = result.firstBaseline, flow.firstBaseline == nil { flow.firstBaseline = flow.y + top + baseline }
    if self[child].box.overflow != .visible, tree[child].kind == .block {
      // What scrolls counts with its lower margin edge, not its lines (css-align-3 §9.1).
      let margin = usedEdges(tree[child].style, containerWidth: space.width).margin.bottom
      flow.lastBaseline = flow.y + top + result.height + margin
    } else if let baseline = result.lastBaseline {
      flow.lastBaseline = flow.y + top + baseline
    }
    if let inner = result.token {
      flow.hasOpenFloats = flow.hasOpenFloats || result.hasOpenFloats
      guard result.isParallel else {
        flow.bottom = top + result.height
        flow.margin = MarginStrut()
        flow.hasContent = true
        flow.next = .blocks(floats: flow.unfinished, next: inner)
        flow.appeal = result.appeal
        flow.spanner = result.spanner
        return false
      }
      flow.unfinished.append(inner)
    }
    if collapses {
      let margin = collapsedMargin(of: child, containerWidth: space.width)
      if place.isCleared {
        // What follows collapses with the cleared box's margins, and not with what stands above it.
        flow.bottom = top - startMargin(of: child, containerWidth: space.width).sum
        flow.margin = margin
        flow.adjoinsStart = false
        flow.hasContent = true
        flow.endsCleared = true
      } else {
        flow.margin.add(margin)
      }
      return true
    }
    flow.endsCleared = false
    flow.bottom = top + result.height
    flow.margin = result.endMargin
    flow.adjoinsStart = false
    flow.hasContent = true
    return true
  }

  /// The page ends before a child.
  private mutating func endPage(
    before child: BoxID, _ appeal: BreakAppeal, _ flow: inout BlockFlow, forced: BoxStyle.Break = .auto
  ) {
    var token = BreakToken(box: child, position: .before)
    token.forced = forced.isForced ? forced : .auto
    flow.next = .blocks(floats: flow.unfinished, next: token)
    flow.appeal = forced.isForced ? .perfect : appeal
    flow.margin = MarginStrut()
  }

  // MARK: - Places

  /// The child's border edge below the content edge: margins collapsed, clearance made (CSS 2.2 §8.3.1, §9.5.2).
  private func place(
    _ child: BoxID, token: BreakToken?, isPageStart: Bool, flow: BlockFlow, space: BlockSpace
  ) -> (y: Double, isCleared: Bool) {
    // Margins next to an unforced break are cut off; after a forced one they stay (css-break-3 §5.2).
    if isPageStart {
      var y = flow.bottom
      if let token, token.forced.isForced { y += startMargin(of: child, containerWidth: space.width).sum }
      return cleared(y, child, space: space)
    }
    var y = flow.bottom
    if !flow.adjoinsStart || flow.hasContent {
      y += startMargin(of: child, containerWidth: space.width, after: flow.margin, at: space.contextY + flow.bottom).sum
    }
    return cleared(y, child, space: space)
  }

  /// Moved down below the floats that a box clears.
  private func cleared(_ y: Double, _ child: BoxID, space: BlockSpace) -> (y: Double, isCleared: Bool) {
    let clear = self[child].box.clear
    guard clear != .none, let bottom = floats.last?.bottom(clear), bottom - space.contextY > y else {
      return (y, false)
    }
    return (bottom - space.contextY, true)
  }

  mutating func addPlaceholder(_ child: BoxID, into flow: inout BlockFlow) {
    let entry = FragmentArena.Entry(
      width: 0, height: 0, style: tree[child].style, node: tree[child].node, box: child, content: .outOfFlow)
    let y = flow.adjoinsStart && !flow.hasContent ? flow.bottom : flow.bottom + flow.margin.sum
    fragments.append(fragments.add(entry), to: flow.fragment, x: flow.x, y: flow.y + y)
  }
}
