import Style

/// Fragmenting flex containers (css-flexbox-1 §10).
///
/// The items of a line in a row container break independently of each other, and the lines follow one another. In a
/// column container with several lines, each line is a flow parallel to the others.
extension LayoutContext {
  /// Lays out the items of a flex container.
  mutating func layoutFlex(
    _ container: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace, heights: ContainerHeights,
    from token: BreakToken?
  ) {
    var progress: FlexFragmentation
    if case .flex(let position)? = token?.position {
      progress = FlexFragmentation(container: container, space: space, position: position)
      if let waiting = progress.waiting, progress.lines.width != space.width {
        // If this page has another width, items that have not started are placed again.
        progress = FlexFragmentation(
          container: container, space: space,
          lines: solveFlex(
            container, waiting, width: space.width, heights: heights.left(after: token?.consumed ?? 0)),
          isResumed: true)
      }
    } else {
      let lines = solveFlex(container, orderedItems(of: container), width: space.width, heights: heights)
      addPlaceholders(of: container, lines, into: &builder)
      progress = FlexFragmentation(container: container, space: space, lines: lines, isResumed: false)
      builder.firstBaseline = lines.firstBaseline.map { $0 + builder.y }
    }
    builder.lastBaseline = progress.lines.lastBaseline.map { $0 + builder.y }
    if space.mode == .measure {
      builder.bottom = progress.lines.height
      return
    }
    for index in progress.flows.indices where builder.fits { layoutFlow(index, &progress, into: &builder) }
    guard builder.fits else { return }
    let shown = progress.placed.filter(\.result.fits).sorted { $0.item < $1.item }
    for entry in shown {
      let x = progress.lines.items[entry.item].frame.x
      page.fragments.append(entry.result.fragment, to: builder.fragment, x: builder.x + x, y: builder.y + entry.y)
      moveIfRelative(entry.result.fragment, containerWidth: space.width, containerHeight: progress.lines.definiteHeight)
    }
    orderFragments(
      shown.map { ($0.item, $0.result.fragment) }, of: container, in: builder.fragment, isFirstPart: token == nil)
    builder.hasContent = !progress.placed.isEmpty
    finish(progress, into: &builder)
    // The page may end in the free space of a container whose height does not depend on its items.
    guard builder.next == nil else { return }
    builder.bottomWithoutMargin = progress.bottom
    if heights.definite != nil || heights.least > 0 { builder.contentBottom = progress.bottom }
  }

  /// Sets the break token and the height of the part on this page.
  private func finish(_ progress: FlexFragmentation, into builder: inout BoxFragmentBuilder) {
    let unfinished = progress.flows.flatMap { $0.unfinished.map { ($0.key, $0.value) } }
    let isUnfinished = progress.flows.contains { $0.next < $0.slots.count || $0.isBlocked }
    builder.bottom = progress.bottom
    if isUnfinished {
      builder.bottom = progress.partEnd ?? progress.bottom
    } else {
      let rest = progress.flows.map { progress.lines.height - $0.origin }.max() ?? progress.lines.height
      builder.bottom = max(progress.isResumed ? progress.bottom : 0, rest)
    }
    guard isUnfinished || !unfinished.isEmpty else { return }
    builder.appeal = progress.appeal
    builder.next = .flex(
      FlexPosition(
        lines: progress.lines, flows: progress.flows.map { $0.onNextPage(pageEnd: progress.partEnd) },
        forced: progress.forced))
    builder.onlyParallel = !isUnfinished
  }

  // MARK: - One flow

  private mutating func layoutFlow(
    _ index: Int, _ progress: inout FlexFragmentation, into builder: inout BoxFragmentBuilder
  ) {
    resumeItems(of: index, &progress)
    while progress.flows[index].next < progress.flows[index].slots.count {
      let slot = progress.flows[index].next
      let hasContent = progress.flows[index].hasContent
      let between = breakBefore(slot, of: index, progress)
      let appeal = min(progress.space.fragmentainer?.cap ?? .perfect, between.isAvoid ? .violatesAvoid : .perfect)
      if !hasContent, progress.flows[index].isBlocked || progress.endsInFreeSpace(above: slot, of: index) {
        return endPage(index, &progress, appeal)
      }
      if hasContent, let fragmentainer = progress.space.fragmentainer {
        if between.isForced { return endPage(index, &progress, .perfect, forced: between) }
        if progress.flows.count == 1 {
          let first = progress.box(slot, of: index)
          if page.breaks.target == .before(first) { return endPage(index, &progress, .perfect) }
          if fragmentainer.recordsBreaks, !progress.flows[index].isBlocked {
            page.breaks.record(.before(first), appeal)
          }
        }
        if progress.flows[index].isBlocked || progress.isBelowPage(slot, of: index) {
          return endPage(index, &progress, appeal)
        }
      }
      guard layoutSlot(slot, of: index, &progress, appealBefore: hasContent ? appeal : .lastResort) else {
        if !hasContent, progress.placed.isEmpty, index == 0 {
          builder.fits = false
          return
        }
        return endPage(index, &progress, appeal)
      }
      progress.flows[index].next += 1
    }
  }

  /// The break between a slot and the one before it.
  private mutating func breakBefore(_ slot: Int, of flow: Int, _ progress: FlexFragmentation) -> BoxStyle.Break {
    guard slot > 0, let fragmentainer = progress.space.fragmentainer,
      !(progress.isResumed && slot == progress.flows[flow].firstOnPage)
    else { return .auto }
    func boxes(_ slot: Int) -> [BoxID] { progress.flows[flow].slots[slot].items.map { progress.lines.items[$0].box } }
    let (before, after) = (boxes(slot - 1), boxes(slot))
    if progress.lines.axes.isColumn { return breakBetween(before[0], after[0], in: fragmentainer) }
    let (end, start) = (before.flatMap { breaksAtEnd(of: $0) }, after.flatMap { breaksAtStart(of: $0) })
    return combine(end, start, in: fragmentainer)
  }

  /// Lays out the items of a slot. Returns false if the slot has to wait for the next page.
  ///
  /// Items side by side break independently: one that is aligned further down and does not fit waits while the others
  /// stay. A line of a row waits as a whole if an item at its top does.
  private mutating func layoutSlot(
    _ slot: Int, of flow: Int, _ progress: inout FlexFragmentation, appealBefore: BreakAppeal
  )
    -> Bool
  {
    let before = page.fragments.checkpoint
    let items = progress.flows[flow].slots[slot].items
    var results: [FlexFragmentation.Placed] = []
    for item in items {
      let entry = layoutItem(item, of: flow, progress, isAlone: items.count == 1 && progress.flows.count == 1)
      let isWorse =
        entry.result.token != nil && !entry.result.isParallel && progress.flows[flow].hasContent
        && entry.result.appeal < appealBefore
      results.append(isWorse ? entry.waiting : entry)
    }
    let top = progress.flows[flow].slots[slot].start - progress.flows[flow].origin
    let waits =
      progress.canWait(flow) && results.contains { !$0.result.fits && $0.y <= top + Fragmentainer.tolerance }
    let isBelow = results.contains { progress.isBelowLine($0, of: flow, top: top) }
    guard !waits, isBelow || results.contains(where: \.result.fits) else {
      page.fragments.rewind(to: before)
      return false
    }
    for entry in results { progress.place(entry, in: flow) }
    return true
  }

  private func endPage(
    _ flow: Int, _ progress: inout FlexFragmentation, _ appeal: BreakAppeal, forced: BoxStyle.Break = .auto
  ) {
    let state = progress.flows[flow]
    progress.appeal = forced.isForced ? .perfect : min(progress.appeal, appeal)
    guard !state.isBlocked else { return }
    // The margin before an unforced break is truncated (css-break-3 §5.2), but not what reaches into the next page.
    let slot = state.slots[state.next]
    let end = state.origin + (progress.pageEnd ?? 0)
    if progress.lines.axes.isColumn, !forced.isForced {
      let isInFreeSpace = progress.endsInFreeSpace(above: state.next, of: flow)
      let top = max(slot.start, min(end, progress.lines.items[slot.items.lowerBound].frame.y))
      progress.flows[flow].topOfNextPage = isInFreeSpace ? end : top
    } else {
      progress.flows[flow].topOfNextPage = slot.start
    }
    if forced.isForced, progress.forced == nil {
      progress.forced = BreakToken(box: progress.box(state.next, of: flow), position: .before)
      progress.forced?.forced = forced
    }
  }
}
