import Style

/// Fragmenting grid containers (css-grid-2 §11 and §13): rows break like table rows, and items side by side break
/// independently.
extension LayoutContext {
  /// Lays out the items of a grid container.
  ///
  /// - Parameter heights: of the container's content box.
  mutating func layoutGrid(
    _ container: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace, heights: ContainerHeights,
    from token: BreakToken?
  ) {
    var progress: GridFragmentation
    if case .grid(let position)? = token?.position {
      progress = GridFragmentation(container: container, position: position, space: space)
      if progress.grid.width != space.width {
        resize(&progress, width: space.width, heights: heights, consumed: token?.consumed ?? 0)
      }
    } else {
      progress = GridFragmentation(
        container: container, grid: solveGrid(container, width: space.width, heights: heights), space: space)
      addPlaceholders(of: container, progress.grid, into: &builder)
    }
    if space.mode == .measure {
      builder.bottom = progress.grid.height
      (builder.firstBaseline, builder.lastBaseline) = naturalBaselines(progress.grid, y: builder.y)
      return
    }
    progress.baselineItem = token == nil ? firstBaselineItem(progress.grid) : nil
    if space.fragmentainer != nil, token == nil { collectBreaks(&progress.grid) }
    resumeItems(&progress, into: &builder)
    layoutRows(&progress, into: &builder)
    orderFragments(progress.shown, of: container, in: builder.fragment, isFirstPart: token == nil)
    // The page may end in the free space of a container whose height does not depend on its items.
    guard builder.next == nil else { return }
    let bottom = progress.placed.reduce(0) { Swift.max($0, $1.y + $1.result.height) }
    builder.bottomWithoutMargin = bottom
    if heights.definite != nil || heights.least > 0 { builder.contentBottom = bottom }
  }

  // MARK: - Rows

  /// Lays out the rows that start on this page.
  private mutating func layoutRows(_ progress: inout GridFragmentation, into builder: inout BoxFragmentBuilder) {
    while progress.row < progress.grid.rows.tracks.count {
      let row = progress.row
      let y = progress.y(row)
      let hasContent = builder.hasContent
      if let fragmentainer = progress.space.fragmentainer, hasContent {
        let between = combine(
          progress.grid.breaksBefore[row] ?? [], progress.grid.breaksAfter[row] ?? [], in: fragmentainer)
        let appeal = min(fragmentainer.cap, between.isAvoid ? .violatesAvoid : .perfect)
        let isForced = between.isForced && !progress.startsAfterForcedBreak(row)
        // What continues beside a row at the top of the page does not make a break before it better than none.
        let isAtTop = y <= Fragmentainer.tolerance
        if isForced || !isAtTop && page.breaks.target == .row(progress.container, row) {
          // Items above the row end on later pages first.
          let forced = progress.continuesAbove(row) ? .auto : between
          return endPage(&progress, into: &builder, appeal: .perfect, forced: forced)
        }
        if fragmentainer.recordsBreaks, !isAtTop, row > 0, progress.hasItems(row), !progress.isBlocked(by: row) {
          page.breaks.record(.row(progress.container, row), appeal)
        }
        if progress.isBlocked(by: row) || progress.isBelowPage(y) {
          return endPage(&progress, into: &builder, appeal: appeal, forced: .auto)
        }
        guard layoutRow(row, at: y, &progress, into: &builder, appealBefore: appeal) else {
          return endPage(&progress, into: &builder, appeal: appeal, forced: .auto)
        }
      } else if !layoutRow(row, at: y, &progress, into: &builder, appealBefore: .lastResort) {
        builder.fits = false
        return
      }
      if progress.grid.rows.tracks[row].base > 0 { builder.hasContent = true }
      progress.row += 1
    }
    finishPage(&progress, into: &builder)
  }

  /// Lays out the items that start in a row. Returns false if the row has to wait for the next page.
  private mutating func layoutRow(
    _ row: Int, at y: Double, _ progress: inout GridFragmentation, into builder: inout BoxFragmentBuilder,
    appealBefore: BreakAppeal
  ) -> Bool {
    let fragmentsBefore = page.fragments.checkpoint
    var placed: [GridFragmentation.Placed] = []
    var waiting: [Int] = []
    var next = progress.next
    while next < progress.grid.byRow.count, case let index = progress.grid.byRow[next],
      progress.grid.items[index].rows.lowerBound == row
    {
      next += 1
      switch layoutItem(index, ofRowAt: y, progress, hasContent: builder.hasContent, appealBefore: appealBefore) {
      case .placed(let entry): placed.append(entry)
      case .waits: waiting.append(index)
      case .breaksBeforeRow:
        page.fragments.rewind(to: fragmentsBefore)
        return false
      }
    }
    progress.next = next
    for entry in placed where progress.grid.items[entry.item].fillsHeight {
      let item = progress.grid.items[entry.item]
      progress.firstHeights[entry.item] = item.height(filling: progress.grid.rows.area(item.rows).size)
    }
    for entry in placed { append(entry, &progress, into: &builder) }
    for index in waiting {
      progress.unfinished[index] = BreakToken(box: progress.grid.items[index].box, position: .before)
    }
    return true
  }

  /// What the layout of an item at the start of its row results in.
  private enum ItemStart {
    case placed(GridFragmentation.Placed)
    /// The item starts on a later page than the row.
    case waits
    /// The row has to wait for the next page.
    case breaksBeforeRow
  }

  /// Lays out an item that starts in a row.
  ///
  /// - Parameter hasContent: whether the page has content above the row.
  private mutating func layoutItem(
    _ index: Int, ofRowAt y: Double, _ progress: GridFragmentation, hasContent: Bool, appealBefore: BreakAppeal
  ) -> ItemStart {
    let item = progress.grid.items[index]
    let area = progress.grid.rows.area(item.rows).size
    let height = item.fillsHeight ? item.height(filling: area) : itemHeight(item, progress.grid, area: area)
    let top = y + gridY(item, height: height, area: area)
    // The row starts at the top of this page, and the item, which is aligned in it, on a later one.
    if !hasContent, progress.isOnLaterPage(top) { return .waits }
    let isLower = progress.hasHeight && top - item.edges.margin.top > y + Fragmentainer.tolerance
    let mustProgress =
      (progress.space.fragmentainer?.mustProgress ?? false) && (!hasContent || y <= Fragmentainer.tolerance)
    let result = layout(
      item, progress, height: item.fillsHeight ? height : nil,
      fragmentainer: progress.space.fragmentainer?.moved(by: top, mustProgress: mustProgress && !isLower), from: nil)
    // Only the free space above the item is on this page.
    if !result.fits, mustProgress, isLower { return .waits }
    let isWorse = result.token != nil && !mustProgress && hasContent && result.appeal < appealBefore
    return result.fits && !isWorse
      ? .placed(GridFragmentation.Placed(item: index, result: result, y: top)) : .breaksBeforeRow
  }

  /// The height of an item that does not fill its area.
  mutating func itemHeight(_ item: GridItem, _ grid: Grid, area: Double) -> Double {
    if grid.rows.fixedSize(item.rows) != nil, let natural = item.natural { return natural.height }
    return measure(item.box, space: naturalSpace(item, grid, height: area)).height
  }

  mutating func layout(
    _ item: GridItem, _ progress: GridFragmentation, height: Double?, fragmentainer: Fragmentainer?,
    from token: BreakToken?
  ) -> BlockResult {
    var space = naturalSpace(item, progress.grid, height: progress.grid.rows.area(item.rows).size)
    space.borderBoxHeight = height
    space.fragmentainer = fragmentainer
    space.fragmentainer?.makeParallel()
    // An item that a break slices may need more than its rows, which then grow with it. Its own height stays the same.
    space.growsWithContent = fragmentainer != nil && height != nil && progress.grid.rows.growWithContent(item.rows)
    return layoutParallel(item.box, space: space, from: token)
  }

  mutating func append(
    _ entry: GridFragmentation.Placed, _ progress: inout GridFragmentation, into builder: inout BoxFragmentBuilder
  ) {
    let item = progress.grid.items[entry.item]
    let fragment = entry.result.fragment
    let area = progress.grid.rows.area(item.rows)
    page.fragments.append(
      fragment, to: builder.fragment, x: builder.x + gridX(item, progress.container, progress.grid),
      y: builder.y + entry.y)
    moveIfRelative(fragment, containerWidth: progress.grid.columns.area(item.columns).size, containerHeight: area.size)
    progress.shown.append((entry.item, fragment))
    builder.hasContent = true
    if let token = entry.result.token {
      progress.unfinished[entry.item] = token
      progress.appeal = min(progress.appeal, entry.result.appeal)
    } else {
      progress.placed.append(entry)
    }
    if entry.item == progress.baselineItem {
      builder.firstBaseline = builder.y + entry.y + (entry.result.firstBaseline ?? entry.result.height)
    }
    builder.lastBaseline = builder.y + entry.y + (entry.result.lastBaseline ?? entry.result.height)
  }
}
