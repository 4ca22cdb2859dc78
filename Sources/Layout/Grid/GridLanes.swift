import Style

/// The state of grid lanes (css-grid-3), also known as masonry layout: items are stacked along one axis, each in the lanes (tracks of
/// the other axis) that are filled the least.
///
/// The tracks of the stacking axis are made from the edges of the placed items, so that the container is aligned and broken between
/// pages as other grids are.
struct GridLanes {
  /// The lanes are columns, and items are stacked downwards.
  var areColumns: Bool
  /// By item: its placement properties do not determine its lanes.
  var isAuto: [Bool] = []
}

/// The lanes that are filled so far (css-grid-3 §4).
private struct LaneStack {
  /// By lane: the edge after which the next item is placed, px.
  var edges: [Double]
  /// The lane after the item that was placed last.
  var cursor = 0
  let tolerance: Double
  let gap: Double

  /// Where an item of some lanes starts.
  func edge(_ lanes: Range<Int>) -> Double { edges[lanes].max() ?? 0 }

  /// The lanes of an item: of those that are within the tolerance of the least filled, the next ones.
  func lanes(spanning count: Int) -> Range<Int> {
    let starts = 0...max(0, edges.count - count)
    let positions = starts.map { edge($0..<min(edges.count, $0 + count)) }
    let least = (positions.min() ?? 0) + tolerance + 1e-6
    let candidates = starts.filter { positions[$0] <= least }
    let start = candidates.first { $0 >= cursor } ?? candidates.first ?? 0
    return start..<min(edges.count, start + count)
  }

  /// Adds an item after the others in its lanes, and returns its position.
  mutating func add(_ lanes: Range<Int>, size: Double) -> Double {
    let start = edge(lanes)
    for lane in lanes { edges[lane] = start + size + gap }
    cursor = lanes.upperBound
    return start
  }

  /// The extent of all items.
  var extent: Double { max(0, (edges.max() ?? 0) - gap) }
}

extension LayoutContext {
  func isGridLanes(_ box: BoxID) -> Bool {
    self[box].box.display == .gridLanes || self[box].box.display == .inlineGridLanes
  }

  /// `grid-lanes-direction`; `normal` is that of the template.
  private func lanesAreColumns(_ container: BoxID) -> Bool {
    let grid = self[container].item.grid
    return grid.lanesAreColumns ?? (grid.templateRows.items.isEmpty || !grid.templateColumns.items.isEmpty)
  }

  /// The items of a container and its lanes, which are not sized yet.
  mutating func placeLanes(
    _ container: BoxID, width: Double?, height: Double?, columnRoom: ExplicitGrid.Room, rowRoom: ExplicitGrid.Room
  ) -> Grid {
    var grid = Grid()
    let style = self[container].item
    let areColumns = lanesAreColumns(container)
    var lanes = GridLanes(areColumns: areColumns)
    let template = areColumns ? style.grid.templateColumns : style.grid.templateRows
    let extent = areColumns ? width : height
    let gap = gridGap(areColumns ? style.columnGap : style.rowGap, extent: extent)
    let boxes = orderedItems(of: container)
    var room = areColumns ? columnRoom : rowRoom
    if template.hasIntrinsicRepetition {
      room.intrinsic = laneContribution(of: boxes, areColumns: areColumns, width: width)
    }
    let explicit = ExplicitGrid(
      template, areas: areColumns ? .columns(style.grid.templateAreas) : .rows(style.grid.templateAreas), room: room,
      gap: gap)
    var spans: [GridSpan] = []
    var range = 0..<Swift.max(explicit.lines.count, boxes.isEmpty ? 0 : 1)
    var budget = Self.spanBudget
    for box in boxes {
      let own = self[box].item.grid
      let span = afford(
        explicit.lines.span(
          from: areColumns ? own.columnStart : own.rowStart, to: areColumns ? own.columnEnd : own.rowEnd), &budget)
      spans.append(span)
      if case .tracks(let tracks) = span {
        range = Swift.min(range.lowerBound, tracks.lowerBound)..<Swift.max(range.upperBound, tracks.upperBound)
      }
    }
    let widest = spans.reduce(0) { if case .count(let count) = $1 { Swift.max($0, count) } else { $0 } }
    range = range.lowerBound..<Swift.max(range.upperBound, range.lowerBound + widest)
    var tracks = explicit.tracks(
      range, auto: areColumns ? style.grid.autoColumns : style.grid.autoRows, extent: extent, gap: gap)
    for (box, span) in zip(boxes, spans) {
      var item = GridItem(box: box, columns: 0..<1, rows: 0..<1)
      item.alignX = areColumns ? justification(of: box, in: container) : .start
      item.alignY = areColumns ? .start : blockAlignment(of: box, in: container)
      let own: Range<Int>
      switch span {
      case .tracks(let range): own = range.moved(by: tracks.explicitStart)
      case .count(let count): own = 0..<count
      }
      if areColumns { item.columns = own } else { item.rows = own }
      if case .count = span { lanes.isAuto.append(true) } else { lanes.isAuto.append(false) }
      grid.items.append(item)
    }
    collapseLanes(explicit.collapsible.moved(by: tracks.explicitStart), of: &tracks, grid.items, lanes)
    if areColumns {
      (grid.columns, grid.columnLines) = (tracks, explicit.lines)
      grid.rows.gap = gridGap(style.rowGap, extent: height)
    } else {
      (grid.rows, grid.rowLines) = (tracks, explicit.lines)
      grid.columns.gap = gridGap(style.columnGap, extent: width)
    }
    grid.lanes = lanes
    return grid
  }

  /// The largest contribution of an item to one lane, for counting repetitions of intrinsic tracks (css-grid-3 §2.3).
  private mutating func laneContribution(of boxes: [BoxID], areColumns: Bool, width: Double?) -> IntrinsicSize {
    var result = IntrinsicSize()
    for box in boxes {
      let own = self[box].item.grid
      let line = areColumns ? (own.columnStart, own.columnEnd) : (own.rowStart, own.rowEnd)
      let count = Double(Swift.max(1, GridLines(count: 0).span(from: line.0, to: line.1).count))
      var size = IntrinsicSize()
      if areColumns {
        size = contribution(of: box)
      } else {
        var item = GridItem(box: box, columns: 0..<1, rows: 0..<1)
        item.alignX = .start
        var grid = Grid()
        grid.columns.tracks = [GridTrack(width ?? 1e6)]
        grid.rows.tracks = [GridTrack(.auto, extent: nil)]
        item = fittedWidth(item, grid)
        let height = measure(box, space: naturalSpace(item, grid, height: nil)).height
        size.max = height + item.edges.margin.top + item.edges.margin.bottom
        size.min = size.max
      }
      result.min = Swift.max(result.min, size.min / count)
      result.max = Swift.max(result.max, size.max / count)
    }
    return result
  }

  /// Collapses the lanes of `repeat(auto-fit)` that stay empty: items without lanes of their own take the first ones.
  private func collapseLanes(_ range: Range<Int>, of tracks: inout GridTracks, _ items: [GridItem], _ lanes: GridLanes)
  {
    guard !range.isEmpty else { return }
    var isUsed = [Bool](repeating: false, count: tracks.tracks.count)
    var waiting = 0
    for (item, isAuto) in zip(items, lanes.isAuto) {
      let own = lanes.areColumns ? item.columns : item.rows
      if isAuto { waiting += own.count } else { for lane in own { isUsed[lane] = true } }
    }
    for lane in isUsed.indices where !isUsed[lane] && waiting > 0 {
      isUsed[lane] = true
      waiting -= 1
    }
    for lane in range where !isUsed[lane] { tracks.tracks[lane].collapse() }
  }

  /// Contributions to lanes: an item that may be in any lane contributes to all (css-grid-3 §3).
  func laneContributions(_ contributions: [GridContribution], _ grid: Grid, isAuto: [Bool]) -> [GridContribution] {
    let count = (grid.lanes?.areColumns ?? true ? grid.columns : grid.rows).tracks.count
    let tracks = grid.lanes?.areColumns ?? true ? grid.columns : grid.rows
    var result: [GridContribution] = []
    var shared: [Int: GridContribution] = [:]
    for (contribution, isAuto) in zip(contributions, isAuto) {
      guard isAuto else {
        result.append(contribution)
        continue
      }
      var sum = shared[contribution.range.count] ?? contribution
      sum.minimum = Swift.max(sum.minimum, contribution.minimum)
      sum.minContent = Swift.max(sum.minContent, contribution.minContent)
      sum.maxContent = Swift.max(sum.maxContent, contribution.maxContent)
      shared[contribution.range.count] = sum
    }
    for (span, contribution) in shared where span <= count {
      for start in 0...(count - span) {
        var copy = contribution
        copy.range = start..<start + span
        copy.isFlexible = tracks.tracks[copy.range].contains(where: \.isFlexible)
        if tracks.tracks[copy.range].contains(where: \.isIntrinsic) { result.append(copy) }
      }
    }
    return result
  }

  // MARK: - Sizes

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
      grid.items[index].columns = lanes(of: index, grid, stack)
      grid.items[index] = fittedWidth(grid.items[index], grid)
      grid.items[index].fillsHeight = false
      let natural = measure(grid.items[index].box, space: naturalSpace(grid.items[index], grid, height: nil))
      grid.items[index].natural = natural
      let margin = grid.items[index].edges.margin
      let size = natural.height + margin.top + margin.bottom
      let start = stack.add(grid.items[index].columns, size: size)
      extents.append(start..<start + Swift.max(0, size))
    }
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
      grid.items[index].rows = lanes(of: index, grid, stack)
      let margin = grid.items[index].edges.margin
      let size = grid.items[index].width + margin.left + margin.right
      let start = stack.add(grid.items[index].rows, size: size)
      extents.append(start..<start + Swift.max(0, size))
    }
    let (tracks, ranges) = Self.stackedTracks(extents)
    for (index, range) in ranges.enumerated() { grid.items[index].columns = range }
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
        _ = stack.add(
          lanes(of: index, grid, stack), size: isMin ? contributions[index].min : contributions[index].max)
      }
      if isMin { size.min = stack.extent } else { size.max = Swift.max(size.min, stack.extent) }
    }
    return size
  }

  private func laneStack(_ grid: Grid, _ container: BoxID) -> LaneStack {
    let areColumns = grid.lanes?.areColumns ?? true
    let count = (areColumns ? grid.columns : grid.rows).tracks.count
    let own = Double(self[container].item.grid.flowTolerance)
    let tolerance = own < 0 ? self[container].text.font.size : own
    return LaneStack(
      edges: Array(repeating: 0, count: count), tolerance: tolerance, gap: (areColumns ? grid.rows : grid.columns).gap)
  }

  private func lanes(of index: Int, _ grid: Grid, _ stack: LaneStack) -> Range<Int> {
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

extension GridTemplate {
  /// Whether `repeat(auto-fill)` repeats tracks of intrinsic size (css-grid-3 §2.3).
  var hasIntrinsicRepetition: Bool {
    items.contains { item in
      guard case .autoRepeat(_, let inner) = item else { return false }
      return inner.contains {
        guard case .track(let size) = $0 else { return false }
        return !size.minimum.isLength && !size.maximum.isLength
      }
    }
  }
}

extension TrackSize.Breadth {
  fileprivate var isLength: Bool { if case .length = self { true } else { false } }
}
