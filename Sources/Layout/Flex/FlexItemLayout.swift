import Style

/// Laying out flex items on a page: those that start on it and those that continue from earlier ones.
extension LayoutContext {
  /// Lays out an item that has not started, at its position or at the top of the page.
  mutating func layoutItem(_ item: Int, of flow: Int, _ progress: FlexFragmentation, isAlone: Bool)
    -> FlexFragmentation.Placed
  {
    let state = progress.flows[flow]
    // Negative margins can move an item above the container's start, but not above the top of a later page.
    let place = progress.lines.items[item].frame.y - state.origin
    let top = progress.isResumed ? max(0, place) : place
    var entry = FlexFragmentation.Placed(item: item, result: .doesNotFit, y: top)
    let mustProgress =
      (progress.space.fragmentainer?.mustProgress ?? false) && (!state.hasContent || !isAlone && top <= 0)
    if let end = progress.pageEnd, top > end - Fragmentainer.tolerance,
      !mustProgress || progress.isBelowLine(entry, of: flow)
    {
      return entry
    }
    var fragmentainer = progress.space.fragmentainer?.moved(by: top, mustProgress: mustProgress)
    if !isAlone { fragmentainer?.makeParallel() }
    entry.result = layout(progress.lines.items[item], progress, fragmentainer: fragmentainer, from: nil)
    return entry
  }

  /// Lays out items that started on earlier pages at the top of this one. If they outgrow their slot, the following
  /// slots move down.
  mutating func resumeItems(of flow: Int, _ progress: inout FlexFragmentation) {
    let tokens = progress.flows[flow].unfinished.sorted { $0.key < $1.key }
    guard !tokens.isEmpty else { return }
    progress.flows[flow].unfinished = [:]
    var growth = 0.0
    var resumed: [(entry: Int, end: Double)] = []
    for (index, token) in tokens {
      let item = progress.lines.items[index]
      var entry = FlexFragmentation.Placed(item: index, result: .doesNotFit, y: 0)
      if token.isBefore {
        entry = layoutItem(index, of: flow, progress, isAlone: false)
      } else {
        var fragmentainer = progress.space.fragmentainer?.moved(
          by: 0, mustProgress: progress.space.fragmentainer?.mustProgress ?? false)
        if !progress.isAlone(index, in: flow) { fragmentainer?.makeParallel() }
        entry.result = layout(item, progress, fragmentainer: fragmentainer, from: token)
      }
      progress.place(entry, in: flow)
      guard entry.result.fits else { continue }
      let end = progress.end(of: index, in: flow)
      if token.isBefore || !token.isAtEnd && followsContent(item, progress) {
        let margin = progress.lines.axes.isColumn ? 0 : item.edges.margin.bottom
        growth = max(growth, entry.y + entry.result.height + margin - (end - progress.flows[flow].origin))
      }
      resumed.append((progress.placed.count - 1, end))
    }
    progress.flows[flow].origin -= max(0, growth)
    growResumed(resumed, of: flow, progress)
  }

  /// Stretches items to the height of a line that another item enlarged.
  private mutating func growResumed(_ resumed: [(entry: Int, end: Double)], of flow: Int, _ progress: FlexFragmentation)
  {
    guard !progress.lines.axes.isColumn else { return }
    for (entry, end) in resumed {
      let item = progress.lines.items[progress.placed[entry].item]
      let fragment = progress.placed[entry].result.fragment
      guard item.fillsLine, progress.placed[entry].result.token == nil, tree[item.box].kind == .block else { continue }
      let bottom = end - progress.flows[flow].origin - item.edges.margin.bottom
      page.fragments[fragment].height = max(page.fragments[fragment].height, min(bottom, progress.pageEnd ?? bottom))
    }
  }

  private mutating func layout(
    _ item: FlexItem, _ progress: FlexFragmentation, fragmentainer: Fragmentainer?, from token: BreakToken?
  )
    -> BlockResult
  {
    var space = ConstraintSpace(width: progress.lines.width, height: progress.lines.definiteHeight)
    space.isContextRoot = true
    space.borderBoxWidth = item.frame.width
    if progress.lines.axes.isColumn {
      let isGiven =
        progress.lines.definiteHeight != nil || tree[item.box].kind == .replaced
        || self[item.box].item.flexBasis == .content
      if isGiven || abs(item.main - (item.natural?.height ?? 0)) > Fragmentainer.tolerance {
        space.borderBoxHeight = item.main
        // The main size of an item is definite if that of its container is, or its basis (css-flexbox-1 §9.8).
        space.hasIndefiniteHeight = progress.lines.definiteHeight == nil && !item.hasDefiniteMain
      }
    } else if item.fillsLine {
      space.borderBoxHeight = item.cross
    }
    // An item whose content overflows it also without breaks keeps its size.
    let size = progress.lines.axes.isColumn ? item.main : item.cross
    let overflows = (item.natural?.height ?? 0) > size + Fragmentainer.tolerance
    space.growsWithContent = fragmentainer != nil && !overflows && followsContent(item, progress)
    space.fragmentainer = fragmentainer
    return layoutParallel(item.box, space: space, from: token)
  }

  /// Whether an item grows when breaks push its content down.
  private func followsContent(_ item: FlexItem, _ progress: FlexFragmentation) -> Bool {
    let space = ConstraintSpace(width: progress.lines.width, height: progress.lines.definiteHeight)
    if progress.lines.axes.isColumn { return !item.hasDefiniteMain }
    return contentHeight(self[item.box].box.height, item.box, edges: item.edges, space: space) == nil
  }
}
