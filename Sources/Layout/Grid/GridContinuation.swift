import Style

/// The items of grid containers at the start and the end of a page.
extension LayoutContext {
  /// Lays out items that started on earlier pages at the top of this one. Rows that end here grow with them.
  mutating func resumeItems(_ progress: inout GridFragmentation, into builder: inout BoxFragmentBuilder) {
    let tokens = progress.unfinished.sorted {
      (progress.grid.items[$0.key].rows.upperBound, $0.key) < (progress.grid.items[$1.key].rows.upperBound, $1.key)
    }
    progress.unfinished = [:]
    for (index, token) in tokens {
      let item = progress.grid.items[index]
      let area = progress.grid.rows.area(item.rows)
      let top = token.isBefore ? alignedTop(item, progress) : 0
      if progress.isOnLaterPage(top) {
        progress.unfinished[index] = token
        continue
      }
      let rest = Swift.max(
        0, area.start + area.size - progress.origin - top - (item.fillsHeight ? item.edges.margin.bottom : 0))
      let grows = progress.grid.rows.growWithContent(item.rows)
      if token.isBefore, item.fillsHeight { progress.firstHeights[index] = item.height(filling: area.size) }
      let firstHeight = grows || token.isBefore ? progress.firstHeights[index] : nil
      let height =
        item.fillsHeight
        ? firstHeight ?? Swift.min(token.consumed + item.edges.top + rest, item.heights.upperBound) : nil
      let fragmentainer = progress.space.fragmentainer?.moved(
        by: top,
        mustProgress: top <= Fragmentainer.tolerance && (progress.space.fragmentainer?.mustProgress ?? false))
      let result = layout(item, progress, height: height, fragmentainer: fragmentainer, from: token)
      guard result.fits else {
        // It waits for a higher column or page.
        progress.unfinished[index] = token
        continue
      }
      append(.init(item: index, result: result, y: top, consumed: token.consumed), &progress, into: &builder)
      let below = item.fillsHeight ? 0 : item.edges.margin.bottom
      if grows, result.token == nil, result.height + below > rest {
        progress.grow(item.rows, by: result.height + below - rest)
      }
      progress.bottom = Swift.max(progress.bottom, top + result.height)
    }
    growResumed(progress)
  }

  /// The top on this page of an item that is aligned in rows which started on an earlier page.
  private mutating func alignedTop(_ item: GridItem, _ progress: GridFragmentation) -> Double {
    let area = progress.grid.rows.area(item.rows)
    let height = itemHeight(item, progress.grid, area: area.size)
    return Swift.max(0, area.start - progress.origin + gridY(item, height: height, area: area.size))
  }

  /// Stretches items to the height of rows that another item enlarged.
  private mutating func growResumed(_ progress: GridFragmentation) {
    for entry in progress.placed {
      let item = progress.grid.items[entry.item]
      guard item.fillsAnyHeight, tree[item.box].kind == .block else { continue }
      let area = progress.grid.rows.area(item.rows)
      let bottom = area.start + area.size - progress.origin - item.edges.margin.bottom
      let height = Swift.min(bottom, progress.pageEnd ?? bottom) - entry.y
      if height > page.fragments[entry.result.fragment].height { page.fragments[entry.result.fragment].height = height }
    }
  }

  /// Ends the page before the next row.
  mutating func endPage(
    _ progress: inout GridFragmentation, into builder: inout BoxFragmentBuilder, appeal: BreakAppeal,
    forced: BoxStyle.Break
  ) {
    let row = progress.row
    continueItems(&progress, beyond: row)
    builder.appeal = min(appeal, progress.unfinished.isEmpty ? .perfect : progress.appeal)
    if forced.isForced { builder.appeal = .perfect }
    var position = GridPosition(
      grid: progress.grid, next: progress.next, row: row, origin: progress.originAfterPage(before: row),
      unfinished: progress.unfinished, firstHeights: progress.firstHeightsOfUnfinished)
    if progress.next < progress.grid.byRow.count {
      var token = BreakToken(box: progress.grid.items[progress.grid.byRow[progress.next]].box, position: .before)
      token.forced = forced.isForced ? forced : .auto
      position.forced = token
    }
    builder.next = .grid(position)
    builder.bottom = progress.partEnd ?? 0
  }

  /// Ends the page after all rows have started.
  mutating func finishPage(_ progress: inout GridFragmentation, into builder: inout BoxFragmentBuilder) {
    builder.bottom = Swift.max(0, progress.grid.height - progress.origin)
    guard !progress.unfinished.isEmpty else {
      builder.bottom = Swift.max(builder.bottom, progress.position == nil ? 0 : progress.bottom)
      return
    }
    let row = progress.grid.rows.tracks.count
    builder.appeal = progress.appeal
    builder.next = .grid(
      GridPosition(
        grid: progress.grid, next: progress.next, row: row, origin: progress.originAfterPage(before: row),
        unfinished: progress.unfinished, firstHeights: progress.firstHeightsOfUnfinished))
    // Only content that overflows its rows continues.
    builder.onlyParallel =
      progress.unfinished.allSatisfy { $1.isAtEnd || !progress.grid.rows.growWithContent(progress.grid.items[$0].rows) }
      && progress.pageEnd.map { builder.bottom <= $0 + Fragmentainer.tolerance } ?? false
  }

  /// Items that fill rows which extend to the next page continue there, even if their content is complete.
  private mutating func continueItems(_ progress: inout GridFragmentation, beyond row: Int) {
    guard let end = progress.partEnd else { return }
    for entry in progress.placed {
      let item = progress.grid.items[entry.item]
      guard item.rows.upperBound > row, item.fillsAnyHeight, tree[item.box].kind == .block, entry.y < end else {
        continue
      }
      let height = Swift.max(entry.result.height, end - entry.y)
      page.fragments[entry.result.fragment].height = height
      page.fragments[entry.result.fragment].edges.remove(.bottom)
      progress.unfinished[entry.item] = BreakToken(
        box: item.box, position: .remainder,
        consumed: entry.consumed + Swift.max(0, height - (entry.consumed > 0 ? 0 : item.edges.top)))
    }
  }

  /// Collects the break values at each row line, including those propagated from descendants.
  mutating func collectBreaks(_ grid: inout Grid) {
    for item in grid.items {
      let before = breaksAtStart(of: item.box)
      let after = breaksAtEnd(of: item.box)
      if !before.isEmpty { grid.breaksAfter[item.rows.lowerBound, default: []] += before }
      if !after.isEmpty { grid.breaksBefore[item.rows.upperBound, default: []] += after }
    }
  }
}
