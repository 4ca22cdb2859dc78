import Style

/// Row heights that must be known before rows are laid out on pages. All cells are laid out once in one piece to
/// compute them.
extension LayoutContext {
  /// The content height that a table's `height` and `min-height` specify, if any.
  mutating func wantedHeight(of table: BoxID, edges: UsedEdges, space: ConstraintSpace) -> Double? {
    let least = constrainHeight(0, table, edges: edges, space: space)
    guard let own = definiteHeight(table, edges: edges, space: space) else { return least > 0 ? least : nil }
    return max(own, least)
  }

  /// Computes the heights of the rows connected to `row` by spanning cells, unless they are known.
  mutating func prepareHeights(for row: Int, _ grid: TableGrid, _ builder: inout TableFragmentBuilder) {
    guard builder.heights.rows[row].isNaN, grid.isBound(row) else { return }
    let cluster = grid.cluster(of: row)
    let measured = measureRows(cluster, grid, builder, basis: nil)
    var rows = measured
    spreadSpans(cluster, grid, builder, &rows, basis: nil)
    hideCollapsed(cluster, grid, &builder, &rows.heights)
    for (offset, row) in cluster.enumerated() { builder.heights.rows[row] = rows.heights[offset].height }
    builder.heights.clusters[cluster.lowerBound] = measured
  }

  /// Computes the heights of rows at the start of a page from what is left of the cells that continue in them.
  mutating func prepareRest(from position: TablePosition, _ grid: TableGrid, _ builder: inout TableFragmentBuilder) {
    guard !position.cells.isEmpty else { return }
    let cluster = grid.cluster(of: position.row)
    guard let measured = builder.heights.clusters[cluster.lowerBound] else { return }
    let rows = position.row..<cluster.upperBound
    var rest = MeasuredRows(heights: Array(measured.heights.suffix(rows.count)))
    rest.heights[0].height = max(0, rest.heights[0].height - position.consumedRow)
    // Collapsed rows take nothing of the rest, nor does the space below them.
    for (offset, row) in rows.enumerated() where isCollapsed(row: row, grid) {
      rest.heights[offset] = RowHeight(height: -builder.spacing.y)
    }
    for span in measured.spans where span.rows.upperBound > position.row {
      let shown = shownHeight(ofCell: span.cell, grid, builder)
      var spanned = span.rows.clamped(to: rows)
      while spanned.count > 1, isCollapsed(row: spanned.upperBound - 1, grid) {
        spanned = spanned.lowerBound..<spanned.upperBound - 1
      }
      rest.spans.append((span.cell, spanned, max(0, span.height - shown)))
    }
    spreadSpans(rows, grid, builder, &rest, basis: nil)
    rest.heights[0].height += position.consumedRow
    builder.rest = Dictionary(uniqueKeysWithValues: zip(rows, rest.heights.map(\.height)))
  }

  /// Computes all row heights of a table that has a height, or whose groups have.
  mutating func prepareAllHeights(_ grid: TableGrid, _ builder: inout TableFragmentBuilder) {
    let wanted = builder.wanted
    guard wanted != nil || grid.sections.contains(where: { !$0.box.isNone && self[$0.box].box.height != .auto }) else {
      return
    }
    guard let first = grid.rows.indices.first(where: { builder.heights.rows[$0].isNaN }), first == 0 else { return }
    let all = 0..<grid.rows.count
    var measured = measureRows(all, grid, builder, basis: builder.definite)
    spreadSpans(all, grid, builder, &measured, basis: builder.definite)
    hideCollapsed(all, grid, &builder, &measured.heights)
    var heights = measured.heights
    let spacing = builder.spacing.y
    for section in grid.sections {
      guard !section.box.isNone, case .length(let length) = self[section.box].box.height, !length.hasPercent else {
        continue
      }
      heights.grow(section.rows, to: length.resolve(against: 0), spacing: spacing, isSpan: false, basis: nil)
    }
    if let wanted {
      growSections(grid, &heights, to: wanted - spacing * 2, spacing: spacing, basis: builder.definite)
    }
    builder.heights.rows = heights.map(\.height)
  }

  /// Distributes the height of a table to its groups: first by percentage, then to those without a height in
  /// proportion to their size.
  private func growSections(
    _ grid: TableGrid, _ rows: inout [RowHeight], to wanted: Double, spacing: Double, basis: Double?
  ) {
    let sections = grid.sections
    func height(_ section: TableGrid.Section) -> Double { rows.total(section.rows, spacing: spacing) }
    func left() -> Double { wanted - sections.reduce(spacing * Double(sections.count - 1)) { $0 + height($1) } }
    if let basis {
      for section in sections {
        guard !section.box.isNone, case .length(.percent(let percent)) = self[section.box].box.height else { continue }
        let target = min(basis * percent / 100, height(section) + max(0, left()))
        rows.grow(section.rows, to: target, spacing: spacing, isSpan: false, basis: basis)
      }
    }
    let extra = left()
    guard extra > 1e-6, !sections.isEmpty else { return }
    // As in browsers, header and footer only grow if there is no other group.
    let bodies = sections.filter { $0.rows != grid.headRows && $0.rows != grid.footRows }
    let groups = bodies.isEmpty ? sections : bodies
    let open = groups.filter { $0.box.isNone || self[$0.box].box.height == .auto }
    let takers = open.isEmpty ? groups : open
    let heights = takers.map(height)
    let whole = heights.reduce(0, +)
    for (index, section) in takers.enumerated() {
      let part = whole > 0 ? heights[index] / whole : 1 / Double(takers.count)
      rows.grow(section.rows, to: heights[index] + extra * part, spacing: spacing, isSpan: false, basis: basis)
    }
  }

  /// Lays out the cells of rows in one piece and discards the fragments.
  private mutating func measureRows(
    _ rows: Range<Int>, _ grid: TableGrid, _ builder: TableFragmentBuilder, basis: Double?
  ) -> MeasuredRows {
    var measured = MeasuredRows(heights: Array(repeating: RowHeight(), count: rows.count))
    for row in rows {
      guard grid.isBound(row) || !isCollapsed(row: row, grid) else { continue }
      let before = page.fragments.checkpoint
      defer { page.fragments.rewind(to: before) }
      var height = RowHeight()
      constrain(&height, by: self[grid.rows[row].box].box.height, basis: basis)
      height.height = pixelHeight(ofRow: row, grid)
      var ascent = 0.0
      var descent = 0.0
      for cell in grid.rows[row].cells {
        let spec = grid.cells[cell]
        let result = layoutCell(cell, grid, builder, fragmentainer: nil, from: nil)
        let own = ownHeight(ofCell: cell, grid, builder) ?? 0
        if alignsToBaseline(spec.box), let baseline = result.firstBaseline {
          ascent = max(ascent, baseline)
          if spec.rows == 1 { descent = max(descent, result.naturalHeight - baseline) }
        }
        if spec.rows > 1 {
          measured.spans.append((cell, spec.row..<spec.row + spec.rows, max(own, result.height)))
          height.startsSpan = true
          continue
        }
        height.height = max(height.height, own, result.height)
        constrain(&height, by: self[spec.box].box.height, basis: basis)
      }
      height.height = max(height.height, ascent + descent)
      measured.heights[row - rows.lowerBound] = height
    }
    return measured
  }

  private func constrain(_ height: inout RowHeight, by value: SizeValue, basis: Double?) {
    guard case .length(let length) = value else { return }
    if case .percent(let percent) = length {
      guard basis != nil else { return }
      height.percent = max(height.percent ?? 0, percent)
    } else if !length.hasPercent {
      height.isConstrained = true
    }
  }

  /// Increases rows for the cells that span them, those with the fewest rows first.
  private func spreadSpans(
    _ rows: Range<Int>, _ grid: TableGrid, _ builder: TableFragmentBuilder, _ measured: inout MeasuredRows,
    basis: Double?
  ) {
    for span in measured.spans.sorted(by: { $0.rows.count < $1.rows.count }) {
      let range = span.rows.lowerBound - rows.lowerBound..<span.rows.upperBound - rows.lowerBound
      measured.heights.grow(range, to: span.height, spacing: builder.spacing.y, isSpan: true, basis: nil)
    }
  }

  /// Removes the heights of rows with `visibility: collapse`, which were computed as if the rows were visible. Cells
  /// that span such rows become lower by them (CSS 2.2 §17.5.5, css-tables-3 §3.8.5).
  private func hideCollapsed(
    _ rows: Range<Int>, _ grid: TableGrid, _ builder: inout TableFragmentBuilder, _ heights: inout [RowHeight]
  ) {
    for (offset, row) in rows.enumerated() where isCollapsed(row: row, grid) {
      if grid.isBound(row) { builder.heights.hidden[row] = heights[offset].height + builder.spacing.y }
      heights[offset] = RowHeight()
    }
  }
}
