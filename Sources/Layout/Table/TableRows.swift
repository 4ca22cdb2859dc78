import Style

/// Rows on a page (CSS 2.2 §17.5.3): laid out as a whole, broken inside their cells, or left for the next page.
extension LayoutContext {
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
    if let position { prepareRest(from: position, grid, &builder) }
    let fragmentsBefore = page.fragments.checkpoint
    var rowFragmentainer = fragmentainer?.moved(
      by: builder.y, mustProgress: (fragmentainer?.mustProgress ?? false) && !builder.hasBody)
    if let outer = rowFragmentainer,
      avoidsBreaks(grid.rows[index].box, in: outer) || avoidsBreaks(grid.rows[index].group, in: outer)
    {
      rowFragmentainer?.cap = outer.cap.nested
    }
    rowFragmentainer?.makeParallel()
    var row = layoutRow(index, grid, builder, fragmentainer: rowFragmentainer, from: position)
    if row.fits, !row.isBroken, let space = rowFragmentainer, !space.fits(row.height + reserve) {
      fit(&row, index, grid, builder, in: space, reserve: reserve, from: position)
    }
    let appeal = min(appealOfBreak(in: row, grid, builder, rowFragmentainer), rowFragmentainer?.cap ?? .perfect)
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
      tokens[cell.cell] = continuation(of: cell, grid, builder)
    }
    return .broken(
      TablePosition(row: index, cells: tokens, consumedRow: (position?.consumedRow ?? 0) + row.height), appeal)
  }

  /// The appeal of the break that the cells of a row make, and those that span it from rows above.
  private func appealOfBreak(
    in row: RowLayout, _ grid: TableGrid, _ builder: TableFragmentBuilder, _ fragmentainer: Fragmentainer?
  ) -> BreakAppeal {
    let own = row.cells.filter { $0.result.token != nil }.map(\.result.appeal).min() ?? .perfect
    guard row.isBroken, let fragmentainer else { return own }
    return builder.spanning.reduce(own) { appeal, span in
      let row = grid.rows[grid.cells[span.cell].row].box
      let avoids = avoidsBreaks(grid.cells[span.cell].box, in: fragmentainer) || avoidsBreaks(row, in: fragmentainer)
      if avoids { return min(appeal, .violatesAvoid) }
      return span.result.token == nil ? appeal : min(appeal, span.result.appeal)
    }
  }

  /// Breaks a row that does not fit, or leaves it to the next page.
  private mutating func fit(
    _ row: inout RowLayout, _ index: Int, _ grid: TableGrid, _ builder: TableFragmentBuilder,
    in fragmentainer: Fragmentainer, reserve: Double, from position: TablePosition?
  ) {
    // A row is also broken if only the content of cells that span further rows continues.
    guard fragmentainer.mustProgress || row.cells.contains(where: \.continues) else {
      page.columnFit.recordBottom(row.height + reserve, in: fragmentainer)
      row.fits = canEndWithPage(
        row, index, grid, builder, in: fragmentainer, consumed: position?.consumedRow ?? 0)
      if row.fits { row.height = fragmentainer.height - fragmentainer.offset }
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

  /// Whether a row that does not fit does if the page ends below it, as a cell that spans it and continues then needs
  /// less of it.
  private mutating func canEndWithPage(
    _ row: RowLayout, _ index: Int, _ grid: TableGrid, _ builder: TableFragmentBuilder,
    in fragmentainer: Fragmentainer, consumed: Double
  ) -> Bool {
    guard builder.spanning.contains(where: \.continues) else { return false }
    return fragmentainer.fits(max(1, leastHeight(of: row, index, grid, builder, consumed: consumed)))
  }

  /// The height of a row without what cells that span it need.
  private mutating func leastHeight(
    of row: RowLayout, _ index: Int, _ grid: TableGrid, _ builder: TableFragmentBuilder, consumed: Double
  ) -> Double {
    var alone = builder
    (alone.rest, alone.heights.rows[index], alone.spanning) = (nil, .nan, [])
    let height = rowHeight(index, grid, row.cells, alone, consumed: consumed).height
    return row.cells.reduce(height) { height, cell in
      let isAligned = !cell.isResumed && alignsToBaseline(grid.cells[cell.cell].box)
      let shift = isAligned ? cell.result.firstBaseline.map { max(0, row.baseline - $0) } ?? 0 : 0
      return max(height, shift + cell.result.height)
    }
  }

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
    var height = max(0, (builder.rest?[index] ?? builder.heights[index] ?? pixelHeight(ofRow: index, grid)) - consumed)
    var baseline = 0.0
    for cell in cells where !cell.isResumed && alignsToBaseline(grid.cells[cell.cell].box) {
      baseline = max(baseline, cell.result.firstBaseline ?? 0)
    }
    for cell in cells where grid.lastRow(of: cell.cell) == index {
      let result = cell.result
      let shown = grid.cells[cell.cell].row == index ? consumed : shownHeight(ofCell: cell.cell, grid, builder)
      height = max(height, result.height, (ownHeight(ofCell: cell.cell, grid, builder) ?? 0) - shown)
      if !cell.isResumed, alignsToBaseline(grid.cells[cell.cell].box), let own = result.firstBaseline {
        height = max(height, result.naturalHeight + baseline - own)
      }
    }
    for cell in builder.spanning where grid.lastRow(of: cell.cell) == index {
      height = max(height, cell.y + cell.result.height - hiddenHeight(of: cell, grid, builder.heights) - builder.y)
    }
    return (height, baseline)
  }

}
