import Style

/// Flex containers on pages (css-flexbox-1 §10).
///
/// The items of a line of a row stand side by side and break by themselves; the lines follow one another. Of a column
/// with several lines, the lines are flows side by side.
extension Flow {
  /// Sets a flex container's items into its block flow.
  mutating func layoutFlex(
    _ container: BoxID, into flow: inout BlockFlow, space: BlockSpace, heights: ContainerHeights,
    from token: BreakToken?
  ) {
    var setting: FlexSetting
    if case .flex(let position)? = token?.position {
      setting = FlexSetting(container: container, space: space, position: position)
      if let waiting = setting.waiting, setting.lines.width != space.width {
        // Pages of another width: what has not begun is placed anew.
        setting = FlexSetting(
          container: container, space: space,
          lines: solveFlex(container, waiting, width: space.width, heights: heights), isResumed: true)
      }
    } else {
      let lines = solveFlex(container, orderedItems(of: container), width: space.width, heights: heights)
      addPlaceholders(of: container, lines, into: &flow)
      setting = FlexSetting(container: container, space: space, lines: lines, isResumed: false)
      flow.firstBaseline = lines.firstBaseline.map { $0 + flow.y }
    }
    flow.lastBaseline = setting.lines.lastBaseline.map { $0 + flow.y }
    if isMeasuring {
      flow.bottom = setting.lines.height
      return
    }
    for index in setting.flows.indices where flow.fits { setFlow(index, &setting, into: &flow) }
    guard flow.fits else { return }
    for entry in setting.placed.sorted(by: { $0.item < $1.item }) where entry.result.fits {
      let x = setting.lines.items[entry.item].frame.x
      fragments.append(entry.result.fragment, to: flow.fragment, x: flow.x + x, y: flow.y + entry.y)
      moveIfRelative(entry.result.fragment, containerWidth: space.width, containerHeight: setting.lines.definiteHeight)
    }
    flow.hasContent = !setting.placed.isEmpty
    finish(setting, into: &flow)
  }

  /// What goes on, and how far down this page's part reaches.
  private func finish(_ setting: FlexSetting, into flow: inout BlockFlow) {
    let going = setting.flows.flatMap { $0.going.map { ($0.key, $0.value) } }
    let isUnfinished = setting.flows.contains { $0.next < $0.slots.count || $0.isBlocked }
    flow.bottom = setting.bottom
    if isUnfinished {
      flow.bottom = setting.pageEnd ?? setting.bottom
    } else {
      let rest = setting.flows.map { setting.lines.height - $0.origin }.max() ?? setting.lines.height
      flow.bottom = max(setting.isResumed ? setting.bottom : 0, rest)
    }
    guard isUnfinished || !going.isEmpty else { return }
    flow.appeal = setting.appeal
    flow.next = .flex(
      FlexPosition(
        lines: setting.lines, flows: setting.flows.map { $0.onNextPage(pageEnd: setting.pageEnd) },
        forced: setting.forced))
    flow.onlyParallel = !isUnfinished
  }

  // MARK: - One flow

  private mutating func setFlow(_ index: Int, _ setting: inout FlexSetting, into flow: inout BlockFlow) {
    resumeItems(of: index, &setting)
    while setting.flows[index].next < setting.flows[index].slots.count {
      let slot = setting.flows[index].next
      let hasContent = setting.flows[index].hasContent
      let between = breakBefore(slot, of: index, setting)
      let appeal = min(setting.space.page?.cap ?? .perfect, between.isAvoid ? .violatesAvoid : .perfect)
      if hasContent, let page = setting.space.page {
        if between.isForced { return endPage(index, &setting, .perfect, forced: between) }
        if setting.flows.count == 1 {
          let first = setting.box(slot, of: index)
          if breaks.target == .before(first) { return endPage(index, &setting, .perfect) }
          if !page.isParallel { breaks.note(.before(first), appeal) }
        }
        if setting.flows[index].isBlocked || setting.isBelowPage(slot, of: index) {
          return endPage(index, &setting, appeal)
        }
      }
      guard set(slot, of: index, &setting, appealBefore: hasContent ? appeal : .lastResort) else {
        if !hasContent, setting.placed.isEmpty, index == 0 {
          flow.fits = false
          return
        }
        return endPage(index, &setting, appeal)
      }
      setting.flows[index].next += 1
    }
  }

  /// The break between a slot and the one before it.
  private func breakBefore(_ slot: Int, of flow: Int, _ setting: FlexSetting) -> BoxStyle.Break {
    guard slot > 0, setting.space.page != nil, !(setting.isResumed && slot == setting.flows[flow].firstOnPage) else {
      return .auto
    }
    func boxes(_ slot: Int) -> [BoxID] { setting.flows[flow].slots[slot].items.map { setting.lines.items[$0].box } }
    let (before, after) = (boxes(slot - 1), boxes(slot))
    if setting.lines.axes.isColumn { return breakBetween(before[0], after[0]) }
    return combine(before.flatMap { breaksAtEnd(of: $0) }, after.flatMap { breaksAtStart(of: $0) })
  }

  /// Sets the items of a slot; false where it has to wait for the next page.
  ///
  /// Items side by side go on by themselves: one that has no room waits while the others stay.
  private mutating func set(_ slot: Int, of flow: Int, _ setting: inout FlexSetting, appealBefore: BreakAppeal) -> Bool
  {
    let before = fragments.entries.count
    let items = setting.flows[flow].slots[slot].items
    var results: [FlexSetting.Placed] = []
    for item in items {
      let entry = set(item, of: flow, setting, isAlone: items.count == 1 && setting.flows.count == 1)
      let isWorse =
        entry.result.token != nil && !entry.result.isParallel && setting.flows[flow].hasContent
        && entry.result.appeal < appealBefore
      results.append(isWorse ? entry.waiting : entry)
    }
    guard results.contains(where: \.result.fits) else {
      fragments.entries.removeSubrange(before...)
      return false
    }
    for entry in results { setting.place(entry, in: flow) }
    return true
  }

  /// Sets an item that has not begun, at its place or at the top of the page.
  private mutating func set(_ item: Int, of flow: Int, _ setting: FlexSetting, isAlone: Bool) -> FlexSetting.Placed {
    let state = setting.flows[flow]
    // Negative margins reach above the container where it begins, and not over a page's top.
    let place = setting.lines.items[item].frame.y - state.origin
    let top = setting.isResumed ? max(0, place) : place
    var entry = FlexSetting.Placed(item: item, result: .doesNotFit, y: top)
    let mustProgress = (setting.space.page?.mustProgress ?? false) && (!state.hasContent || !isAlone && top <= 0)
    if let end = setting.pageEnd, top > end - PageSpace.tolerance, !mustProgress { return entry }
    var page = setting.space.page?.moved(by: top, mustProgress: mustProgress)
    if !isAlone { page?.isParallel = true }
    entry.result = layout(setting.lines.items[item], setting, page: page, from: nil)
    return entry
  }

  /// Items that earlier pages began, at the top of this one; what follows is pushed down where they outgrow their place.
  private mutating func resumeItems(of flow: Int, _ setting: inout FlexSetting) {
    let tokens = setting.flows[flow].going.sorted { $0.key < $1.key }
    guard !tokens.isEmpty else { return }
    setting.flows[flow].going = [:]
    var growth = 0.0
    var resumed: [(entry: Int, end: Double)] = []
    for (index, token) in tokens {
      let item = setting.lines.items[index]
      var entry = FlexSetting.Placed(item: index, result: .doesNotFit, y: 0)
      if token.isBefore {
        entry = set(index, of: flow, setting, isAlone: false)
      } else {
        let page = setting.space.page?.moved(by: 0, mustProgress: setting.space.page?.mustProgress ?? false)
        entry.result = layout(item, setting, page: page, from: token)
      }
      setting.place(entry, in: flow)
      guard entry.result.fits else { continue }
      let end = setting.end(of: index, in: flow)
      if token.isBefore || !token.isAtEnd && followsContent(item, setting) {
        let margin = setting.lines.axes.isColumn ? 0 : item.edges.margin.bottom
        growth = max(growth, entry.y + entry.result.height + margin - (end - setting.flows[flow].origin))
      }
      resumed.append((setting.placed.count - 1, end))
    }
    setting.flows[flow].origin -= max(0, growth)
    growResumed(resumed, of: flow, setting)
  }

  /// Items that fill a line which another item made grow are as high as it.
  private mutating func growResumed(_ resumed: [(entry: Int, end: Double)], of flow: Int, _ setting: FlexSetting) {
    guard !setting.lines.axes.isColumn else { return }
    for (entry, end) in resumed {
      let item = setting.lines.items[setting.placed[entry].item]
      let fragment = setting.placed[entry].result.fragment
      guard item.fillsLine, setting.placed[entry].result.token == nil, tree[item.box].kind == .block else { continue }
      let bottom = end - setting.flows[flow].origin - item.edges.margin.bottom
      fragments[fragment].height = max(fragments[fragment].height, min(bottom, setting.pageEnd ?? bottom))
    }
  }

  /// True where an item gets higher when breaks push its content down.
  private func followsContent(_ item: FlexItem, _ setting: FlexSetting) -> Bool {
    let space = BlockSpace(width: setting.lines.width, height: setting.lines.definiteHeight)
    if setting.lines.axes.isColumn { return !item.hasDefiniteMain }
    return contentHeight(self[item.box].box.height, item.box, edges: item.edges, space: space) == nil
  }

  private mutating func layout(_ item: FlexItem, _ setting: FlexSetting, page: PageSpace?, from token: BreakToken?)
    -> BlockResult
  {
    var space = BlockSpace(width: setting.lines.width, height: setting.lines.definiteHeight)
    space.isContextRoot = true
    space.borderBoxWidth = item.frame.width
    if setting.lines.axes.isColumn {
      let isGiven = setting.lines.definiteHeight != nil || tree[item.box].kind == .replaced
      if isGiven || abs(item.main - (item.natural?.height ?? 0)) > PageSpace.tolerance {
        space.borderBoxHeight = item.main
      }
    } else if item.fillsLine {
      space.borderBoxHeight = item.cross
    }
    space.growsWithContent = page != nil && followsContent(item, setting)
    space.page = page
    return layout(item.box, space: space, from: token)
  }

  private func endPage(_ flow: Int, _ setting: inout FlexSetting, _ appeal: BreakAppeal, forced: BoxStyle.Break = .auto)
  {
    let state = setting.flows[flow]
    setting.appeal = forced.isForced ? .perfect : min(setting.appeal, appeal)
    guard !state.isBlocked else { return }
    setting.flows[flow].topOfNextPage = state.slots[state.next].start
    if forced.isForced, setting.forced == nil {
      setting.forced = BreakToken(box: setting.box(state.next, of: flow), position: .before)
      setting.forced?.forced = forced
    }
  }
}
