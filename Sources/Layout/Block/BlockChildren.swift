import Style

/// Block-level children one below the other (CSS 2.2 §9.4.1), broken where the page ends (css-break-3 §3).
extension Flow {
  mutating func layoutChildren(
    of box: BoxID, into flow: inout BlockFlow, space: BlockSpace, from token: BreakToken?
  ) {
    var child = tree[box].firstChild
    var resume: BreakToken?
    var unfinishedFloats: [BreakToken] = []
    if case .blocks(let floatTokens, let next)? = token?.position {
      resumeFloats(floatTokens, into: &flow, space: space, unfinished: &unfinishedFloats)
      child = next?.box ?? .none
      resume = next
    }
    var isPageStart = resume != nil
    var previous = BoxID.none
    while !child.isNone {
      defer { child = tree[child].nextSibling }
      if isOutOfFlow(child) {
        addPlaceholder(child, into: &flow)
        continue
      }
      if isFloat(child), resume == nil || !isPageStart {
        if !addFloat(child, into: &flow, space: space, unfinished: &unfinishedFloats) {
          endPage(before: child, after: .none, .lastResort, &flow, unfinishedFloats)
          return
        }
        continue
      }
      let childToken = isPageStart ? resume : nil
      let forced = isPageStart || (previous.isNone && !flow.hasContent) ? .auto : breakBetween(previous, child)
      if forced.isForced || breaks.target == .before(child) && flow.hasContent && space.page != nil, space.page != nil {
        endPage(before: child, after: previous, .perfect, &flow, unfinishedFloats, forced: forced)
        return
      }
      let appealBefore = min(space.page?.cap ?? .perfect, forced.isAvoid ? .violatesAvoid : .perfect)
      if flow.hasContent, let page = space.page, !page.isParallel { breaks.note(.before(child), appealBefore) }
      guard
        add(child, from: childToken, isPageStart: isPageStart, appealBefore: appealBefore, into: &flow, space: space, unfinishedFloats)
      else { return }
      isPageStart = false
      previous = child
    }
    if !unfinishedFloats.isEmpty, flow.next == nil {
      flow.next = .blocks(floats: unfinishedFloats, next: nil)
      flow.onlyFloats = true
    }
  }

  /// Lays out one in-flow child and places it; false where the page ends before or in it.
  private mutating func add(
    _ child: BoxID, from token: BreakToken?, isPageStart: Bool, appealBefore: BreakAppeal, into flow: inout BlockFlow,
    space: BlockSpace, _ unfinishedFloats: [BreakToken]
  ) -> Bool {
    let collapses = collapsesThrough(child)
    let place = place(child, token: token, isPageStart: isPageStart, flow: flow, space: space)
    var childSpace = space
    childSpace.page = space.page?.moved(by: place.y, mustProgress: (space.page?.mustProgress ?? false) && !flow.hasContent)
    childSpace.contextY = space.contextY + place.y
    let floatsBefore = floats.last
    let (result, shiftX, top) = layoutBesideFloats(child, y: place.y, space: childSpace, from: token)
    let stays = result.fits && (result.token == nil || !flow.hasContent || result.appeal >= appealBefore)
    guard stays else {
      if let floatsBefore { floats[floats.count - 1] = floatsBefore }
      if flow.hasContent || space.page?.mustProgress == true && !result.fits && flow.hasContent {
        endPage(before: child, after: .none, appealBefore, &flow, unfinishedFloats)
      } else {
        flow.fits = false
      }
      return false
    }
    fragments.append(result.fragment, to: flow.fragment, x: flow.x + result.marginLeft + shiftX, y: flow.y + top)
    moveIfRelative(result.fragment, containerWidth: space.width, containerHeight: space.height)
    if let baseline = result.firstBaseline, flow.firstBaseline == nil { flow.firstBaseline = flow.y + top + baseline }
    if let baseline = result.lastBaseline { flow.lastBaseline = flow.y + top + baseline }
    if let inner = result.token {
      flow.bottom = top + result.height
      flow.margin = MarginStrut()
      flow.hasContent = true
      flow.next = .blocks(floats: unfinishedFloats, next: inner)
      flow.appeal = result.appeal
      return false
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
    before child: BoxID, after previous: BoxID, _ appeal: BreakAppeal, _ flow: inout BlockFlow, _ floats: [BreakToken],
    forced: BoxStyle.Break = .auto
  ) {
    var token = BreakToken(box: child, position: .before)
    token.forced = forced.isForced ? forced : .auto
    flow.next = .blocks(floats: floats, next: token)
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
      guard let token, token.forced.isForced else { return (flow.bottom, false) }
      return (flow.bottom + startMargin(of: child, containerWidth: space.width).sum, false)
    }
    var y = flow.bottom
    if !flow.adjoinsStart || flow.hasContent {
      y += startMargin(of: child, containerWidth: space.width, after: flow.margin, at: space.contextY + flow.bottom).sum
    }
    guard let bottom = floats.last?.bottom(self[child].box.clear), bottom - space.contextY > y else { return (y, false) }
    return (bottom - space.contextY, true)
  }

  mutating func addPlaceholder(_ child: BoxID, into flow: inout BlockFlow) {
    let entry = FragmentArena.Entry(
      width: 0, height: 0, style: tree[child].style, node: tree[child].node, box: child, content: .outOfFlow)
    let y = flow.adjoinsStart && !flow.hasContent ? flow.bottom : flow.bottom + flow.margin.sum
    fragments.append(fragments.add(entry), to: flow.fragment, x: flow.x, y: flow.y + y)
  }

  // MARK: - Floats

  /// Places a float, broken over pages where it must; false where it has to wait for the next page.
  private mutating func addFloat(
    _ box: BoxID, into flow: inout BlockFlow, space: BlockSpace, unfinished: inout [BreakToken]
  ) -> Bool {
    let top = flow.adjoinsStart && !flow.hasContent ? flow.bottom : flow.bottom + flow.margin.sum
    var float = layoutFloat(box, space: space)
    if let page = space.page, !page.fits(top + float.marginBox.height) {
      guard page.mustProgress || float.marginBox.height > page.height else { return !flow.hasContent && page.mustProgress }
      float = layoutBrokenFloat(box, space: space, page: page.moved(by: top, mustProgress: true), from: nil, unfinished: &unfinished)
    }
    placeFloat(float, box, top: top, into: &flow, space: space)
    return true
  }

  private mutating func placeFloat(
    _ float: FloatResult, _ box: BoxID, top: Double, into flow: inout BlockFlow, space: BlockSpace
  ) {
    if floats.isEmpty { floats.append(FloatContext()) }
    let place = addFloat(
      float, box: box, at: space.contextY + top, left: space.contextX, right: space.contextX + space.width)
    fragments.append(
      float.fragment, to: flow.fragment, x: flow.x + place.x - space.contextX, y: flow.y + place.y - space.contextY)
    moveIfRelative(float.fragment, containerWidth: space.width, containerHeight: space.height)
  }

  private mutating func layoutBrokenFloat(
    _ box: BoxID, space: BlockSpace, page: PageSpace, from token: BreakToken?, unfinished: inout [BreakToken]
  ) -> FloatResult {
    var edges = usedEdges(tree[box].style, containerWidth: space.width)
    let available = space.width - edges.margin.left - edges.margin.right - edges.left - edges.right
    var inner = BlockSpace(width: space.width, height: space.height)
    inner.isContextRoot = true
    let own = contentWidth(box, self[box].box.width, edges: edges, space: inner)
    edges.contentWidth = constrainWidth(own ?? shrinkToFit(box, available: available), box, edges: edges, space: inner)
    inner.borderBoxWidth = edges.borderBoxWidth
    inner.page = page
    inner.page?.isParallel = true
    let result = layout(box, space: inner, from: token)
    if let token = result.token { unfinished.append(token) }
    return FloatResult(
      fragment: result.fragment, edges: edges,
      marginBox: Size(width: edges.borderBoxWidth + edges.margin.left + edges.margin.right, height: result.height))
  }

  private mutating func resumeFloats(
    _ tokens: [BreakToken], into flow: inout BlockFlow, space: BlockSpace, unfinished: inout [BreakToken]
  ) {
    guard let page = space.page else { return }
    for token in tokens {
      var inner = page
      inner.mustProgress = true
      let float = layoutBrokenFloat(token.box, space: space, page: inner, from: token, unfinished: &unfinished)
      placeFloat(float, token.box, top: 0, into: &flow, space: space)
    }
  }
}
