import Style

/// Tables (CSS 2.2 §17, css-tables-3): captions, then rows until the page ends; head and foot repeat on every page.
extension Flow {
  mutating func layoutTable(_ table: BoxID, space: BlockSpace, from token: BreakToken?) -> BlockResult {
    let columns = columns(of: table, space: space)
    let captions = grid(table).captions
    let isResumed = token.map { if case .before = $0.position { false } else { true } } ?? false
    let wrapper = fragments.add(
      .init(
        width: columns.edges.borderBoxWidth, height: 0, style: tree[table].style, node: .none, box: .none,
        content: captions.isEmpty ? .position : .fragment(.group)))
    let fragmentsBefore = fragments.entries.count - 1
    var y = 0.0
    let (top, bottom) = (captions.filter { !self[$0].text.captionSideBottom }, captions.filter { self[$0].text.captionSideBottom })
    if !isResumed { for caption in top { y += addCaption(caption, to: wrapper, at: y, width: columns.edges.borderBoxWidth) } }

    var rows = TableFlow(table: table, columns: columns, space: space, isResumed: isResumed, spacing: borderSpacing(table))
    rows.page = space.page?.moved(by: y)
    if case .rows(let position)? = token?.position { rows.start = position }
    rows.consumed = isResumed ? token?.consumed ?? 0 : 0
    let bottomHeight = bottom.reduce(0) { $0 + captionHeight($1, width: columns.edges.borderBoxWidth) }
    rows.page?.height -= bottomHeight
    let result = layoutRows(&rows)
    guard result.fits else {
      fragments.entries.removeSubrange(fragmentsBefore...)
      return .doesNotFit
    }
    fragments.append(result.fragment, to: wrapper, x: 0, y: y)
    var height = y + result.height
    if result.token == nil {
      for caption in bottom { height += addCaption(caption, to: wrapper, at: height, width: columns.edges.borderBoxWidth) }
    }
    fragments[wrapper].height = height
    var table = result
    table.fragment = wrapper
    table.height = height
    table.marginLeft = columns.edges.margin.left
    table.firstBaseline = result.firstBaseline.map { $0 + y }
    table.lastBaseline = result.lastBaseline.map { $0 + y }
    if result.token == nil { table.endMargin.add(columns.edges.margin.bottom) }
    return table
  }

  private mutating func addCaption(_ caption: BoxID, to wrapper: FragmentID, at y: Double, width: Double) -> Double {
    let edges = usedEdges(tree[caption].style, containerWidth: width)
    let result = layout(caption, space: BlockSpace(width: width, isContextRoot: true), from: nil)
    fragments.append(result.fragment, to: wrapper, x: result.marginLeft, y: y + edges.margin.top)
    return edges.margin.top + result.height + edges.margin.bottom
  }

  private mutating func captionHeight(_ caption: BoxID, width: Double) -> Double {
    let before = fragments.entries.count
    defer { fragments.entries.removeSubrange(before...) }
    let edges = usedEdges(tree[caption].style, containerWidth: width)
    return edges.margin.top + layout(caption, space: BlockSpace(width: width, isContextRoot: true), from: nil).height + edges.margin.bottom
  }
}

/// A table's rows on one page, while they are set.
struct TableFlow {
  let table: BoxID
  let columns: ColumnLayout
  let space: BlockSpace
  let isResumed: Bool
  let spacing: Pair<Double>
  var page: PageSpace?
  var start: TablePosition?
  var consumed = 0.0
  /// From the table's border edge to the next row's top.
  var y = 0.0
  var fragment = FragmentID.none
  var hasBody = false
  var firstBaseline: Double?
  var lastBaseline: Double?
  /// Cells that reach into the row to come.
  var spanning: [SpanningCell] = []
  /// Rows set on this page, for columns and collapsed borders.
  var placed: [PlacedRow] = []

  init(table: BoxID, columns: ColumnLayout, space: BlockSpace, isResumed: Bool, spacing: Pair<Double>) {
    self.table = table
    self.columns = columns
    self.space = space
    self.isResumed = isResumed
    self.spacing = spacing
  }
}

/// A row on the page: its fragment, and that of its group's background around it (or the same).
struct PlacedRow {
  var row: Int
  var y: Double
  var height: Double
  var outer: FragmentID
  var inner: FragmentID
}

/// A cell that has been laid out and waits for its last row.
struct SpanningCell {
  var cell: Int
  var result: BlockResult
  var y: Double
  /// The row's fragment that holds it.
  var row: FragmentID
  var rowY: Double
}

extension Flow {
  /// Sets the rows that fit.
  mutating func layoutRows(_ flow: inout TableFlow) -> BlockResult {
    let grid = grid(flow.table)
    let edges = flow.columns.edges
    flow.fragment = addFragment(flow.table, width: edges.borderBoxWidth)
    if isCollapsed(flow.table) { fragments[flow.fragment].content = .fragment(.background) }
    flow.y = flow.isResumed ? (isCollapsed(flow.table) ? edges.top : 0) : edges.top
    if !grid.rows.isEmpty { flow.y += flow.spacing.y }

    let repeats = repeatedParts(grid, flow)
    let footHeight = repeats.foot
    if !flow.isResumed || repeats.headRepeats { for row in grid.headRows { addRow(row, &flow, page: nil, from: nil) } }
    var page = flow.page
    page?.height -= footHeight + (grid.rows.isEmpty ? 0 : edges.bottom)

    var next: TablePosition?
    var appeal = BreakAppeal.perfect
    var forced = BoxStyle.Break.auto
    var row = flow.start?.row ?? grid.bodyRows.lowerBound
    while row < grid.bodyRows.upperBound {
      let isStart = row == flow.start?.row
      let between = isStart || !flow.hasBody ? .auto : breakBetween(rows: grid, row - 1, row)
      if page != nil, between.isForced || (breaks.target == .row(flow.table, row) && flow.hasBody) {
        next = TablePosition(row: row, cells: takeSpanning(&flow, grid, before: row, page: page))
        forced = between
        break
      }
      let avoids = between.isAvoid || (row > 0 && grid.rows[row - 1].reachesNext)
      let appealBefore = min(page?.cap ?? .perfect, avoids ? .violatesAvoid : .perfect)
      if flow.hasBody, let page, !page.isParallel { breaks.note(.row(flow.table, row), appealBefore) }
      let outcome = addRow(row, &flow, page: page, from: isStart ? flow.start : nil, appealBefore: appealBefore)
      switch outcome {
      case .set:
        flow.hasBody = true
        row += 1
        continue
      case .broken(let position, let inside):
        next = position
        appeal = inside
      case .doesNotFit:
        guard flow.hasBody else { return .doesNotFit }
        next = TablePosition(row: row, cells: takeSpanning(&flow, grid, before: row, page: page))
        appeal = appealBefore
      }
      break
    }
    finishSpanning(&flow, grid, through: grid.rows.count, page: page, keepsOpen: next != nil)
    if next == nil || repeats.footRepeats { for row in grid.footRows { addRow(row, &flow, page: nil, from: nil) } }
    return finish(&flow, grid, next: next, appeal: appeal, forced: forced)
  }

  /// Whether head and foot repeat, and the room that the foot takes.
  private mutating func repeatedParts(_ grid: TableGrid, _ flow: TableFlow) -> (headRepeats: Bool, footRepeats: Bool, foot: Double) {
    guard let page = flow.page else { return (false, false, 0) }
    let head = partHeight(grid.headRows, flow)
    let foot = partHeight(grid.footRows, flow)
    // A head or foot that would take more than half of the page stands once only.
    return (head <= page.height / 2, foot <= page.height / 2, foot)
  }

  private mutating func partHeight(_ rows: Range<Int>, _ flow: TableFlow) -> Double {
    guard !rows.isEmpty else { return 0 }
    let before = fragments.entries.count
    defer { fragments.entries.removeSubrange(before...) }
    var probe = flow
    probe.fragment = addFragment(flow.table, width: 0)
    probe.y = 0
    probe.placed = []
    for row in rows { addRow(row, &probe, page: nil, from: nil) }
    return probe.y
  }

  private func breakBetween(rows grid: TableGrid, _ above: Int, _ below: Int) -> BoxStyle.Break {
    var before = [self[grid.rows[below].box].box.breakBefore]
    var after = [self[grid.rows[above].box].box.breakAfter]
    if grid.rows[above].group != grid.rows[below].group {
      if !grid.rows[below].group.isNone { before.append(self[grid.rows[below].group].box.breakBefore) }
      if !grid.rows[above].group.isNone { after.append(self[grid.rows[above].group].box.breakAfter) }
    } else if !grid.rows[below].group.isNone, [.avoid, .avoidPage].contains(self[grid.rows[below].group].box.breakInside) {
      after.append(.avoid)
    }
    return combine(after, before)
  }

  /// The height, the column backgrounds and the collapsed borders of a table's part on this page.
  private mutating func finish(
    _ flow: inout TableFlow, _ grid: TableGrid, next: TablePosition?, appeal: BreakAppeal, forced: BoxStyle.Break
  ) -> BlockResult {
    let edges = flow.columns.edges
    var sides = Fragment.Edges.all
    if flow.isResumed { sides.remove(.top) }
    var height = flow.y + edges.bottom
    if next != nil {
      sides.remove(.bottom)
      height = flow.y + (isCollapsed(flow.table) ? edges.bottom : 0)
    } else {
      let definite = definiteHeight(flow.table, edges: edges, space: flow.space).map { $0 + edges.top + edges.bottom - flow.consumed }
      let wanted = max(definite ?? 0, constrainHeight(0, flow.table, edges: edges, space: flow.space) + edges.top + edges.bottom)
      if wanted > height + PageSpace.tolerance {
        stretchRows(&flow, by: wanted - height)
        height = wanted
      }
    }
    addColumnBackgrounds(flow, grid)
    if isCollapsed(flow.table) { addCollapsedBorders(flow, grid) }
    fragments[flow.fragment].height = height
    fragments[flow.fragment].edges = sides
    var result = BlockResult(
      fragment: flow.fragment, height: height, appeal: appeal, firstBaseline: flow.firstBaseline, lastBaseline: flow.lastBaseline)
    if let next {
      var token = BreakToken(box: flow.table, position: .rows(next), consumed: flow.consumed + height)
      token.forced = forced
      if forced.isForced { result.appeal = .perfect }
      result.token = token
    }
    return result
  }

  /// A table that is higher than its rows gives the rest to them in proportion (CSS 2.2 §17.5.3).
  private mutating func stretchRows(_ flow: inout TableFlow, by extra: Double) {
    let total = flow.placed.reduce(0) { $0 + $1.height }
    guard total > 0 else { return }
    var moved = 0.0
    for index in flow.placed.indices {
      let placed = flow.placed[index]
      let grown = extra * placed.height / total
      fragments[placed.outer].y += moved
      if placed.outer != placed.inner { fragments[placed.outer].height += grown }
      growRow(placed.inner, by: grown)
      flow.placed[index].y += moved
      flow.placed[index].height += grown
      moved += grown
    }
    flow.y += extra
  }

  private mutating func growRow(_ row: FragmentID, by extra: Double) {
    fragments[row].height += extra
    var cell = fragments[row].firstChild
    while !cell.isNone {
      fragments[cell].height += extra
      if !fragments[cell].box.isNone, tree[fragments[cell].box].kind == .cell {
        switch self[fragments[cell].box].box.verticalAlign {
        case .middle: fragments.moveChildren(of: cell, x: 0, y: extra / 2)
        case .bottom: fragments.moveChildren(of: cell, x: 0, y: extra)
        default: break
        }
      }
      cell = fragments[cell].nextSibling
    }
  }

  /// Column and column group backgrounds, below the rows (CSS 2.2 §17.5.1).
  private mutating func addColumnBackgrounds(_ flow: TableFlow, _ grid: TableGrid) {
    guard let first = flow.placed.first, let last = flow.placed.last else { return }
    var backgrounds: [FragmentID] = []
    func add(_ box: BoxID, _ column: Int, _ flow: TableFlow, _ fragments: inout FragmentArena) {
      guard column < flow.columns.widths.count else { return }
      let entry = FragmentArena.Entry(
        x: flow.columns.x[column], y: first.y, width: flow.columns.widths[column], height: last.y + last.height - first.y,
        style: tree[box].style, node: .none, box: .none, content: .fragment(.background))
      backgrounds.append(fragments.add(entry))
    }
    for (index, column) in grid.columns.enumerated() {
      if let group = column.group, self[group].paint.hasBackground { add(group, index, flow, &fragments) }
      if column.group != column.box, self[column.box].paint.hasBackground { add(column.box, index, flow, &fragments) }
    }
    guard !backgrounds.isEmpty else { return }
    let rows = fragments[flow.fragment].firstChild
    fragments[flow.fragment].firstChild = .none
    let lastRow = fragments[flow.fragment].lastChild
    fragments[flow.fragment].lastChild = .none
    for background in backgrounds { fragments.append(background, to: flow.fragment) }
    fragments[backgrounds[backgrounds.count - 1]].nextSibling = rows
    if !rows.isNone { fragments[flow.fragment].lastChild = lastRow }
  }

  private mutating func addCollapsedBorders(_ flow: TableFlow, _ grid: TableGrid) {
    let borders = borders(of: flow.table)
    let columns = flow.columns
    for (index, placed) in flow.placed.enumerated() {
      let above = index > 0 ? flow.placed[index - 1].row : nil
      for column in 0..<grid.columnCount {
        if above == placed.row - 1, isInside(column, above: placed.row, grid) { continue }
        var edge = borders.horizontalEdge(row: placed.row, column: column)
        // Where a repeated head stands above, its own edge competes.
        if let above, above != placed.row - 1 { edge = CollapsedBorders.winner(borders.horizontalEdge(row: above + 1, column: column), edge) }
        addRule(edge, x: columns.x[column], y: placed.y, length: columns.widths[column], isHorizontal: true, flow)
      }
      if index == flow.placed.count - 1 {
        for column in 0..<grid.columnCount {
          let edge = borders.horizontalEdge(row: placed.row + 1, column: column)
          addRule(edge, x: columns.x[column], y: placed.y + placed.height, length: columns.widths[column], isHorizontal: true, flow)
        }
      }
      for edge in 0...grid.columnCount {
        guard edge == 0 || edge == grid.columnCount || !isInside(edge, left: placed.row, grid) else { continue }
        addRule(borders.verticalEdge(row: placed.row, column: edge), x: columns.edge(edge), y: placed.y, length: placed.height, isHorizontal: false, flow)
      }
    }
  }

  /// True where a cell spans over the edge above a slot.
  private func isInside(_ column: Int, above row: Int, _ grid: TableGrid) -> Bool {
    guard row > 0, grid.rows[row - 1].reachesNext else { return false }
    return grid.covering(row: row, column: column).map { $0.row < row } ?? false
  }

  private func isInside(_ column: Int, left row: Int, _ grid: TableGrid) -> Bool {
    grid.covering(row: row, column: column).map { $0.column < column } ?? false
  }

  private mutating func addRule(
    _ edge: CollapsedBorders.Edge, x: Double, y: Double, length: Double, isHorizontal: Bool, _ flow: TableFlow
  ) {
    guard edge.width > 0, edge.style != .none, edge.style != .hidden else { return }
    let half = edge.width / 2
    let frame =
      isHorizontal
      ? Rect(x: x - half, y: y - half, width: length + edge.width, height: edge.width)
      : Rect(x: x - half, y: y - half, width: edge.width, height: length + edge.width)
    let rule = fragments.add(
      .init(
        width: frame.width, height: frame.height, style: tree[flow.table].style, node: .none, box: .none,
        content: .fragment(.rule(style: edge.style, color: edge.color))))
    fragments.append(rule, to: flow.fragment, x: frame.x, y: frame.y)
  }
}
