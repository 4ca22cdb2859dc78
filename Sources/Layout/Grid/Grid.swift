import Style

/// A grid container's items and tracks (css-grid-2), sized for one content width.
struct Grid {
  var items: [GridItem] = []
  var columns = GridTracks()
  var rows = GridTracks()
  var columnLines = GridLines(count: 0)
  var rowLines = GridLines(count: 0)
  /// The content width and the definite content height that the tracks were sized for, px.
  var width = 0.0
  var definiteHeight: Double?
  /// The content height: the definite one, or that of the rows.
  var height = 0.0
  /// Item indices ordered by first row.
  var byRow: [Int] = []
  /// Break values other than `auto` at the row lines: of items that end before a line, and of those that start after
  /// it.
  var breaksBefore: [Int: [BoxStyle.Break]] = [:]
  var breaksAfter: [Int: [BoxStyle.Break]] = [:]
  /// Set for grid lanes.
  var lanes: GridLanes?
}

/// One item of a grid container (css-grid-2 §6), px.
struct GridItem {
  var box: BoxID
  /// The tracks it spans, counted from the first track of the implicit grid.
  var columns: Range<Int>
  var rows: Range<Int>
  /// Margins, borders and padding. Percentages refer to the width of its grid area.
  var edges = UsedEdges()
  /// The border-box width in its grid area.
  var width = 0.0
  /// The item measured at that width, with its natural height.
  var natural: MeasuredBlock?
  /// The shift by which it shares a baseline: downwards, or upwards from the end of its area.
  var shim = 0.0
  var alignX = ItemStyle.Alignment.start
  var alignY = ItemStyle.Alignment.start
  /// Its border box fills the height of its grid area.
  var fillsHeight = false
  /// The limits of its border-box height in that case.
  var heights = 0.0...Double.infinity

  /// Its border-box height if it fills an area of a given height, limited by `min-height` and `max-height`.
  func height(filling area: Double) -> Double {
    let height = Swift.max(0, area - edges.margin.top - edges.margin.bottom)
    return Swift.min(Swift.max(height, heights.lowerBound), heights.upperBound)
  }

  /// It always extends to the end of its area.
  var fillsAnyHeight: Bool { fillsHeight && heights.upperBound == .infinity }
}

extension LayoutContext {
  func isGrid(_ box: BoxID) -> Bool {
    guard tree[box].kind == .block else { return false }
    let display = self[box].box.display
    return display == .grid || display == .inlineGrid || isGridLanes(box)
  }

  /// Places the items of a container on tracks that are not sized yet.
  ///
  /// - Parameters:
  ///   - width: the content width; nil while intrinsic sizes are computed.
  ///   - columnRoom: the size that `repeat(auto-fill)` fills, for columns and for rows.
  mutating func placeGrid(
    _ container: BoxID, width: Double?, height: Double?, columnRoom: ExplicitGrid.Room, rowRoom: ExplicitGrid.Room
  ) -> Grid {
    if isGridLanes(container) {
      return placeLanes(container, width: width, height: height, columnRoom: columnRoom, rowRoom: rowRoom)
    }
    var grid = Grid()
    let style = self[container].item
    let columnGap = style.columnGap.gap(in: width)
    let rowGap = style.rowGap.gap(in: height)
    let columns = ExplicitGrid(
      style.grid.templateColumns, areas: .columns(style.grid.templateAreas), room: columnRoom, gap: columnGap)
    let rows = ExplicitGrid(style.grid.templateRows, areas: .rows(style.grid.templateAreas), room: rowRoom, gap: rowGap)
    let subgrid = caches.subgrids[container]
    grid.columnLines =
      subgrid?.columns.map {
        subgridLines($0, style.grid.templateColumns, areas: .columns(style.grid.templateAreas))
      } ?? columns.lines
    grid.rowLines =
      subgrid?.rows.map { subgridLines($0, style.grid.templateRows, areas: .rows(style.grid.templateAreas)) }
      ?? rows.lines

    let boxes = orderedItems(of: container)
    let granted = spanBudget(of: container)
    var budget = granted
    var (columnRange, rowRange) = (0..<grid.columnLines.count, 0..<grid.rowLines.count)
    let requests = boxes.map { box -> GridPlacement.Item in
      let own = self[box].item.grid
      var column = grid.columnLines.span(from: own.columnStart, to: own.columnEnd)
      var row = grid.rowLines.span(from: own.rowStart, to: own.rowEnd)
      column = afford(afford(column, in: &columnRange, &budget), &budget)
      row = afford(afford(row, in: &rowRange, &budget), &budget)
      column = automaticSpan(box, columns: true, column)
      row = automaticSpan(box, columns: false, row)
      if let axis = subgrid?.columns { column = column.clamped(to: axis.count) }
      if let axis = subgrid?.rows { row = row.clamped(to: axis.count) }
      return style.grid.flowsColumns ? .init(major: column, minor: row) : .init(major: row, minor: column)
    }
    noteSpans(of: container, budget: granted, left: budget)
    let flowsColumns = style.grid.flowsColumns
    let placement = GridPlacement(
      requests, explicitMajor: flowsColumns ? grid.columnLines.count : grid.rowLines.count,
      explicitMinor: flowsColumns ? grid.rowLines.count : grid.columnLines.count, isDense: style.grid.isDense,
      maxSteps: placementSteps(of: container, items: requests.count))
    noteSteps(placement.steps, of: placement.maxSteps, in: container)
    columnRange = flowsColumns ? placement.majorTracks : placement.minorTracks
    rowRange = flowsColumns ? placement.minorTracks : placement.majorTracks
    grid.columns = columns.tracks(columnRange, auto: style.grid.autoColumns, extent: width, gap: columnGap)
    grid.rows = rows.tracks(rowRange, auto: style.grid.autoRows, extent: height, gap: rowGap)
    if let axis = subgrid?.columns {
      grid.columns = columns.tracks(0..<axis.count, auto: [.auto], extent: width, gap: columnGap)
    }
    if let axis = subgrid?.rows { grid.rows = rows.tracks(0..<axis.count, auto: [.auto], extent: height, gap: rowGap) }
    grid.items.reserveCapacity(boxes.count)
    for (box, place) in zip(boxes, placement.placed) {
      let column = flowsColumns ? place.major : place.minor
      let row = flowsColumns ? place.minor : place.major
      var item = GridItem(
        box: box, columns: column.moved(by: grid.columns.explicitStart), rows: row.moved(by: grid.rows.explicitStart))
      // Subgridded axes have no implicit tracks.
      if let axis = subgrid?.columns, case .tracks(let range) = GridSpan.tracks(column).clamped(to: axis.count) {
        item.columns = range
      }
      if let axis = subgrid?.rows, case .tracks(let range) = GridSpan.tracks(row).clamped(to: axis.count) {
        item.rows = range
      }
      item.alignX = justification(of: box, in: container)
      item.alignY = blockAlignment(of: box, in: container)
      grid.items.append(item)
    }
    collapse(columns.collapsible, of: &grid.columns, grid.items.map(\.columns))
    collapse(rows.collapsible, of: &grid.rows, grid.items.map(\.rows))
    noteSubgrids(of: grid)
    grid.byRow = grid.items.indices.sorted {
      (grid.items[$0].rows.lowerBound, $0) < (grid.items[$1].rows.lowerBound, $1)
    }
    return grid
  }

  /// Collapses empty tracks of `repeat(auto-fit)` (css-grid-2 §7.2.3.2).
  private func collapse(_ range: Range<Int>, of tracks: inout GridTracks, _ spans: [Range<Int>]) {
    guard !range.isEmpty else { return }
    var isUsed = [Bool](repeating: false, count: tracks.tracks.count)
    for span in spans { for index in span { isUsed[index] = true } }
    for index in range.moved(by: tracks.explicitStart) where !isUsed[index] { tracks.tracks[index].collapse() }
  }

  /// `justify-self`, resolved against the container.
  func justification(of item: BoxID, in container: BoxID) -> ItemStyle.Alignment {
    let own = self[item].item.justifySelf
    let value = own == .auto ? self[container].item.justifyItems : own
    switch value {
    case .auto, .normal: return .normal
    // Items cannot be aligned by baselines along the inline axis.
    case .baseline: return .start
    case .lastBaseline: return .end
    default: return value
    }
  }

  /// `align-self`, resolved against the container.
  func blockAlignment(of item: BoxID, in container: BoxID) -> ItemStyle.Alignment {
    let own = self[item].item.alignSelf
    let value = own == .auto ? self[container].item.alignItems : own
    return value == .auto ? .normal : value
  }
}

extension Range where Bound == Int {
  func moved(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
