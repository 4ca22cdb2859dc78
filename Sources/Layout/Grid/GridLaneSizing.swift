import Style

/// The sizes of grid lanes, and the tracks that their stacked items make (css-grid-3 §3 and §4).
extension LayoutContext {
  /// Sizes the lanes, places the items in them, and makes the tracks of the stacking axis.
  mutating func sizeLanes(_ grid: inout Grid, _ container: BoxID, width: Double, heights: ContainerHeights) {
    grid.width = width
    grid.definiteHeight = heights.definite
    if grid.lanes?.areColumns ?? true {
      sizeColumnLanes(&grid, container, width: width, heights: heights)
    } else {
      sizeRowLanes(&grid, container, width: width, heights: heights)
    }
    grid.byRow = grid.items.indices.sorted {
      (grid.items[$0].rows.lowerBound, $0) < (grid.items[$1].rows.lowerBound, $1)
    }
  }

  private mutating func sizeColumnLanes(
    _ grid: inout Grid, _ container: BoxID, width: Double, heights: ContainerHeights
  ) {
    grid.rows.tracks = [GridTrack(.auto, extent: nil)]
    sizeColumns(&grid, container, in: .definite(width))
    var stack = laneStack(grid, container)
    var extents: [Range<Double>] = []
    for index in grid.items.indices {
      grid.items[index].columns = lanes(of: index, grid, &stack)
      grid.items[index] = fittedWidth(grid.items[index], grid)
      grid.items[index].fillsHeight = false
      let natural = measure(grid.items[index].box, space: naturalSpace(grid.items[index], grid, height: nil))
      grid.items[index].natural = natural
      let margin = grid.items[index].edges.margin
      let size = natural.height + margin.top + margin.bottom
      let start = stack.add(grid.items[index].columns, size: size)
      extents.append(start..<start + Swift.max(0, size))
    }
    recordSteps(stack.steps, of: stack.maxSteps, in: container)
    grid.height = heights.definite ?? Swift.max(heights.least, Swift.min(stack.extent, heights.most))
    let (tracks, ranges) = Self.stackedTracks(extents)
    for (index, range) in ranges.enumerated() { grid.items[index].rows = range }
    (grid.rows.tracks, grid.rows.gap) = (tracks, 0)
    let item = self[container].item
    let free = grid.height - stack.extent
    place(
      &grid.rows, free: free, free < 0 && item.safe.contains(.alignContent) ? .start : item.alignContent,
      isReversed: false)
  }

  private mutating func sizeRowLanes(
    _ grid: inout Grid, _ container: BoxID, width: Double, heights: ContainerHeights
  ) {
    let gap = grid.columns.gap
    grid.columns.tracks = [GridTrack(width)]
    for index in grid.items.indices { grid.items[index] = fittedWidth(grid.items[index], grid) }
    sizeRows(&grid, container, heights: heights)
    grid.columns.gap = gap
    var stack = laneStack(grid, container)
    var extents: [Range<Double>] = []
    for index in grid.items.indices {
      grid.items[index].rows = lanes(of: index, grid, &stack)
      let margin = grid.items[index].edges.margin
      let size = grid.items[index].width + margin.left + margin.right
      let start = stack.add(grid.items[index].rows, size: size)
      extents.append(start..<start + Swift.max(0, size))
    }
    recordSteps(stack.steps, of: stack.maxSteps, in: container)
    let (tracks, ranges) = Self.stackedTracks(extents)
    for (index, range) in ranges.enumerated() { grid.items[index].columns = range }
    limitHeights(&grid)
    (grid.columns.tracks, grid.columns.gap) = (tracks, 0)
    let item = self[container].item
    let free = width - stack.extent
    place(
      &grid.columns, free: free, free < 0 && item.safe.contains(.justifyContent) ? .start : item.justifyContent,
      isReversed: isRTL(container))
  }

  /// Aligns the stacked items as one group.
  private func place(_ tracks: inout GridTracks, free: Double, _ alignment: ItemStyle.Alignment, isReversed: Bool) {
    let (start, _) = BoxAlignment.distribute(alignment, free: free, count: 1, isReversed: isReversed)
    tracks.place(from: start, extra: 0)
  }

  /// The widths of a container whose lanes are rows: of the items in their lanes.
  mutating func rowLanesIntrinsicSize(_ grid: Grid, _ container: BoxID) -> IntrinsicSize {
    var size = IntrinsicSize()
    let contributions = grid.items.map { contribution(of: $0.box) }
    for isMin in [true, false] {
      var stack = laneStack(grid, container)
      for index in grid.items.indices {
        let lanes = lanes(of: index, grid, &stack)
        _ = stack.add(lanes, size: isMin ? contributions[index].min : contributions[index].max)
      }
      recordSteps(stack.steps, of: stack.maxSteps, in: container)
      if isMin { size.min = stack.extent } else { size.max = Swift.max(size.min, stack.extent) }
    }
    return size
  }

  private func laneStack(_ grid: Grid, _ container: BoxID) -> LaneStack {
    let areColumns = grid.lanes?.areColumns ?? true
    let own = Double(self[container].item.grid.flowTolerance)
    return LaneStack(
      areColumns ? grid.columns : grid.rows, tolerance: own < 0 ? self[container].text.font.size : own,
      gap: (areColumns ? grid.rows : grid.columns).gap,
      maxSteps: placementSteps(of: container, items: grid.items.count))
  }

  private func lanes(of index: Int, _ grid: Grid, _ stack: inout LaneStack) -> Range<Int> {
    let own = grid.lanes?.areColumns ?? true ? grid.items[index].columns : grid.items[index].rows
    guard grid.lanes?.isAuto[index] ?? false else { return own }
    return stack.lanes(spanning: own.count)
  }

  /// Tracks between the edges of the items, and those that each item spans.
  private static func stackedTracks(_ extents: [Range<Double>]) -> (ContiguousArray<GridTrack>, [Range<Int>]) {
    var edges = extents.flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
    edges = edges.reduce(into: [0.0]) { if $1 > ($0.last ?? 0) + 1e-6 { $0.append($1) } }
    let tracks = zip(edges, edges.dropFirst()).map { GridTrack($1 - $0) }
    func index(_ edge: Double) -> Int {
      var (low, high) = (0, edges.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if edges[middle] < edge - 1e-6 { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let ranges = extents.map { extent in
      let start = Swift.min(index(extent.lowerBound), Swift.max(0, tracks.count - 1))
      return start..<Swift.max(index(extent.upperBound), Swift.min(start + 1, tracks.count))
    }
    return (ContiguousArray(tracks), ranges)
  }
}

extension GridTrack {
  /// A track of a known size.
  init(_ size: Double) {
    minimum = .fixed(size)
    maximum = .fixed(size)
    base = size
  }
}
