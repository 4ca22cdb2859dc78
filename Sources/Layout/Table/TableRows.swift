import Style

/// Rows on a page (CSS 2.2 §17.5.3): set as a whole, broken side by side in their cells, or left for the next page.
extension Flow {
  /// A row whose cells are laid out, but not placed.
  private struct RowSetting {
    var cells: [SpanningCell]
    var height = 0.0
    var baseline = 0.0
    /// The row goes on over the page.
    var isBroken = false
    var fits = true
  }

  /// `visibility: collapse` on a row or its group (CSS 2.2 §17.5.5).
  func isCollapsed(row: Int, _ grid: TableGrid) -> Bool {
    if self[grid.rows[row].box].text.visibility == .collapse { return true }
    let group = grid.rows[row].group
    return !group.isNone && self[group].text.visibility == .collapse
  }

  /// Lays out a row's cells, and places them where they fit.
  ///
  /// - Parameter reserve: what must fit below the row as well, px.
  @discardableResult
  mutating func addRow(
    _ index: Int, _ flow: inout TableFlow, page: PageSpace?, from position: TablePosition?,
    appealBefore: BreakAppeal = .perfect,
    reserve: Double = 0
  ) -> RowOutcome {
    let grid = grid(flow.table)
    if isCollapsed(row: index, grid) {
      finishSpanning(&flow, grid, through: index + 1, keepsOpen: false)
      return .set
    }
    prepareHeights(for: index, grid, &flow)
    let fragmentsBefore = fragments.entries.count
    var rowPage = page?.moved(by: flow.y, mustProgress: (page?.mustProgress ?? false) && !flow.hasBody)
    if avoidsBreaks(grid.rows[index].box) || avoidsBreaks(grid.rows[index].group), let cap = rowPage?.cap {
      rowPage?.cap = cap.nested
    }
    rowPage?.isParallel = true
    var row = layoutRow(index, grid, flow, page: rowPage, from: position)
    if row.fits, !row.isBroken, let space = rowPage, !space.fits(row.height + reserve) {
      if space.mustProgress, space.fits(row.height), reserve > 0 {
        // Only what follows does not fit: leave room for it, where that breaks the row.
        var narrower = space
        narrower.height -= reserve
        let broken = layoutRow(index, grid, flow, page: narrower, from: position)
        if broken.fits, broken.isBroken { row = broken }
      } else if space.mustProgress, space.height - space.offset >= 1 {
        columnFit.note(row.height + reserve, in: space)
        row.isBroken = true
        row.height = space.height - space.offset
      } else if !space.mustProgress {
        columnFit.note(row.height + reserve, in: space)
        row.fits = false
      }
    }
    let appeal = min(
      row.cells.filter { $0.result.token != nil }.map(\.result.appeal).min() ?? .perfect, rowPage?.cap ?? .perfect)
    if row.isBroken, flow.hasBody, appeal < appealBefore { row.fits = false }
    guard row.fits else {
      fragments.entries.removeSubrange(fragmentsBefore...)
      return .doesNotFit
    }
    place(row, index, grid, &flow, isResumed: (position?.consumedRow ?? 0) > 0)
    guard row.isBroken else {
      finishSpanning(&flow, grid, through: index + 1, keepsOpen: false)
      return .set
    }
    var tokens: [Int: BreakToken] = [:]
    for cell in row.cells + flow.spanning {
      tokens[cell.cell] = cell.result.token ?? remainder(grid.cells[cell.cell].box)
    }
    return .broken(
      TablePosition(row: index, cells: tokens, consumedRow: (position?.consumedRow ?? 0) + row.height), appeal)
  }

  func remainder(_ cell: BoxID) -> BreakToken { BreakToken(box: cell, position: .remainder, consumed: 0) }

  /// Lays out the cells that start in a row, and those of earlier rows that go on in the first row of a page.
  private mutating func layoutRow(
    _ index: Int, _ grid: TableGrid, _ flow: TableFlow, page: PageSpace?, from position: TablePosition?
  ) -> RowSetting {
    var row = RowSetting(cells: [])
    for cell in grid.rows[index].cells {
      let token = position?.cells[cell]
      let result = layoutCell(cell, grid, flow, page: page, from: token)
      row.cells.append(SpanningCell(cell: cell, result: result, y: flow.y, isResumed: token != nil))
    }
    if let position {
      for cell in position.cells.keys.sorted() where grid.cells[cell].row < index && grid.lastRow(of: cell) >= index {
        let result = layoutCell(cell, grid, flow, page: page, from: position.cells[cell])
        row.cells.append(SpanningCell(cell: cell, result: result, y: flow.y, isResumed: true))
      }
    }
    row.fits = row.cells.allSatisfy(\.result.fits)
    row.isBroken = (row.cells + flow.spanning).contains { grid.lastRow(of: $0.cell) == index && $0.result.token != nil }
    guard row.fits else { return row }
    (row.height, row.baseline) = rowHeight(index, grid, row.cells, flow, consumed: position?.consumedRow ?? 0)
    if row.isBroken, let page, page.height < .infinity { row.height = max(0, page.height - page.offset) }
    return row
  }

  /// The height that a row itself asks for, px.
  func pixelHeight(ofRow row: Int, _ grid: TableGrid) -> Double {
    guard case .length(let length) = self[grid.rows[row].box].box.height, !length.hasPercent else { return 0 }
    return max(0, length.resolve(against: 0))
  }

  /// A row's height from its own `height`, its cells, and what was worked out before; the baseline that its cells share.
  private mutating func rowHeight(
    _ index: Int, _ grid: TableGrid, _ cells: [SpanningCell], _ flow: TableFlow, consumed: Double
  ) -> (height: Double, baseline: Double) {
    var height = max(0, (flow.heights[index] ?? pixelHeight(ofRow: index, grid)) - consumed)
    var baseline = 0.0
    for cell in cells where !cell.isResumed && alignsToBaseline(grid.cells[cell.cell].box) {
      baseline = max(baseline, cell.result.firstBaseline ?? 0)
    }
    for cell in cells where grid.lastRow(of: cell.cell) == index {
      let result = cell.result
      height = max(height, result.height, (ownHeight(ofCell: cell.cell, grid, flow) ?? 0) - consumed)
      if !cell.isResumed, alignsToBaseline(grid.cells[cell.cell].box), let own = result.firstBaseline {
        height = max(height, result.naturalHeight + baseline - own)
      }
    }
    for cell in flow.spanning where grid.lastRow(of: cell.cell) == index {
      height = max(height, cell.y + cell.result.height - flow.y)
    }
    return (height, baseline)
  }

  // MARK: - Placing

  /// Puts a row and its cells on the page.
  private mutating func place(
    _ row: RowSetting, _ index: Int, _ grid: TableGrid, _ flow: inout TableFlow, isResumed: Bool
  ) {
    let left = flow.columns.edges.left + flow.spacing.x
    let width = max(0, flow.columns.edges.contentWidth - flow.spacing.x * 2)
    openGroup(of: index, grid, &flow, x: left, width: width)
    let box = grid.rows[index].box
    let fragment = fragments.add(
      .init(
        width: width, height: row.height, style: tree[box].style, node: tree[box].node, box: box,
        content: .fragment(.group)))
    if flow.groupFragment.isNone {
      fragments.append(fragment, to: flow.fragment, x: left, y: flow.y)
    } else {
      fragments.append(fragment, to: flow.groupFragment, x: 0, y: flow.y - flow.groupY)
    }
    var placed = PlacedRow(row: index, y: flow.y, height: row.height, fragment: fragment, group: flow.groupFragment)
    placed.isCutAbove = isResumed
    placed.isCutBelow = row.isBroken
    for cell in row.cells {
      place(cell, in: fragment, left: left, grid, &flow)
      if row.isBroken, !self[grid.cells[cell.cell].box].box.cloneDecoration {
        fragments[cell.result.fragment].edges.remove(.bottom)
      }
      if grid.lastRow(of: cell.cell) == index {
        stretch(cell, grid, to: row.height, baseline: row.baseline, isBroken: row.isBroken)
      } else {
        alignToBaseline(cell, grid, row.baseline)
        flow.spanning.append(cell)
      }
    }
    moveIfRelative(fragment, containerWidth: width, containerHeight: nil)
    let baseline = flow.y + (row.baseline > 0 ? row.baseline : emptyBaseline(row.cells, grid, flow, height: row.height))
    if flow.firstBaseline == nil { flow.firstBaseline = baseline }
    flow.lastBaseline = baseline
    flow.placed.append(placed)
    flow.y += row.height + flow.spacing.y
  }

  /// The fragment that holds the rows of a group on this page.
  private mutating func openGroup(of row: Int, _ grid: TableGrid, _ flow: inout TableFlow, x: Double, width: Double) {
    let group = grid.rows[row].group
    guard group != flow.group else { return }
    closeGroup(&flow)
    flow.group = group
    guard !group.isNone else { return }
    flow.groupY = flow.y
    flow.groupFragment = fragments.add(
      .init(
        width: width, height: 0, style: tree[group].style, node: tree[group].node, box: group,
        content: .fragment(.group)))
    fragments.append(flow.groupFragment, to: flow.fragment, x: x, y: flow.y)
  }

  mutating func closeGroup(_ flow: inout TableFlow) {
    defer {
      flow.groupFragment = .none
      flow.group = .none
    }
    guard !flow.groupFragment.isNone else { return }
    fragments[flow.groupFragment].height = max(0, flow.bottom - flow.groupY)
    moveIfRelative(flow.groupFragment, containerWidth: fragments[flow.groupFragment].width, containerHeight: nil)
  }

  /// Gives cells whose last row has been set their height; with `keepsOpen`, those that go on end at the page's end.
  mutating func finishSpanning(_ flow: inout TableFlow, _ grid: TableGrid, through end: Int, keepsOpen: Bool) {
    guard !flow.spanning.isEmpty else { return }
    let bottom = flow.bottom
    flow.spanning.removeAll { span in
      let isOpen = grid.lastRow(of: span.cell) >= end
      guard !isOpen || keepsOpen else { return false }
      if isOpen { fragments[span.result.fragment].edges.remove(.bottom) }
      stretch(span, grid, to: max(0, bottom - span.y), baseline: nil, isBroken: isOpen)
      return true
    }
  }

  /// The cells that a page break between rows cuts, with where they go on.
  mutating func takeSpanning(_ flow: inout TableFlow, _ grid: TableGrid, before row: Int) -> [Int: BreakToken] {
    var tokens: [Int: BreakToken] = [:]
    for span in flow.spanning where grid.lastRow(of: span.cell) >= row {
      tokens[span.cell] = span.result.token ?? remainder(grid.cells[span.cell].box)
    }
    return tokens
  }
}
