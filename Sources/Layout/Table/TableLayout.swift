import Style

/// Tables (CSS 2.2 §17, css-tables-3): captions, then rows until the page ends; head and foot repeat on every page.
extension Flow {
  mutating func layoutTable(_ table: BoxID, space: BlockSpace, from token: BreakToken?) -> BlockResult {
    let columns = columns(of: table, space: space)
    let captions = grid(table).captions
    let isResumed = token.map { if case .before = $0.position { false } else { true } } ?? false
    if !isResumed { warnIfOverfull(table, columns, space) }
    let fragmentsBefore = fragments.entries.count
    let wrapper = fragments.add(
      .init(
        width: columns.edges.borderBoxWidth, height: 0, style: tree[table].style,
        node: captions.isEmpty ? .none : tree[table].node,
        box: .none, content: captions.isEmpty ? .position : .fragment(.group)))
    var y = 0.0
    var (top, bottom): ([BoxID], [BoxID]) = ([], [])
    for caption in captions {
      if self[caption].text.captionSideBottom { bottom.append(caption) } else { top.append(caption) }
    }
    if !isResumed {
      for caption in top { y += addCaption(caption, to: wrapper, at: y, width: columns.edges.borderBoxWidth) }
    }

    var rows = tableFlow(table, columns: columns, space: space, isResumed: isResumed, token: token)
    rows.page = space.page?.moved(by: y)
    for caption in bottom { rows.page?.height -= captionHeight(caption, width: columns.edges.borderBoxWidth) }
    if avoidsBreaks(table), let page = rows.page { rows.page?.cap = page.cap.nested }
    let result = layoutRows(&rows)
    tableHeights[table] = rows.heights
    guard result.fits else {
      fragments.entries.removeSubrange(fragmentsBefore...)
      return .doesNotFit
    }
    fragments.append(result.fragment, to: wrapper, x: 0, y: y)
    var height = y + result.height
    if result.token == nil {
      for caption in bottom {
        height += addCaption(caption, to: wrapper, at: height, width: columns.edges.borderBoxWidth)
      }
    }
    fragments[wrapper].height = height
    var outer = result
    outer.fragment = wrapper
    outer.height = height
    outer.naturalHeight = height
    outer.marginLeft = columns.edges.margin.left
    outer.firstBaseline = result.firstBaseline.map { $0 + y }
    outer.lastBaseline = result.lastBaseline.map { $0 + y }
    if result.token == nil { outer.endMargin.add(columns.edges.margin.bottom) }
    return outer
  }

  private mutating func tableFlow(
    _ table: BoxID, columns: ColumnLayout, space: BlockSpace, isResumed: Bool, token: BreakToken?
  ) -> TableFlow {
    let wanted = wantedHeight(of: table, edges: columns.edges, space: space)
    var heights = TableHeights(width: columns.edges.borderBoxWidth, wanted: wanted, rows: [])
    if let known = tableHeights[table], known.width == heights.width, known.wanted == wanted {
      heights = known
    } else {
      heights.rows = Array(repeating: .nan, count: grid(table).rows.count)
    }
    var rows = TableFlow(
      table: table, columns: columns, space: space, isResumed: isResumed, spacing: borderSpacing(table),
      clones: self[table].box.cloneDecoration, heights: heights)
    rows.definite = definiteHeight(table, edges: columns.edges, space: space)
    rows.wanted = wanted
    if case .rows(let position)? = token?.position { rows.start = position }
    rows.consumed = isResumed ? token?.consumed ?? 0 : 0
    return rows
  }

  /// Columns that need more room than there is must not run off the page in silence.
  private mutating func warnIfOverfull(_ table: BoxID, _ columns: ColumnLayout, _ space: BlockSpace) {
    guard space.page != nil, space.borderBoxWidth == nil else { return }
    let excess = columns.edges.borderBoxWidth + columns.edges.margin.left - space.width
    if excess > 0.5 {
      warn("A table is \(Int(excess.rounded(.toNearestOrAwayFromZero))) px wider than the room it has", table)
    }
  }

  private mutating func addCaption(_ caption: BoxID, to wrapper: FragmentID, at y: Double, width: Double) -> Double {
    let edges = usedEdges(tree[caption].style, containerWidth: width)
    let result = layout(caption, space: BlockSpace(width: width, isContextRoot: true), from: nil)
    fragments.append(result.fragment, to: wrapper, x: result.marginLeft, y: y + edges.margin.top)
    moveIfRelative(result.fragment, containerWidth: width, containerHeight: nil)
    return edges.margin.top + result.height + edges.margin.bottom
  }

  private mutating func captionHeight(_ caption: BoxID, width: Double) -> Double {
    let before = fragments.entries.count
    defer { fragments.entries.removeSubrange(before...) }
    let edges = usedEdges(tree[caption].style, containerWidth: width)
    return edges.margin.top + layout(caption, space: BlockSpace(width: width, isContextRoot: true), from: nil).height
      + edges.margin.bottom
  }
}

extension Flow {
  /// Sets the rows that fit.
  mutating func layoutRows(_ flow: inout TableFlow) -> BlockResult {
    let grid = grid(flow.table)
    prepareAllHeights(grid, &flow)
    let edges = flow.columns.edges
    flow.fragment = addFragment(flow.table, width: edges.borderBoxWidth)
    if isCollapsed(flow.table) { fragments[flow.fragment].content = .fragment(.collapsedBox(border: edges.border)) }
    let parts = repeatedParts(grid, flow)
    let first = parts.head == nil ? 0 : grid.headRows.upperBound
    let rows = first..<(parts.foot == nil ? grid.rows.count : grid.footRows.lowerBound)
    flow.y = startOfRows(grid, flow, repeatsHead: parts.head != nil)
    if parts.head != nil { for row in grid.headRows { addRow(row, &flow, page: nil, from: nil) } }

    var page = flow.page
    page?.height -= parts.foot.map { $0 + flow.spacing.y } ?? 0
    if flow.clones { page?.height -= edges.bottom }
    var end = TableEnd()
    var row = flow.start?.row ?? rows.lowerBound
    while row < rows.upperBound {
      let isStart = row == flow.start?.row
      let between = isStart || !flow.hasBody ? .auto : breakBetween(rows: grid, row - 1, row)
      if page != nil, between.isForced || (breaks.target == .row(flow.table, row) && flow.hasBody) {
        end.next = TablePosition(row: row, cells: takeSpanning(&flow, grid, before: row))
        end.forced = between
        break
      }
      let appealBefore = min(page?.cap ?? .perfect, between.isAvoid ? .violatesAvoid : .perfect)
      if flow.hasBody, let page, !page.isParallel { breaks.note(.row(flow.table, row), appealBefore) }
      let reserve = row == rows.upperBound - 1 && parts.foot == nil && !flow.clones ? flow.spacing.y + edges.bottom : 0
      switch addRow(
        row, &flow, page: page, from: isStart ? flow.start : nil, appealBefore: appealBefore, reserve: reserve)
      {
      case .set:
        flow.hasBody = true
        row += 1
        continue
      case .broken(let position, let inside):
        end.next = position
        end.appeal = inside
      case .doesNotFit:
        guard flow.hasBody else { return .doesNotFit }
        end.next = TablePosition(row: row, cells: takeSpanning(&flow, grid, before: row))
        end.appeal = appealBefore
      }
      break
    }
    finishSpanning(&flow, grid, through: grid.rows.count, keepsOpen: end.next != nil)
    if parts.foot != nil { for row in grid.footRows { addRow(row, &flow, page: nil, from: nil) } }
    closeGroup(&flow)
    return finish(&flow, grid, end)
  }

  /// Why the rows of a page ended.
  struct TableEnd {
    var next: TablePosition?
    var appeal = BreakAppeal.perfect
    var forced = BoxStyle.Break.auto
  }

  /// The heights of head and foot where they repeat on this page: they need a body, and at most half of the page.
  private mutating func repeatedParts(_ grid: TableGrid, _ flow: TableFlow) -> (head: Double?, foot: Double?) {
    guard let page = flow.page, grid.headRows.upperBound < grid.footRows.lowerBound else { return (nil, nil) }
    func repeated(_ rows: Range<Int>, _ height: Double) -> Double? {
      !rows.isEmpty && height <= page.height / 2 ? height : nil
    }
    var head = repeated(grid.headRows, partHeight(grid.headRows, flow))
    var foot = repeated(grid.footRows, partHeight(grid.footRows, flow))
    // A page that begins in the middle of one goes on with it.
    if let start = flow.start?.row {
      if start < grid.headRows.upperBound { head = nil }
      if start >= grid.footRows.lowerBound { foot = nil }
    }
    return (head, foot)
  }

  private mutating func partHeight(_ rows: Range<Int>, _ flow: TableFlow) -> Double {
    guard !rows.isEmpty else { return 0 }
    let before = fragments.entries.count
    defer { fragments.entries.removeSubrange(before...) }
    var probe = flow
    probe.fragment = addFragment(flow.table, width: 0)
    for row in rows { addRow(row, &probe, page: nil, from: nil) }
    return probe.bottom
  }

  /// From the table's border edge to its first row on this page.
  private mutating func startOfRows(_ grid: TableGrid, _ flow: TableFlow, repeatsHead: Bool) -> Double {
    let edges = flow.columns.edges
    let spacing = grid.rows.isEmpty ? 0 : flow.spacing.y
    if !flow.isResumed { return edges.top + spacing }
    if flow.clones { return edges.top }
    guard isCollapsed(flow.table), let start = flow.start else { return 0 }
    if repeatsHead { return edges.top }
    return start.consumedRow > 0 ? 0 : borders(of: flow.table).halfLine(aboveRow: start.row)
  }

  private func breakBetween(rows grid: TableGrid, _ above: Int, _ below: Int) -> BoxStyle.Break {
    var before = [self[grid.rows[below].box].box.breakBefore]
    var after = [self[grid.rows[above].box].box.breakAfter]
    if grid.rows[above].group != grid.rows[below].group {
      if !grid.rows[below].group.isNone { before.append(self[grid.rows[below].group].box.breakBefore) }
      if !grid.rows[above].group.isNone { after.append(self[grid.rows[above].group].box.breakAfter) }
    } else if avoidsBreaks(grid.rows[below].group) {
      after.append(.avoid)
    }
    // A break between rows that a cell spans cuts the cell.
    for index in grid.rows[above].reachesNext ? grid.rows[above].cells : 0..<0 where grid.cells[index].rows > 1 {
      if avoidsBreaks(grid.cells[index].box) { after.append(.avoid) }
    }
    return combine(after, before)
  }

  /// The break values of a table's first or last row and its group, which count as the table's own.
  func breaksOfRows(_ table: BoxID, atStart: Bool) -> [BoxStyle.Break] {
    let rows = grid(table).rows
    guard let row = atStart ? rows.first : rows.last else { return [] }
    let boxes = row.group.isNone ? [row.box] : [row.group, row.box]
    return boxes.map { atStart ? self[$0].box.breakBefore : self[$0].box.breakAfter }.filter { $0 != .auto }
  }

  func avoidsBreaks(_ box: BoxID) -> Bool {
    guard !box.isNone else { return false }
    let inside = self[box].box.breakInside
    return inside == .avoid || inside == (isInColumn ? .avoidColumn : .avoidPage)
  }

  /// The height, the layers and the collapsed borders of a table's part on this page.
  private mutating func finish(_ flow: inout TableFlow, _ grid: TableGrid, _ end: TableEnd) -> BlockResult {
    let edges = flow.columns.edges
    var sides = Fragment.Edges.all
    if flow.isResumed, !flow.clones { sides.remove(.top) }
    var height: Double
    if end.next == nil || flow.clones {
      // Spacing next to a break is cut off, as margins are (css-break-3 §5.2).
      let spacing = end.next == nil ? flow.spacing.y : 0
      height = flow.placed.isEmpty ? flow.y + edges.bottom : flow.bottom + spacing + edges.bottom
      if flow.placed.isEmpty, let wanted = flow.wanted {
        height = max(height, wanted + edges.top + edges.bottom - flow.consumed)
      }
    } else {
      sides.remove(.bottom)
      height = flow.bottom
      if isCollapsed(flow.table), let last = flow.placed.last, !last.isCutBelow {
        height += borders(of: flow.table).halfLine(aboveRow: last.row + 1)
      }
    }
    addLayers(flow, grid)
    if isCollapsed(flow.table) { addCollapsedBorders(flow) }
    fragments[flow.fragment].height = height
    fragments[flow.fragment].edges = sides
    var result = BlockResult(
      fragment: flow.fragment, height: height, appeal: end.appeal, firstBaseline: flow.firstBaseline,
      lastBaseline: flow.lastBaseline)
    if let next = end.next {
      var token = BreakToken(box: flow.table, position: .rows(next), consumed: flow.consumed + height)
      token.forced = end.forced
      if end.forced.isForced { result.appeal = .perfect }
      result.token = token
    }
    return result
  }
}
