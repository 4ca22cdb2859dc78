import Style

/// The lines and gaps of a grid container, before its items are placed.
private struct GridFrame {
  let columns, rows: ExplicitGrid
  /// The gaps between columns and between rows, px.
  let columnGap, rowGap: Double
  /// The lines of the explicit grids, or of the parent grid in subgridded axes.
  let columnLines, rowLines: GridLines
  /// The axes that are subgridded. They have no implicit tracks.
  let subgrid: Subgrid?
  let flowsColumns: Bool
}

/// Placing the items of grid containers on tracks (css-grid-2 §8).
extension LayoutContext {
  /// Places the items of a container on tracks that are not sized yet.
  ///
  /// - Parameters:
  ///   - width: the content width; nil while intrinsic sizes are computed.
  ///   - columnFill: the size that `repeat(auto-fill)` fills, for columns and for rows.
  ///   - recordsSubgrids: whether the subgrids among the items are about to get their tracks.
  mutating func placeGrid(
    _ container: BoxID, width: Double?, height: Double?, columnFill: ExplicitGrid.FillSize,
    rowFill: ExplicitGrid.FillSize, recordsSubgrids: Bool = true
  ) -> Grid {
    if isGridLanes(container) {
      return placeLanes(container, width: width, height: height, columnFill: columnFill, rowFill: rowFill)
    }
    let frame = gridFrame(container, width: width, height: height, columnFill: columnFill, rowFill: rowFill)
    var grid = Grid()
    (grid.columnLines, grid.rowLines) = (frame.columnLines, frame.rowLines)
    let boxes = orderedItems(of: container)
    let requests = placementRequests(boxes, frame, container)
    let (columns, rows) = (frame.columnLines.count, frame.rowLines.count)
    let placement = GridPlacement(
      requests, explicitMajor: frame.flowsColumns ? columns : rows, explicitMinor: frame.flowsColumns ? rows : columns,
      isDense: self[container].item.grid.isDense, maxSteps: placementSteps(of: container, items: requests.count))
    recordSteps(placement.steps, of: placement.maxSteps, in: container)
    setTracks(of: &grid, container, frame, placement, width: width, height: height)
    addItems(to: &grid, container, frame, boxes, placement)
    collapse(frame.columns.collapsible, of: &grid.columns, grid.items.map(\.columns))
    collapse(frame.rows.collapsible, of: &grid.rows, grid.items.map(\.rows))
    if recordsSubgrids { recordSubgrids(of: grid) }
    grid.byRow = grid.items.indices.sorted {
      (grid.items[$0].rows.lowerBound, $0) < (grid.items[$1].rows.lowerBound, $1)
    }
    return grid
  }

  private mutating func gridFrame(
    _ container: BoxID, width: Double?, height: Double?, columnFill: ExplicitGrid.FillSize,
    rowFill: ExplicitGrid.FillSize
  ) -> GridFrame {
    let style = self[container].item
    let (template, subgrid) = (style.grid, caches.subgrids[container])
    let (columnGap, rowGap) = (style.columnGap.gap(in: width), style.rowGap.gap(in: height))
    let columnAreas = GridAreaNames.columns(template.templateAreas)
    let rowAreas = GridAreaNames.rows(template.templateAreas)
    let columns = ExplicitGrid(template.templateColumns, areas: columnAreas, fill: columnFill, gap: columnGap)
    let rows = ExplicitGrid(template.templateRows, areas: rowAreas, fill: rowFill, gap: rowGap)
    if columns.hasTooManyNames || rows.hasTooManyNames {
      warn("grid_limit", "A grid has more than \(ExplicitGrid.maxNames) names of lines; some are left out", container)
    }
    return GridFrame(
      columns: columns, rows: rows, columnGap: columnGap, rowGap: rowGap,
      columnLines: subgrid?.columns.map { subgridLines($0, template.templateColumns, areas: columnAreas) }
        ?? columns.lines,
      rowLines: subgrid?.rows.map { subgridLines($0, template.templateRows, areas: rowAreas) } ?? rows.lines,
      subgrid: subgrid, flowsColumns: template.flowsColumns)
  }

  /// The tracks that the items ask for, or the numbers of tracks.
  private mutating func placementRequests(
    _ boxes: [BoxID], _ frame: GridFrame, _ container: BoxID
  ) -> [GridPlacement.Item] {
    let granted = spanBudget(of: container)
    var budget = granted
    var (columnRange, rowRange) = (0..<frame.columnLines.count, 0..<frame.rowLines.count)
    var requests: [GridPlacement.Item] = []
    requests.reserveCapacity(boxes.count)
    for box in boxes {
      let own = self[box].item.grid
      var column = frame.columnLines.span(from: own.columnStart, to: own.columnEnd)
      var row = frame.rowLines.span(from: own.rowStart, to: own.rowEnd)
      column = afford(afford(automaticSpan(box, columns: true, column), in: &columnRange, &budget), &budget)
      row = afford(afford(automaticSpan(box, columns: false, row), in: &rowRange, &budget), &budget)
      if let axis = frame.subgrid?.columns { column = column.clamped(to: axis.count) }
      if let axis = frame.subgrid?.rows { row = row.clamped(to: axis.count) }
      requests.append(frame.flowsColumns ? .init(major: column, minor: row) : .init(major: row, minor: column))
    }
    recordSpans(of: container, budget: granted, left: budget)
    return requests
  }

  /// The tracks of both axes, with the implicit ones that placement needs.
  private func setTracks(
    of grid: inout Grid, _ container: BoxID, _ frame: GridFrame, _ placement: GridPlacement, width: Double?,
    height: Double?
  ) {
    let style = self[container].item.grid
    func tracks(
      _ explicit: ExplicitGrid, _ axis: SubgridAxis?, _ range: Range<Int>, auto: [TrackSize], extent: Double?,
      gap: Double
    ) -> GridTracks {
      axis.map { explicit.tracks(0..<$0.count, auto: [.auto], extent: extent, gap: gap) }
        ?? explicit.tracks(range, auto: auto, extent: extent, gap: gap)
    }
    grid.columns = tracks(
      frame.columns, frame.subgrid?.columns, frame.flowsColumns ? placement.majorTracks : placement.minorTracks,
      auto: style.autoColumns, extent: width, gap: frame.columnGap)
    grid.rows = tracks(
      frame.rows, frame.subgrid?.rows, frame.flowsColumns ? placement.minorTracks : placement.majorTracks,
      auto: style.autoRows, extent: height, gap: frame.rowGap)
  }

  private func addItems(
    to grid: inout Grid, _ container: BoxID, _ frame: GridFrame, _ boxes: [BoxID], _ placement: GridPlacement
  ) {
    grid.items.reserveCapacity(boxes.count)
    for (box, place) in zip(boxes, placement.placed) {
      let column = frame.flowsColumns ? place.major : place.minor
      let row = frame.flowsColumns ? place.minor : place.major
      var item = GridItem(
        box: box, columns: column.moved(by: grid.columns.explicitStart), rows: row.moved(by: grid.rows.explicitStart))
      if let axis = frame.subgrid?.columns, case .tracks(let range) = GridSpan.tracks(column).clamped(to: axis.count) {
        item.columns = range
      }
      if let axis = frame.subgrid?.rows, case .tracks(let range) = GridSpan.tracks(row).clamped(to: axis.count) {
        item.rows = range
      }
      item.alignX = justification(of: box, in: container)
      item.alignY = blockAlignment(of: box, in: container)
      grid.items.append(item)
    }
  }

  /// Collapses empty tracks of `repeat(auto-fit)` (css-grid-2 §7.2.3.2).
  private func collapse(_ range: Range<Int>, of tracks: inout GridTracks, _ spans: [Range<Int>]) {
    guard !range.isEmpty else { return }
    var isUsed = [Bool](repeating: false, count: tracks.tracks.count)
    for span in spans { for index in span { isUsed[index] = true } }
    for index in range.moved(by: tracks.explicitStart) where !isUsed[index] { tracks.tracks[index].collapse() }
  }
}
