import Style

/// A row whose cells are laid out but not placed.
struct RowLayout {
  var cells: [SpanningCell]
  var height = 0.0
  var baseline = 0.0
  /// The row continues on the next page.
  var isBroken = false
  var fits = true
}

/// Placing rows, the fragments of their groups, and cells that span rows.
extension LayoutContext {
  /// Places a row and its cells on the page.
  mutating func place(
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
        stretch(cell, grid, to: row.height, hidden: 0, baseline: row.baseline, isBroken: row.isBroken)
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
    let (bottom, heights) = (builder.bottom, builder.heights)
    builder.spanning.removeAll { span in
      let isOpen = grid.lastRow(of: span.cell) >= end
      guard !isOpen || keepsOpen else { return false }
      if isOpen, !self[grid.cells[span.cell].box].box.cloneDecoration {
        page.fragments[span.result.fragment].edges.remove(.bottom)
      }
      let hidden = hiddenHeight(of: span, grid, heights)
      stretch(span, grid, to: max(0, bottom - span.y), hidden: hidden, baseline: nil, isBroken: isOpen)
      return true
    }
  }

  /// Ends the page between two rows, where cells may continue.
  mutating func endPage(before row: Int, _ grid: TableGrid, _ builder: inout TableFragmentBuilder) -> TablePosition {
    let open = builder.spanning.filter { grid.lastRow(of: $0.cell) >= row }
    if let bottom = open.map({ $0.y + $0.result.height }).max() { stretchLastRow(to: bottom, grid, &builder) }
    var tokens: [Int: BreakToken] = [:]
    for span in open { tokens[span.cell] = continuation(of: span, grid, builder) }
    return TablePosition(row: row, cells: tokens)
  }

  /// Increases the last row to what the cells that span it show on this page.
  private mutating func stretchLastRow(to bottom: Double, _ grid: TableGrid, _ builder: inout TableFragmentBuilder) {
    let extra = bottom - builder.bottom
    guard extra > 0, let last = builder.placed.last else { return }
    builder.y += extra
    builder.placed[builder.placed.count - 1].height += extra
    page.fragments[last.fragment].height += extra
    let open = Set(builder.spanning.map(\.cell))
    for cell in builder.cells where grid.lastRow(of: cell.cell) >= last.row && !open.contains(cell.cell) {
      page.fragments[cell.fragment].height += extra
    }
  }

  /// Where a cell continues on the next page. If its content is complete, only the rest of its height does.
  mutating func continuation(of cell: SpanningCell, _ grid: TableGrid, _ builder: TableFragmentBuilder) -> BreakToken {
    if let token = cell.result.token { return token }
    let shown = builder.bottom - cell.y + shownHeight(ofCell: cell.cell, grid, builder)
    return BreakToken(
      box: grid.cells[cell.cell].box, position: .remainder,
      consumed: max(0, shown - topEdge(ofCell: cell.cell, grid, builder)), contentHeight: 0)
  }

  /// The height of a cell on earlier pages, px.
  mutating func shownHeight(ofCell cell: Int, _ grid: TableGrid, _ builder: TableFragmentBuilder) -> Double {
    guard let token = builder.start?.cells[cell] else { return 0 }
    return token.consumed + topEdge(ofCell: cell, grid, builder)
  }

  /// The top border and padding of a cell, which the heights in its break tokens do not include.
  private mutating func topEdge(ofCell cell: Int, _ grid: TableGrid, _ builder: TableFragmentBuilder) -> Double {
    let box = grid.cells[cell].box
    if isMonolithic(box) { return 0 }
    let edges = usedEdges(tree[box].style, containerWidth: builder.columns.edges.contentWidth)
    return edges.padding.top + (cellBorder(builder.table, cell) ?? edges.border).top
  }
}
