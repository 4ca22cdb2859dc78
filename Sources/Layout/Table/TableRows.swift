import Style

/// Rows on a page (CSS 2.2 §17.5.3): laid out as a whole, broken inside their cells, or left for the next page.
extension LayoutContext {
  /// A row whose cells are laid out but not placed.
  private struct RowLayout {
    var cells: [SpanningCell]
    var height = 0.0
    var baseline = 0.0
    /// The row continues on the next page.
    var isBroken = false
    var fits = true
  }

  /// `visibility: collapse` on a row or its group (CSS 2.2 §17.5.5).
  func isCollapsed(row: Int, _ grid: TableGrid) -> Bool {
    if self[grid.rows[row].box].text.visibility == .collapse { return true }
    let group = grid.rows[row].group
    return !group.isNone && self[group].text.visibility == .collapse
  }

  /// Lays out the cells of a row and places them if they fit.
  ///
  /// - Parameter reserve: px that must also fit below the row.
  @discardableResult
  mutating func addRow(
    _ index: Int, _ builder: inout TableFragmentBuilder, fragmentainer: Fragmentainer?, from position: TablePosition?,
    appealBefore: BreakAppeal = .perfect,
    reserve: Double = 0
  ) -> RowOutcome {
    let grid = grid(builder.table)
    if isCollapsed(row: index, grid) {
      finishSpanning(&builder, grid, through: index + 1, keepsOpen: false)
      return .placed
    }
    prepareHeights(for: index, grid, &builder)
    let fragmentsBefore = page.fragments.checkpoint
    var rowFragmentainer = fragmentainer?.moved(
      by: builder.y, mustProgress: (fragmentainer?.mustProgress ?? false) && !builder.hasBody)
    if let outer = rowFragmentainer,
      avoidsBreaks(grid.rows[index].box, in: outer) || avoidsBreaks(grid.rows[index].group, in: outer)
    {
      rowFragmentainer?.cap = outer.cap.nested
    }
    rowFragmentainer?.isParallel = true
    var row = layoutRow(index, grid, builder, fragmentainer: rowFragmentainer, from: position)
    if row.fits, !row.isBroken, let space = rowFragmentainer, !space.fits(row.height + reserve) {
      fit(&row, index, grid, builder, in: space, reserve: reserve, from: position)
    }
    let appeal = min(
      row.cells.filter { $0.result.token != nil }.map(\.result.appeal).min() ?? .perfect,
      rowFragmentainer?.cap ?? .perfect)
    if row.isBroken, builder.hasBody, appeal < appealBefore { row.fits = false }
    guard row.fits else {
      page.fragments.rewind(to: fragmentsBefore)
      return .doesNotFit
    }
    place(row, index, grid, &builder, isResumed: (position?.consumedRow ?? 0) > 0)
    guard row.isBroken else {
      finishSpanning(&builder, grid, through: index + 1, keepsOpen: false)
      return .placed
    }
    var tokens: [Int: BreakToken] = [:]
    for cell in row.cells + builder.spanning {
      tokens[cell.cell] = cell.result.token ?? remainder(grid.cells[cell.cell].box)
    }
    return .broken(
      TablePosition(row: index, cells: tokens, consumedRow: (position?.consumedRow ?? 0) + row.height), appeal)
  }

  /// Breaks a row that does not fit, or leaves it to the next page.
  private mutating func fit(
    _ row: inout RowLayout, _ index: Int, _ grid: TableGrid, _ builder: TableFragmentBuilder,
    in fragmentainer: Fragmentainer, reserve: Double, from position: TablePosition?
  ) {
    guard fragmentainer.mustProgress else {
      page.columnFit.recordBottom(row.height + reserve, in: fragmentainer)
      row.fits = false
      return
    }
    if fragmentainer.fits(row.height), reserve > 0 {
      // Only the reserve does not fit: lay the row out again with less space, if that breaks it.
      var narrower = fragmentainer
      narrower.height -= reserve
      let broken = layoutRow(index, grid, builder, fragmentainer: narrower, from: position)
      if broken.fits, broken.isBroken { row = broken }
    } else if fragmentainer.height - fragmentainer.offset >= 1 {
      page.columnFit.recordBottom(row.height + reserve, in: fragmentainer)
      row.isBroken = true
      row.height = fragmentainer.height - fragmentainer.offset
    } else if fragmentainer.nextExtent != nil {
      row.fits = false
    }
  }

  /// The token of a cell whose content is complete, while its row continues.
  func remainder(_ cell: BoxID) -> BreakToken { BreakToken(box: cell, position: .remainder, consumed: 0) }

  /// Lays out the cells that start in a row and, in the first row of a page, those that continue from earlier rows.
  private mutating func layoutRow(
    _ index: Int, _ grid: TableGrid, _ builder: TableFragmentBuilder, fragmentainer: Fragmentainer?,
    from position: TablePosition?
  ) -> RowLayout {
    var row = RowLayout(cells: [])
    for cell in grid.rows[index].cells {
      let token = position?.cells[cell]
      let result = layoutCell(cell, grid, builder, fragmentainer: fragmentainer, from: token)
      row.cells.append(SpanningCell(cell: cell, result: result, y: builder.y, isResumed: token != nil))
    }
    if let position {
      for cell in position.cells.keys.sorted() where grid.cells[cell].row < index && grid.lastRow(of: cell) >= index {
        let result = layoutCell(cell, grid, builder, fragmentainer: fragmentainer, from: position.cells[cell])
        row.cells.append(SpanningCell(cell: cell, result: result, y: builder.y, isResumed: true))
      }
    }
    row.fits = row.cells.allSatisfy(\.result.fits)
    row.isBroken = (row.cells + builder.spanning).contains {
      grid.lastRow(of: $0.cell) == index && $0.result.token != nil
    }
    guard row.fits else { return row }
    (row.height, row.baseline) = rowHeight(index, grid, row.cells, builder, consumed: position?.consumedRow ?? 0)
    if row.isBroken, let fragmentainer, fragmentainer.height < .infinity {
      row.height = max(0, fragmentainer.height - fragmentainer.offset)
    }
    return row
  }

  /// The height that a row itself specifies, px.
  func pixelHeight(ofRow row: Int, _ grid: TableGrid) -> Double {
    guard case .length(let length) = self[grid.rows[row].box].box.height, !length.hasPercent else { return 0 }
    return max(0, length.resolve(against: 0))
  }

  /// The height of a row, from its `height`, its cells and precomputed heights; and the shared baseline of its cells.
  private mutating func rowHeight(
    _ index: Int, _ grid: TableGrid, _ cells: [SpanningCell], _ builder: TableFragmentBuilder, consumed: Double
  ) -> (height: Double, baseline: Double) {
    var height = max(0, (builder.heights[index] ?? pixelHeight(ofRow: index, grid)) - consumed)
    var baseline = 0.0
    for cell in cells where !cell.isResumed && alignsToBaseline(grid.cells[cell.cell].box) {
      baseline = max(baseline, cell.result.firstBaseline ?? 0)
    }
    for cell in cells where grid.lastRow(of: cell.cell) == index {
      let result = cell.result
      height = max(height, result.height, (ownHeight(ofCell: cell.cell, grid, builder) ?? 0) - consumed)
      if !cell.isResumed, alignsToBaseline(grid.cells[cell.cell].box), let own = result.firstBaseline {
        height = max(height, result.naturalHeight + baseline - own)
      }
    }
    for cell in builder.spanning where grid.lastRow(of: cell.cell) == index {
      height = max(height, cell.y + cell.result.height - builder.y)
    }
    return (height, baseline)
  }

  // MARK: - Placement

  /// Places a row and its cells on the page.
  private mutating func place(
    _ row: RowLayout, _ index: Int, _ grid: TableGrid, _ builder: inout TableFragmentBuilder, isResumed: Bool
  ) {
    let left = builder.columns.edges.left + builder.spacing.x
    let width = max(0, builder.columns.edges.contentWidth - builder.spacing.x * 2)
    openGroup(of: index, grid, &builder, x: left, width: width)
    let box = grid.rows[index].box
    let fragment = page.fragments.add(
      .init(
        width: width, height: row.height, style: tree[box].style, node: tree[box].node, box: box,
        content: .fragment(.group)))
    if builder.groupFragment.isNone {
      page.fragments.append(fragment, to: builder.fragment, x: left, y: builder.y)
    } else {
      page.fragments.append(fragment, to: builder.groupFragment, x: 0, y: builder.y - builder.groupY)
    }
    var placed = PlacedRow(
      row: index, y: builder.y, height: row.height, fragment: fragment, group: builder.groupFragment)
    placed.isCutAbove = isResumed
    placed.isCutBelow = row.isBroken
    for cell in row.cells {
      place(cell, in: fragment, left: left, grid, &builder)
      if row.isBroken, !self[grid.cells[cell.cell].box].box.cloneDecoration {
        page.fragments[cell.result.fragment].edges.remove(.bottom)
      }
      if grid.lastRow(of: cell.cell) == index {
        stretch(cell, grid, to: row.height, baseline: row.baseline, isBroken: row.isBroken)
      } else {
        alignToBaseline(cell, grid, row.baseline)
        builder.spanning.append(cell)
      }
    }
    moveIfRelative(fragment, containerWidth: width, containerHeight: nil)
    let baseline =
      builder.y + (row.baseline > 0 ? row.baseline : emptyBaseline(row.cells, grid, builder, height: row.height))
    if builder.firstBaseline == nil { builder.firstBaseline = baseline }
    builder.lastBaseline = baseline
    builder.placed.append(placed)
    builder.y += row.height + builder.spacing.y
  }

  /// Starts the fragment that contains the rows of a group on this page.
  private mutating func openGroup(
    of row: Int, _ grid: TableGrid, _ builder: inout TableFragmentBuilder, x: Double, width: Double
  ) {
    let group = grid.rows[row].group
    guard group != builder.group else { return }
    closeGroup(&builder)
    builder.group = group
    guard !group.isNone else { return }
    builder.groupY = builder.y
    builder.groupFragment = page.fragments.add(
      .init(
        width: width, height: 0, style: tree[group].style, node: tree[group].node, box: group,
        content: .fragment(.group)))
    page.fragments.append(builder.groupFragment, to: builder.fragment, x: x, y: builder.y)
  }

  mutating func closeGroup(_ builder: inout TableFragmentBuilder) {
    defer {
      builder.groupFragment = .none
      builder.group = .none
    }
    guard !builder.groupFragment.isNone else { return }
    page.fragments[builder.groupFragment].height = max(0, builder.bottom - builder.groupY)
    moveIfRelative(
      builder.groupFragment, containerWidth: page.fragments[builder.groupFragment].width, containerHeight: nil)
  }

  /// Sets the heights of cells whose last row has been placed. With `keepsOpen`, cells that continue on the next page
  /// are ended at the bottom of this page as well.
  mutating func finishSpanning(
    _ builder: inout TableFragmentBuilder, _ grid: TableGrid, through end: Int, keepsOpen: Bool
  ) {
    guard !builder.spanning.isEmpty else { return }
    let bottom = builder.bottom
    builder.spanning.removeAll { span in
      let isOpen = grid.lastRow(of: span.cell) >= end
      guard !isOpen || keepsOpen else { return false }
      if isOpen { page.fragments[span.result.fragment].edges.remove(.bottom) }
      stretch(span, grid, to: max(0, bottom - span.y), baseline: nil, isBroken: isOpen)
      return true
    }
  }

  /// The break tokens of the cells that continue after a page break before `row`, by cell index.
  mutating func spanningTokens(_ builder: inout TableFragmentBuilder, _ grid: TableGrid, before row: Int) -> [Int:
    BreakToken]
  {
    var tokens: [Int: BreakToken] = [:]
    for span in builder.spanning where grid.lastRow(of: span.cell) >= row {
      tokens[span.cell] = span.result.token ?? remainder(grid.cells[span.cell].box)
    }
    return tokens
  }
}
