import Style

/// The rows of a table on one page.
extension LayoutContext {
  /// Lays out the rows that fit.
  mutating func layoutRows(_ builder: inout TableFragmentBuilder) -> BlockResult {
    let grid = grid(builder.table)
    prepareAllHeights(grid, &builder)
    let edges = builder.columns.edges
    builder.fragment = addFragment(builder.table, edges: edges)
    if isCollapsed(builder.table) {
      page.fragments[builder.fragment].content = .fragment(.collapsedBox(border: edges.border))
    }
    let parts = repeatedParts(grid, &builder)
    (builder.repeatsHead, builder.repeatsFoot) = (parts.head != nil, parts.foot != nil)
    let first = parts.head == nil ? 0 : grid.headRows.upperBound
    let rows = first..<(parts.foot == nil ? grid.rows.count : grid.footRows.lowerBound)
    builder.y = startOfRows(grid, builder, repeatsHead: parts.head != nil)
    if parts.head != nil { repeatRows(grid.headRows, &builder) }

    var fragmentainer = builder.fragmentainer
    fragmentainer?.height -= parts.foot.map { $0 + builder.spacing.y } ?? 0
    if builder.clones { fragmentainer?.height -= edges.bottom }
    // The end of the page truncates the last spacing if nothing of the table is below it.
    let endsTable = builder.captionsBelow > 0 || !truncatesSpacing(builder)
    let ending = parts.foot == nil && !builder.clones && endsTable ? builder.spacing.y + edges.bottom : 0
    let reserve = ending + builder.captionsBelow
    let canEndInTopEdge = edges.top > 0 && canEndInTopEdge(builder, fragmentainer)
    if canEndInTopEdge { fragmentainer = fragmentainer?.belowEdge() }
    guard let end = layoutBody(rows, grid, &builder, in: fragmentainer, reserve: reserve) else {
      return canEndInTopEdge ? endInTopEdge(builder, before: rows.lowerBound) : .doesNotFit
    }
    finishSpanning(&builder, grid, through: end.next?.row ?? grid.rows.count, keepsOpen: end.next != nil)
    if parts.foot != nil { repeatRows(grid.footRows, &builder) }
    closeGroup(&builder)
    return finish(&builder, grid, end)
  }

  /// Whether the page can end in the top border and padding of the table: not if they are below a caption that is
  /// beyond the page's end, and the page can end above the table.
  private func canEndInTopEdge(_ builder: TableFragmentBuilder, _ fragmentainer: Fragmentainer?) -> Bool {
    guard !builder.isResumed, let fragmentainer, fragmentainer.mustProgress else { return false }
    return fragmentainer.nextExtent == nil || fragmentainer.fits(1)
  }

  /// The page ends in the top border and padding of the table, and all its rows are on the next one.
  private mutating func endInTopEdge(_ builder: TableFragmentBuilder, before row: Int) -> BlockResult {
    let fragment = addFragment(builder.table, edges: builder.columns.edges)
    let height = builder.fragmentainer.map { max(0, $0.height - $0.offset) } ?? 0
    page.fragments[fragment].height = height
    page.fragments[fragment].edges.remove(.bottom)
    var result = BlockResult(fragment: fragment, height: height, appeal: .lastResort)
    result.token = BreakToken(box: builder.table, position: .rows(TablePosition(row: row, cells: [:])))
    return result
  }

  /// Lays out the rows between header and footer up to the end of the page. Returns nil if not even the first one fits.
  ///
  /// - Parameter reserve: px that must also fit below the last row.
  private mutating func layoutBody(
    _ rows: Range<Int>, _ grid: TableGrid, _ builder: inout TableFragmentBuilder, in fragmentainer: Fragmentainer?,
    reserve: Double
  ) -> TableEnd? {
    var end = TableEnd()
    var row = builder.start?.row ?? rows.lowerBound
    while row < rows.upperBound {
      let isStart = row == builder.start?.row
      let between =
        isStart || !builder.hasBody
        ? .auto : breakBetween(rows: grid, row - 1, row, spanning: builder.spanning, in: fragmentainer)
      let appealBefore = min(fragmentainer?.cap ?? .perfect, between.isAvoid ? .violatesAvoid : .perfect)
      if let fragmentainer {
        if between.isForced || (page.breaks.target == .row(builder.table, row) && builder.hasBody) {
          end.next = endPage(before: row, grid, &builder)
          end.forced = between
          return end
        }
        if builder.hasBody, fragmentainer.recordsBreaks { page.breaks.record(.row(builder.table, row), appealBefore) }
      }
      switch addRow(
        row, &builder, fragmentainer: fragmentainer, from: isStart ? builder.start : nil, appealBefore: appealBefore,
        reserve: row == rows.upperBound - 1 ? reserve : 0)
      {
      case .placed:
        builder.hasBody = true
        row += 1
      case .broken(let position, let inside):
        end.next = position
        end.appeal = inside
        return end
      case .doesNotFit:
        guard builder.hasBody else { return nil }
        end.next = endPage(before: row, grid, &builder)
        end.appeal = appealBefore
        return end
      }
    }
    return end
  }

  /// The break after the rows of a page.
  struct TableEnd {
    var next: TablePosition?
    var appeal = BreakAppeal.perfect
    var forced = BoxStyle.Break.auto
  }

  /// The heights of the header and footer if they are repeated on this page: the table needs a body, and each may
  /// take at most a quarter of the page (css-tables-3 §6.1). What the page before repeats may
  /// take half of this one, or of a column, which can be short because columns are balanced, all.
  private mutating func repeatedParts(_ grid: TableGrid, _ builder: inout TableFragmentBuilder) -> (
    head: Double?, foot: Double?
  ) {
    guard let fragmentainer = builder.fragmentainer, grid.headRows.upperBound < grid.footRows.lowerBound else {
      return (nil, nil)
    }
    func repeated(_ rows: Range<Int>, _ height: Double, again: Bool?) -> Double? {
      let parts = again == true ? fragmentainer.isColumn ? 1 : 2 : 4
      return !rows.isEmpty && height * Double(parts) <= fragmentainer.height ? height : nil
    }
    if builder.isResumed, effort.repeatsTooMuch {
      warnOfRepetition(builder.table)
      return (nil, nil)
    }
    let headHeight = builder.heights.head ?? partHeight(grid.headRows, builder)
    let footHeight = builder.heights.foot ?? partHeight(grid.footRows, builder)
    (builder.heights.head, builder.heights.foot) = (headHeight, footHeight)
    var head = repeated(grid.headRows, headHeight, again: builder.start?.repeatsHead)
    var foot = repeated(grid.footRows, footHeight, again: builder.start?.repeatsFoot)
    // A page that starts inside the header or footer continues it.
    if let start = builder.start?.row {
      if start < grid.headRows.upperBound { head = nil }
      if start >= grid.footRows.lowerBound { foot = nil }
    }
    return (head, foot)
  }

  /// Lays out the header or footer on a page, in one piece.
  private mutating func repeatRows(_ rows: Range<Int>, _ builder: inout TableFragmentBuilder) {
    let before = page.fragments.entries.count
    for row in rows { addRow(row, &builder, fragmentainer: nil, from: nil) }
    if builder.isResumed { effort.repeated += page.fragments.entries.count - before }
  }

  private mutating func partHeight(_ rows: Range<Int>, _ builder: TableFragmentBuilder) -> Double {
    guard !rows.isEmpty else { return 0 }
    let before = page.fragments.checkpoint
    defer { page.fragments.rewind(to: before) }
    var probe = builder
    probe.fragment = addFragment(builder.table, width: 0)
    for row in rows { addRow(row, &probe, fragmentainer: nil, from: nil) }
    return probe.bottom
  }

  /// The distance from the table's border edge to its first row on this page.
  private mutating func startOfRows(_ grid: TableGrid, _ builder: TableFragmentBuilder, repeatsHead: Bool) -> Double {
    let edges = builder.columns.edges
    let spacing = grid.rows.isEmpty ? 0 : builder.spacing.y
    if !builder.isResumed { return edges.top + spacing }
    if builder.clones { return edges.top }
    guard isCollapsed(builder.table), let start = builder.start else { return 0 }
    if repeatsHead { return edges.top }
    return start.consumedRow > 0 ? 0 : borders(of: builder.table).halfLine(aboveRow: start.row)
  }

  /// Whether the end of the page truncates the spacing below the last row. In boxes that break parallel to others, such
  /// as cells, it does not: the padding or border below the table could only be on the next page, and no better break
  /// is known.
  private func truncatesSpacing(_ builder: TableFragmentBuilder) -> Bool {
    builder.columns.edges.bottom == 0 && builder.fragmentainer?.isParallel == false
  }

  /// The spacing below the last row, as far as the page reaches.
  private func lastSpacing(_ builder: TableFragmentBuilder) -> Double {
    guard let fragmentainer = builder.fragmentainer, truncatesSpacing(builder) else { return builder.spacing.y }
    return max(0, min(builder.spacing.y, fragmentainer.height - fragmentainer.offset - builder.bottom))
  }

  /// Completes the fragment of a table: its height, layers and collapsed borders.
  private mutating func finish(_ builder: inout TableFragmentBuilder, _ grid: TableGrid, _ end: TableEnd) -> BlockResult
  {
    let edges = builder.columns.edges
    var sides = Fragment.Edges.all
    if builder.isResumed, !builder.clones { sides.remove(.top) }
    var height: Double
    if end.next == nil || builder.clones {
      // Spacing next to a break is truncated like margins (css-break-3 §5.2).
      let spacing = end.next == nil ? lastSpacing(builder) : 0
      height = builder.placed.isEmpty ? builder.y + edges.bottom : builder.bottom + spacing + edges.bottom
      if builder.placed.isEmpty, let wanted = builder.wanted {
        height = max(height, wanted + edges.top + edges.bottom - builder.consumed)
      }
    } else {
      sides.remove(.bottom)
      height = builder.bottom
      if isCollapsed(builder.table), let last = builder.placed.last, !last.isCutBelow {
        height += borders(of: builder.table).halfLine(aboveRow: last.row + 1)
      }
    }
    addLayers(builder, grid)
    if isCollapsed(builder.table) { addCollapsedBorders(builder) }
    page.fragments[builder.fragment].height = height
    page.fragments[builder.fragment].edges = sides
    var result = BlockResult(
      fragment: builder.fragment, height: height, appeal: end.appeal, firstBaseline: builder.firstBaseline,
      lastBaseline: builder.lastBaseline)
    if var next = end.next {
      (next.repeatsHead, next.repeatsFoot) = (builder.repeatsHead, builder.repeatsFoot)
      var token = BreakToken(box: builder.table, position: .rows(next), consumed: builder.consumed + height)
      token.forced = end.forced
      if end.forced.isForced { result.appeal = .perfect }
      result.token = token
    }
    return result
  }
}
