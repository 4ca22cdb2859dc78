import Style

/// What became of a row on a page.
enum RowOutcome {
  case set
  case broken(TablePosition, BreakAppeal)
  case doesNotFit
}

/// Rows and cells (CSS 2.2 §17.5.3, §17.5.4).
extension Flow {
  /// Lays out a row's cells, and places them where they fit.
  @discardableResult
  mutating func addRow(
    _ index: Int, _ flow: inout TableFlow, page: PageSpace?, from position: TablePosition?, appealBefore: BreakAppeal = .perfect
  ) -> RowOutcome {
    let grid = grid(flow.table)
    let row = grid.rows[index]
    let fragmentsBefore = fragments.entries.count
    var rowPage = page?.moved(by: flow.y, mustProgress: (page?.mustProgress ?? false) && !flow.hasBody)
    if let inside = rowPage, [.avoid, .avoidPage].contains(self[row.box].box.breakInside) { rowPage?.cap = min(inside.cap, .violatesAvoid) }
    rowPage?.isParallel = true

    let rowFragment = fragments.add(
      .init(
        width: flow.columns.edges.contentWidth - flow.spacing.x * 2, height: 0, style: tree[row.box].style, node: tree[row.box].node,
        box: row.box, content: .fragment(.background)))
    var cells = layoutCells(startingIn: index, grid, flow, page: rowPage, from: position, rowFragment)
    cells += resumeSpanning(index, grid, flow, page: rowPage, from: position, rowFragment)
    guard cells.allSatisfy(\.result.fits) else {
      fragments.entries.removeSubrange(fragmentsBefore...)
      return .doesNotFit
    }
    let broken = cells.contains { $0.result.token != nil }
    let (height, baseline) = rowHeight(index, grid, &cells, flow, isBroken: broken, page: rowPage, consumed: position?.consumedRow ?? 0)
    if let rowPage, !broken, !rowPage.fits(height), !rowPage.mustProgress {
      fragments.entries.removeSubrange(fragmentsBefore...)
      return .doesNotFit
    }
    let appeal = cells.filter { $0.result.token != nil }.map(\.result.appeal).min() ?? .perfect
    if broken, flow.hasBody, min(appeal, rowPage?.cap ?? .perfect) < appealBefore {
      fragments.entries.removeSubrange(fragmentsBefore...)
      return .doesNotFit
    }
    place(rowFragment, index, height: height, baseline: baseline, cells, grid, &flow)
    if broken {
      var tokens: [Int: BreakToken] = [:]
      for cell in cells { tokens[cell.cell] = cell.result.token ?? remainder(grid.cells[cell.cell].box) }
      for cell in flow.spanning where tokens[cell.cell] == nil { tokens[cell.cell] = cell.result.token ?? remainder(grid.cells[cell.cell].box) }
      return .broken(
        TablePosition(row: index, cells: tokens, consumedRow: (position?.consumedRow ?? 0) + height), min(appeal, rowPage?.cap ?? .perfect))
    }
    finishSpanning(&flow, grid, through: index + 1, page: page, keepsOpen: false)
    return .set
  }

  private func remainder(_ cell: BoxID) -> BreakToken { BreakToken(box: cell, position: .remainder, consumed: 0) }

  private mutating func layoutCells(
    startingIn index: Int, _ grid: TableGrid, _ flow: TableFlow, page: PageSpace?, from position: TablePosition?, _ row: FragmentID
  ) -> [SpanningCell] {
    var cells: [SpanningCell] = []
    for cell in grid.rows[index].cells {
      cells.append(
        SpanningCell(
          cell: cell, result: layoutCell(cell, grid, flow, page: page, from: position?.cells[cell]), y: flow.y, row: row, rowY: flow.y))
    }
    return cells
  }

  /// Cells of earlier rows that go on into the first row of this page.
  private mutating func resumeSpanning(
    _ index: Int, _ grid: TableGrid, _ flow: TableFlow, page: PageSpace?, from position: TablePosition?, _ row: FragmentID
  ) -> [SpanningCell] {
    guard let position else { return [] }
    return position.cells.keys.sorted().filter { grid.cells[$0].row < index }.map { cell in
      SpanningCell(
        cell: cell, result: layoutCell(cell, grid, flow, page: page, from: position.cells[cell]), y: flow.y, row: row, rowY: flow.y)
    }
  }

  private mutating func layoutCell(
    _ index: Int, _ grid: TableGrid, _ flow: TableFlow, page: PageSpace?, from token: BreakToken?
  ) -> BlockResult {
    let cell = grid.cells[index]
    var space = BlockSpace(width: flow.columns.edges.contentWidth)
    space.borderBoxWidth = flow.columns.frame(column: cell.column, columns: cell.columns, spacing: flow.spacing.x).width
    space.collapsedBorder = cellBorder(flow.table, index)
    space.isContextRoot = true
    space.page = page
    return layout(cell.box, space: space, from: token)
  }

  /// A row's height from its own `height` and its cells, and the baseline that they share; grows cells that end here.
  private mutating func rowHeight(
    _ index: Int, _ grid: TableGrid, _ cells: inout [SpanningCell], _ flow: TableFlow, isBroken: Bool, page: PageSpace?, consumed: Double
  ) -> (height: Double, baseline: Double) {
    var height = 0.0
    var baseline = 0.0
    if case .length(.px(let own)) = self[grid.rows[index].box].box.height { height = max(0, own - consumed) }
    for cell in cells where alignsToBaseline(grid.cells[cell.cell].box) { baseline = max(baseline, cell.result.firstBaseline ?? 0) }
    for cell in cells {
      guard lastRow(grid.cells[cell.cell]) == index else { continue }
      let drop = alignsToBaseline(grid.cells[cell.cell].box) ? max(0, baseline - (cell.result.firstBaseline ?? baseline)) : 0
      height = max(height, cell.result.height + drop)
    }
    for cell in flow.spanning where lastRow(grid.cells[cell.cell]) == index {
      height = max(height, cell.y + cell.result.height - flow.y)
    }
    if isBroken, let page { height = max(0, page.height - page.offset) }
    return (height, baseline)
  }

  private func lastRow(_ cell: TableGrid.Cell) -> Int { cell.row + cell.rows - 1 }

  private func alignsToBaseline(_ cell: BoxID) -> Bool {
    switch self[cell].box.verticalAlign {
    case .top, .middle, .bottom: false
    default: true
    }
  }

  /// Puts a row and its cells on the page.
  private mutating func place(
    _ row: FragmentID, _ index: Int, height: Double, baseline: Double, _ cells: [SpanningCell], _ grid: TableGrid, _ flow: inout TableFlow
  ) {
    fragments[row].height = height
    let left = flow.columns.edges.left + flow.spacing.x
    let outer = wrap(row, inBackgroundOf: grid.rows[index].group)
    fragments.append(outer, to: flow.fragment, x: left, y: flow.y)
    for cell in cells {
      let spec = grid.cells[cell.cell]
      let frame = flow.columns.frame(column: spec.column, columns: spec.columns, spacing: flow.spacing.x)
      fragments.append(cell.result.fragment, to: row, x: frame.x - left, y: 0)
      if isCollapsed(flow.table) { fragments[cell.result.fragment].content = .fragment(.background) }
      if self[flow.table].text.emptyCellsHidden, !isCollapsed(flow.table), tree[spec.box].firstChild.isNone, !tree[spec.box].hasLines {
        fragments[cell.result.fragment].content = .fragment(.group)
      }
      if alignsToBaseline(spec.box), let own = cell.result.firstBaseline, baseline > own {
        fragments.moveChildren(of: cell.result.fragment, x: 0, y: baseline - own)
      }
      if lastRow(spec) == index {
        stretch(cell.result.fragment, spec.box, from: cell.result.height, to: height)
      } else {
        flow.spanning.append(cell)
      }
    }
    if flow.firstBaseline == nil { flow.firstBaseline = flow.y + (baseline > 0 ? baseline : height) }
    flow.lastBaseline = flow.y + (baseline > 0 ? baseline : height)
    flow.placed.append(.init(row: index, y: flow.y, height: height, outer: outer, inner: row))
    flow.y += height + flow.spacing.y
  }

  /// A row group's background lies below that of its rows.
  private mutating func wrap(_ row: FragmentID, inBackgroundOf group: BoxID) -> FragmentID {
    guard !group.isNone, self[group].paint.hasBackground else { return row }
    let outer = fragments.add(
      .init(
        width: fragments[row].width, height: fragments[row].height, style: tree[group].style, node: .none, box: .none,
        content: .fragment(.background)))
    fragments.append(row, to: outer, x: 0, y: 0)
    return outer
  }

  /// Makes a cell as high as its rows, and moves its content by `vertical-align`.
  private mutating func stretch(_ fragment: FragmentID, _ cell: BoxID, from old: Double, to height: Double) {
    fragments[fragment].height = height
    guard height > old else { return }
    switch self[cell].box.verticalAlign {
    case .middle: fragments.moveChildren(of: fragment, x: 0, y: (height - old) / 2)
    case .bottom: fragments.moveChildren(of: fragment, x: 0, y: height - old)
    default: break
    }
  }

  /// Gives cells whose last row has been set their height; with `keepsOpen`, those that go on end at the page's end.
  mutating func finishSpanning(_ flow: inout TableFlow, _ grid: TableGrid, through end: Int, page: PageSpace?, keepsOpen: Bool) {
    guard !flow.spanning.isEmpty else { return }
    let bottom = flow.y - flow.spacing.y
    flow.spanning.removeAll { span in
      guard lastRow(grid.cells[span.cell]) < end || keepsOpen else { return false }
      stretch(span.result.fragment, grid.cells[span.cell].box, from: span.result.height, to: max(0, bottom - span.y))
      return true
    }
  }

  /// The cells that a page break between rows cuts, with where they go on.
  mutating func takeSpanning(_ flow: inout TableFlow, _ grid: TableGrid, before row: Int, page: PageSpace?) -> [Int: BreakToken] {
    var tokens: [Int: BreakToken] = [:]
    for span in flow.spanning where lastRow(grid.cells[span.cell]) >= row {
      tokens[span.cell] = span.result.token ?? remainder(grid.cells[span.cell].box)
    }
    return tokens
  }
}

extension TableGrid {
  /// The cell that covers a slot, if one of this or an earlier row does.
  func covering(row: Int, column: Int) -> Cell? {
    var index = row
    while index >= 0 {
      for cell in rows[index].cells.reversed() {
        let cell = cells[cell]
        if cell.column <= column, column < cell.column + cell.columns, row < cell.row + cell.rows { return cell }
      }
      guard index > 0, rows[index - 1].reachesNext else { return nil }
      index -= 1
    }
    return nil
  }
}
