import Style

/// The grid sizing algorithm (css-grid-2 §12.1): columns, then rows, then both again if the width of an item depends
/// on its height.
extension LayoutContext {
  /// Places and sizes a grid for a content width.
  ///
  /// - Parameter boxes: the items of grid lanes that are placed; nil for all items.
  mutating func solveGrid(
    _ container: BoxID, width: Double, heights: ContainerHeights, only boxes: Set<BoxID>? = nil
  ) -> Grid {
    var rowFill = ExplicitGrid.FillSize(definite: heights.definite)
    if heights.most.isFinite { rowFill.most = heights.most }
    if heights.least > 0 { rowFill.least = heights.least }
    var grid = placeGrid(
      container, width: width, height: heights.definite, columnFill: .init(definite: width), rowFill: rowFill)
    if let boxes { grid.keep(boxes) }
    sizeGrid(&grid, container, width: width, heights: heights)
    return grid
  }

  /// Sizes the tracks of a grid whose items are placed.
  mutating func sizeGrid(_ grid: inout Grid, _ container: BoxID, width: Double, heights: ContainerHeights) {
    guard grid.lanes == nil else { return sizeLanes(&grid, container, width: width, heights: heights) }
    grid.width = width
    grid.definiteHeight = heights.definite
    sizeColumns(&grid, container, in: .definite(width))
    sizeRows(&grid, container, heights: heights)
    guard hasWidthByHeight(grid) else { return }
    sizeColumns(&grid, container, in: .definite(width))
    sizeRows(&grid, container, heights: heights)
  }

  /// Whether the width of a column depends on the height of rows.
  private func hasWidthByHeight(_ grid: Grid) -> Bool {
    grid.items.contains { item in
      hasWidthByRows(item) && grid.columns.tracks[item.columns].contains(where: \.isIntrinsic)
    }
  }

  /// Places sized tracks, and distributes the free space of the container among them (css-align-3 §5).
  func distribute(
    _ tracks: inout GridTracks, free: Double, _ alignment: ItemStyle.Alignment, isSafe: Bool, isReversed: Bool
  ) {
    let count = tracks.tracks.reduce(0) { $0 + ($1.isCollapsed ? 0 : 1) }
    let alignment = isSafe && free < 0 ? .start : alignment
    let (start, extra) = BoxAlignment.distribute(alignment, free: free, count: count, isReversed: isReversed)
    tracks.place(from: start, extra: extra)
  }

  /// Whether a box is right-to-left.
  func isRTL(_ box: BoxID) -> Bool { self[box].text.direction == .rightToLeft }

  // MARK: - Items

  /// Measures an item at its width in its columns, with its natural height.
  mutating func measure(_ item: GridItem, _ grid: Grid) -> MeasuredBlock {
    let height = grid.rows.fixedSize(item.rows)
    return measure(item.box, space: naturalSpace(item, grid, height: height))
  }

  /// The constraint space of an item that is not stretched.
  func naturalSpace(_ item: GridItem, _ grid: Grid, height: Double?) -> ConstraintSpace {
    var space = ConstraintSpace(width: grid.columns.area(item.columns).size, height: height)
    space.isContextRoot = true
    space.borderBoxWidth = item.width
    return space
  }
}

extension TrackSize.Breadth {
  var hasPercent: Bool {
    switch self {
    case .length(let length), .fitContent(let length): length.hasPercent
    case .auto, .minContent, .maxContent, .fraction: false
    }
  }
}

extension BoxStyle.Overflow {
  /// A scroll container (css-overflow-3 §3.1).
  var isScrollable: Bool { self == .hidden || self == .scroll || self == .auto }
}
