import Style

/// Where a grid goes on, on the next page.
struct GridPosition: Equatable {
  /// Placed and sized; sized anew where the next page's width differs.
  var grid: Grid
  /// Index in `Grid.byRow` of the first item that has not begun, and its row.
  var next: Int
  var row: Int
  /// Which place in the rows, as if unbroken, stands at the top of the page, px.
  var origin: Double
  /// Items that go on, by their index.
  var going: [Int: BreakToken]
  /// The first box of the next page where a forced break comes before it.
  var forced: BreakToken?

  /// A grid of the same size at the same place goes on alike.
  static func == (a: GridPosition, b: GridPosition) -> Bool {
    a.next == b.next && a.row == b.row && a.origin == b.origin && a.going == b.going && a.forced == b.forced
      && a.grid.width == b.grid.width && a.grid.height == b.grid.height
  }
}

/// Grid containers on a page (css-grid-2 §11 and §13): rows break like those of a table, items side by side break by themselves.
extension Flow {
  /// Sets a grid container's items into its block flow.
  ///
  /// - Parameter heights: of the container's content box.
  mutating func layoutGrid(
    _ container: BoxID, into flow: inout BlockFlow, space: BlockSpace, heights: ContainerHeights,
    from token: BreakToken?
  ) {
    var setting: GridSetting
    if case .grid(let position)? = token?.position {
      setting = GridSetting(container: container, position: position, space: space)
      if setting.grid.width != space.width { sizeGrid(&setting.grid, container, width: space.width, heights: heights) }
    } else {
      setting = GridSetting(
        container: container, grid: solveGrid(container, width: space.width, heights: heights), space: space)
      addPlaceholders(of: container, setting.grid, into: &flow)
    }
    if isMeasuring {
      flow.bottom = setting.grid.height
      (flow.firstBaseline, flow.lastBaseline) = naturalBaselines(setting.grid, y: flow.y)
      return
    }
    setting.baselineItem = token == nil ? firstBaselineItem(setting.grid) : nil
    if space.page != nil, token == nil { collectBreaks(&setting.grid) }
    resumeItems(&setting, into: &flow)
    setRows(&setting, into: &flow)
  }

  // MARK: - Rows

  /// Sets the rows that begin on this page.
  private mutating func setRows(_ setting: inout GridSetting, into flow: inout BlockFlow) {
    while setting.row < setting.grid.rows.tracks.count {
      let row = setting.row
      let y = setting.y(row)
      let hasContent = flow.hasContent
      if let page = setting.space.page, hasContent {
        let between = combine(setting.grid.breaksBefore[row] ?? [], setting.grid.breaksAfter[row] ?? [])
        let appeal = min(page.cap, between.isAvoid ? .violatesAvoid : .perfect)
        // The break before the page's first row has been made.
        if between.isForced && row != setting.position?.row || breaks.target == .row(setting.container, row) {
          return endPage(&setting, into: &flow, appeal: .perfect, forced: between)
        }
        if !page.isParallel, row > 0, setting.hasItems(row) { breaks.note(.row(setting.container, row), appeal) }
        if setting.isBlocked(by: row) || setting.isBelowPage(y) {
          return endPage(&setting, into: &flow, appeal: appeal, forced: .auto)
        }
        guard set(row: row, at: y, &setting, into: &flow, appealBefore: appeal) else {
          return endPage(&setting, into: &flow, appeal: appeal, forced: .auto)
        }
      } else if !set(row: row, at: y, &setting, into: &flow, appealBefore: .lastResort) {
        flow.fits = false
        return
      }
      if setting.grid.rows.tracks[row].base > 0 { flow.hasContent = true }
      setting.row += 1
    }
    finishPage(&setting, into: &flow)
  }

  /// Sets the items that start in a row; false where the row has to wait for the next page.
  private mutating func set(
    row: Int, at y: Double, _ setting: inout GridSetting, into flow: inout BlockFlow, appealBefore: BreakAppeal
  ) -> Bool {
    let fragmentsBefore = fragments.entries.count
    let mustProgress = (setting.space.page?.mustProgress ?? false) && !flow.hasContent
    var placed: [GridSetting.Placed] = []
    var next = setting.next
    while next < setting.grid.byRow.count, case let index = setting.grid.byRow[next],
      setting.grid.items[index].rows.lowerBound == row
    {
      next += 1
      let item = setting.grid.items[index]
      let area = setting.grid.rows.area(item.rows).size
      let height = item.fillsHeight ? item.height(filling: area) : itemHeight(item, setting.grid, area: area)
      let top = y + gridY(item, height: height, area: area)
      let page = setting.space.page?.moved(by: top, mustProgress: mustProgress)
      let result = layout(item, setting, height: item.fillsHeight ? height : nil, page: page, from: nil)
      let isWorse = result.token != nil && flow.hasContent && result.appeal < appealBefore
      guard result.fits, !isWorse else {
        fragments.entries.removeSubrange(fragmentsBefore...)
        return false
      }
      placed.append(.init(item: index, result: result, y: top))
    }
    setting.next = next
    for entry in placed { append(entry, &setting, into: &flow) }
    return true
  }

  /// The height that an item takes in its area where it does not fill it.
  private mutating func itemHeight(_ item: GridItem, _ grid: Grid, area: Double) -> Double {
    if grid.rows.fixedSize(item.rows) != nil, let natural = item.natural { return natural.height }
    return measure(item.box, space: naturalSpace(item, grid, height: area)).height
  }

  private mutating func layout(
    _ item: GridItem, _ setting: GridSetting, height: Double?, page: PageSpace?, from token: BreakToken?
  ) -> BlockResult {
    var space = naturalSpace(item, setting.grid, height: setting.grid.rows.area(item.rows).size)
    space.borderBoxHeight = height
    space.page = page
    space.page?.isParallel = true
    // What is cut by a page's end may need more than its share of the rows, which then grow with it.
    space.growsWithContent = page != nil && setting.grid.rows.growWithContent(item.rows)
    return layout(item.box, space: space, from: token)
  }

  private mutating func append(_ entry: GridSetting.Placed, _ setting: inout GridSetting, into flow: inout BlockFlow) {
    let item = setting.grid.items[entry.item]
    let fragment = entry.result.fragment
    let area = setting.grid.rows.area(item.rows)
    fragments.append(
      fragment, to: flow.fragment, x: flow.x + gridX(item, setting.container, setting.grid), y: flow.y + entry.y)
    moveIfRelative(fragment, containerWidth: setting.grid.columns.area(item.columns).size, containerHeight: area.size)
    flow.hasContent = true
    if let token = entry.result.token {
      setting.going[entry.item] = token
      setting.appeal = min(setting.appeal, entry.result.appeal)
    } else {
      setting.placed.append(entry)
    }
    if entry.item == setting.baselineItem {
      flow.firstBaseline = flow.y + entry.y + (entry.result.firstBaseline ?? entry.result.height)
    }
    flow.lastBaseline = flow.y + entry.y + (entry.result.lastBaseline ?? entry.result.height)
  }

  // MARK: - Between pages

  /// Items that earlier pages began, at the top of this one; rows that end here grow with them.
  private mutating func resumeItems(_ setting: inout GridSetting, into flow: inout BlockFlow) {
    let tokens = setting.going.sorted {
      (setting.grid.items[$0.key].rows.upperBound, $0.key) < (setting.grid.items[$1.key].rows.upperBound, $1.key)
    }
    setting.going = [:]
    for (index, token) in tokens {
      let item = setting.grid.items[index]
      let area = setting.grid.rows.area(item.rows)
      let rest = Swift.max(
        0, area.start + area.size - setting.origin - (item.fillsHeight ? item.edges.margin.bottom : 0))
      let height = item.fillsHeight ? Swift.min(token.consumed + item.edges.top + rest, item.heights.upperBound) : nil
      let page = setting.space.page?.moved(by: 0, mustProgress: setting.space.page?.mustProgress ?? false)
      let result = layout(item, setting, height: height, page: page, from: token)
      guard result.fits else { continue }
      append(.init(item: index, result: result, y: 0, consumed: token.consumed), &setting, into: &flow)
      let grows = setting.grid.rows.growWithContent(item.rows)
      let below = item.fillsHeight ? 0 : item.edges.margin.bottom
      if grows, result.token == nil, result.height + below > rest { setting.origin -= result.height + below - rest }
      setting.bottom = Swift.max(setting.bottom, result.height)
    }
    growResumed(setting)
  }

  /// Items that fill rows which another item made grow are as high as these.
  private mutating func growResumed(_ setting: GridSetting) {
    for entry in setting.placed {
      let item = setting.grid.items[entry.item]
      guard item.fillsAnyHeight, tree[item.box].kind == .block else { continue }
      let area = setting.grid.rows.area(item.rows)
      let bottom = area.start + area.size - setting.origin - item.edges.margin.bottom
      let height = Swift.min(bottom, setting.pageEnd ?? bottom) - entry.y
      if height > fragments[entry.result.fragment].height { fragments[entry.result.fragment].height = height }
    }
  }

  /// The page ends before the next row.
  private mutating func endPage(
    _ setting: inout GridSetting, into flow: inout BlockFlow, appeal: BreakAppeal, forced: BoxStyle.Break
  ) {
    let row = setting.row
    continueItems(&setting, beyond: row)
    flow.appeal = min(appeal, setting.going.isEmpty ? .perfect : setting.appeal)
    if forced.isForced { flow.appeal = .perfect }
    var position = GridPosition(
      grid: setting.grid, next: setting.next, row: row, origin: setting.originAfterPage(before: row),
      going: setting.going)
    if setting.next < setting.grid.byRow.count {
      var token = BreakToken(box: setting.grid.items[setting.grid.byRow[setting.next]].box, position: .before)
      token.forced = forced.isForced ? forced : .auto
      position.forced = token
    }
    flow.next = .grid(position)
    flow.bottom = setting.pageEnd ?? 0
  }

  /// All rows have begun.
  private mutating func finishPage(_ setting: inout GridSetting, into flow: inout BlockFlow) {
    flow.bottom = Swift.max(0, setting.grid.height - setting.origin)
    guard !setting.going.isEmpty else {
      flow.bottom = Swift.max(flow.bottom, setting.position == nil ? 0 : setting.bottom)
      return
    }
    let row = setting.grid.rows.tracks.count
    flow.appeal = setting.appeal
    flow.next = .grid(
      GridPosition(
        grid: setting.grid, next: setting.next, row: row, origin: setting.originAfterPage(before: row),
        going: setting.going))
    // Only content that overflows its rows goes on.
    flow.onlyParallel =
      setting.going.allSatisfy { $1.isAtEnd || !setting.grid.rows.growWithContent(setting.grid.items[$0].rows) }
      && setting.pageEnd.map { flow.bottom <= $0 + PageSpace.tolerance } ?? false
  }

  /// Items that fill rows of which some come on the next page go on there, though their content is set.
  private mutating func continueItems(_ setting: inout GridSetting, beyond row: Int) {
    guard let end = setting.pageEnd else { return }
    for entry in setting.placed {
      let item = setting.grid.items[entry.item]
      guard item.rows.upperBound > row, item.fillsAnyHeight, tree[item.box].kind == .block, entry.y < end else {
        continue
      }
      let height = Swift.max(entry.result.height, end - entry.y)
      fragments[entry.result.fragment].height = height
      fragments[entry.result.fragment].edges.remove(.bottom)
      setting.going[entry.item] = BreakToken(
        box: item.box, position: .remainder,
        consumed: entry.consumed + Swift.max(0, height - (entry.consumed > 0 ? 0 : item.edges.top)))
    }
  }

  /// The break values at each row line, those of the items' first and last descendants included.
  private func collectBreaks(_ grid: inout Grid) {
    for item in grid.items {
      let before = breaksAtStart(of: item.box)
      let after = breaksAtEnd(of: item.box)
      if !before.isEmpty { grid.breaksAfter[item.rows.lowerBound, default: []] += before }
      if !after.isEmpty { grid.breaksBefore[item.rows.upperBound, default: []] += after }
    }
  }
}

/// A grid on one page, while it is set.
struct GridSetting {
  struct Placed {
    var item: Int
    var result: BlockResult
    var y: Double
    /// px of its content height that earlier pages hold.
    var consumed = 0.0
  }
  let container: BoxID
  let space: BlockSpace
  let position: GridPosition?
  var grid: Grid
  var origin = 0.0
  var row = 0
  var next = 0
  var going: [Int: BreakToken] = [:]
  /// Items whose content is set.
  var placed: [Placed] = []
  /// How low resumed items reach.
  var bottom = 0.0
  var appeal = BreakAppeal.perfect
  /// The item that gives the container its first baseline.
  var baselineItem: Int?

  init(container: BoxID, grid: Grid, space: BlockSpace) {
    self.container = container
    self.grid = grid
    self.space = space
    position = nil
  }

  init(container: BoxID, position: GridPosition, space: BlockSpace) {
    self.container = container
    self.space = space
    self.position = position
    grid = position.grid
    origin = position.origin
    row = position.row
    next = position.next
    going = position.going
  }

  /// A row's top below the content edge on this page.
  func y(_ row: Int) -> Double { Swift.max(0, grid.rows.tracks[row].start - origin) }

  /// Where the page ends below the content edge.
  var pageEnd: Double? { space.page.map { $0.height - $0.offset } }

  func isBelowPage(_ y: Double) -> Bool { pageEnd.map { y > $0 - PageSpace.tolerance } ?? false }

  func hasItems(_ row: Int) -> Bool { next < grid.byRow.count && grid.items[grid.byRow[next]].rows.lowerBound == row }

  /// An item that goes on ends before a row and makes its own rows grow.
  func isBlocked(by row: Int) -> Bool {
    going.contains {
      !$1.isAtEnd && grid.items[$0].rows.upperBound <= row && grid.rows.growWithContent(grid.items[$0].rows)
    }
  }

  /// What stands at the top of the next page: a row, without the gutter before it, or the rest of what is above it.
  func originAfterPage(before row: Int) -> Double {
    guard let end = pageEnd else { return origin }
    if isBlocked(by: row) {
      let above = going.keys.filter { grid.items[$0].rows.upperBound <= row }.map {
        grid.rows.area(grid.items[$0].rows)
      }
      let bottom = above.map { $0.start + $0.size }.max() ?? origin + end
      return Swift.min(origin + end, bottom)
    }
    guard row < grid.rows.tracks.count else { return origin + end }
    let bottomAbove = row > 0 ? grid.rows.tracks[row - 1].end : 0
    return bottomAbove > origin + end + PageSpace.tolerance ? origin + end : grid.rows.tracks[row].start
  }
}

extension GridTracks {
  /// Tracks that follow their content, one of them spanned: they grow with what a page's end pushes down.
  func growWithContent(_ range: Range<Int>) -> Bool { range.count == 1 && tracks[range.lowerBound].isIntrinsic }
}
