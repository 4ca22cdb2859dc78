import Style

/// The grid sizing algorithm (css-grid-2 §12.1): columns, then rows, then both again if the width of an item depends
/// on its height.
extension LayoutContext {
  /// Places and sizes a grid for a content width.
  mutating func solveGrid(_ container: BoxID, width: Double, heights: ContainerHeights) -> Grid {
    var rowRoom = ExplicitGrid.Room(definite: heights.definite)
    if heights.most.isFinite { rowRoom.most = heights.most }
    if heights.least > 0 { rowRoom.least = heights.least }
    var grid = placeGrid(
      container, width: width, height: heights.definite, columnRoom: .init(definite: width), rowRoom: rowRoom)
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

  /// True if the width of an item depends on the height of its rows: a preferred ratio with a percentage height.
  private func hasWidthByHeight(_ grid: Grid) -> Bool {
    grid.items.contains { item in
      guard grid.columns.tracks[item.columns].contains(where: \.isIntrinsic) else { return false }
      guard case .length(let length) = self[item.box].box.height, length.hasPercent else { return false }
      return tree[item.box].kind == .replaced || self[item.box].box.aspectRatio != nil
    }
  }

  // MARK: - Columns

  mutating func sizeColumns(_ grid: inout Grid, _ container: BoxID, in space: GridSpace) {
    if let axis = caches.subgrids[container]?.columns, !axis.tracks.isEmpty {
      grid.columns = axis.fixedTracks()
      for index in grid.items.indices { grid.items[index] = fittedWidth(grid.items[index], grid) }
      return sizeSubgrids(of: grid, columns: true)
    }
    let alignment = self[container].item.justifyContent
    let contributions = columnContributions(grid, in: space)
    grid.columns.size(contributions, in: space, stretches: alignment == .normal || alignment == .stretch)
    let free = (space.extent ?? 0) - grid.columns.total
    distribute(
      &grid.columns, free: free, alignment, isSafe: self[container].item.safe.contains(.justifyContent),
      isReversed: isRTL(container))
    for index in grid.items.indices { grid.items[index] = fittedWidth(grid.items[index], grid) }
    sizeSubgrids(of: grid, columns: true)
  }

  private func distribute(
    _ tracks: inout GridTracks, free: Double, _ alignment: ItemStyle.Alignment, isSafe: Bool, isReversed: Bool
  ) {
    let count = tracks.tracks.reduce(0) { $0 + ($1.isCollapsed ? 0 : 1) }
    let alignment = isSafe && free < 0 ? .start : alignment
    let (start, extra) = BoxAlignment.distribute(alignment, free: free, count: count, isReversed: isReversed)
    tracks.place(from: start, extra: extra)
  }

  func isRTL(_ box: BoxID) -> Bool { self[box].text.direction == .rightToLeft }

  /// The contributions of items to the columns that they determine: those of intrinsic size, and flexible ones unless a definite
  /// space does (css-grid-2 §12.7).
  mutating func columnContributions(_ grid: Grid, in space: GridSpace) -> [GridContribution] {
    var result: [GridContribution] = []
    let isAuto = grid.lanes.map { $0.areColumns ? $0.isAuto : [] } ?? []
    for item in grid.items
    where !isAuto.isEmpty
      || grid.columns.tracks[item.columns].contains(where: { $0.isIntrinsic || $0.isFlexible && space.extent == nil })
    {
      if let inner = subgridContributions(item, grid, columns: true) {
        result += inner
        continue
      }
      let size = inlineContribution(item, grid)
      let isFlexible = grid.columns.tracks[item.columns].contains(where: \.isFlexible)
      result.append(
        GridContribution(
          range: item.columns, minimum: minimumWidth(item, grid.columns, minContent: size.min, isFlexible: isFlexible),
          minContent: size.min, maxContent: size.max, isFlexible: isFlexible))
    }
    if !isAuto.isEmpty { return laneContributions(result, grid, isAuto: isAuto) }
    return result
  }

  /// The width contribution of an item: by its content, or by its height if a ratio and the rows determine it.
  private mutating func inlineContribution(_ item: GridItem, _ grid: Grid) -> IntrinsicSize {
    let style = self[item.box].box
    let rows = grid.rows.area(item.rows).size
    if style.width == .auto, rows > 0, case .length(let length) = style.height, length.hasPercent,
      tree[item.box].kind == .replaced || style.aspectRatio != nil
    {
      let edges = usedEdges(tree[item.box].style, containerWidth: 0)
      if tree[item.box].kind != .replaced {
        let space = ConstraintSpace(width: 0, height: rows)
        let height = contentHeight(style.height, item.box, edges: edges, space: space) ?? 0
        let width = widthByRatio(
          item.box, edges: edges, borderBoxHeight: height + edges.top + edges.bottom, space: space)
        guard let width else { return contribution(of: item.box) }
        let outer = width + edges.left + edges.right + edges.margin.left + edges.margin.right
        return IntrinsicSize(min: outer, max: outer)
      }
      let width = replacedSize(
        item.box, edges: edges, space: ConstraintSpace(width: 0, height: rows), forIntrinsicSize: true
      )
      .width
      let outer = width + edges.left + edges.right + edges.margin.left + edges.margin.right
      return IntrinsicSize(min: outer, max: outer)
    }
    return contribution(of: item.box)
  }

  /// The minimum contribution (css-grid-2 §12.5): `min-width`, or the automatic minimum size (§6.6).
  private mutating func minimumWidth(_ item: GridItem, _ tracks: GridTracks, minContent: Double, isFlexible: Bool)
    -> Double
  {
    let style = self[item.box].box
    switch style.width {
    case .auto, .stretch: break
    case .length(let length) where length.hasPercent: break
    default: return minContent
    }
    let edges = usedEdges(tree[item.box].style, containerWidth: 0)
    let outside = edges.left + edges.right + edges.margin.left + edges.margin.right
    if style.minWidth != .auto {
      if case .length(let length) = style.minWidth, length.hasPercent { return outside }
      return outside + (contentWidth(item.box, style.minWidth, edges: edges, space: ConstraintSpace(width: 0)) ?? 0)
    }
    return automaticMinimum(
      item.columns, tracks, content: minContent, edges: outside, clips: style.overflowX.isScrollable,
      isFlexible: isFlexible)
  }

  /// The automatic minimum size of an item, margins included (§6.6).
  private func automaticMinimum(
    _ range: Range<Int>, _ tracks: GridTracks, content: Double, edges: Double, clips: Bool, isFlexible: Bool
  ) -> Double {
    let hasAuto = tracks.tracks[range].contains { $0.minimum == .auto }
    guard !clips, hasAuto, range.count == 1 || !isFlexible else { return edges }
    let fixed = fixedMaximums(range, tracks)
    return Swift.min(content, Swift.max(edges, fixed ?? .infinity))
  }

  /// The maximum size of a range of tracks; nil unless the maximum of each track is a length.
  private func fixedMaximums(_ range: Range<Int>, _ tracks: GridTracks) -> Double? {
    for track in tracks.tracks[range] {
      guard case .fixed = track.maximum else { return nil }
    }
    return tracks.fixedMaximum(range)
  }

  /// The intrinsic content widths of a grid container (css-grid-2 §6.1): its columns under each constraint.
  mutating func gridIntrinsicSize(_ container: BoxID) -> IntrinsicSize {
    let style = self[container].box
    let edges = usedEdges(tree[container].style, containerWidth: 0)
    func length(_ value: SizeValue) -> Double? {
      guard case .length(let length) = value, !length.hasPercent else { return nil }
      let size = length.resolve(against: 0)
      return Swift.max(0, style.boxSizing == .borderBox ? size - edges.left - edges.right : size)
    }
    let room = ExplicitGrid.Room(most: length(style.maxWidth), least: length(style.minWidth))
    let rows = ExplicitGrid.Room(
      definite: contentHeight(style.height, container, edges: edges, space: ConstraintSpace(width: 0)))
    var grid = placeGrid(container, width: nil, height: rows.definite, columnRoom: room, rowRoom: rows)
    if grid.lanes?.areColumns == false { return rowLanesIntrinsicSize(grid, container) }
    let contributions = columnContributions(grid, in: .maxContent)
    var size = IntrinsicSize()
    grid.columns.size(contributions, in: .minContent, stretches: false)
    size.min = grid.columns.total
    grid.columns.size(contributions, in: .maxContent, stretches: false)
    size.max = Swift.max(size.min, grid.columns.total)
    return size
  }

  // MARK: - Rows

  mutating func sizeRows(_ grid: inout Grid, _ container: BoxID, heights: ContainerHeights) {
    let style = self[container].item
    let stretches = style.alignContent == .normal || style.alignContent == .stretch
    if let axis = caches.subgrids[container]?.rows, !axis.tracks.isEmpty {
      measureItems(&grid)
      grid.rows = axis.fixedTracks()
      grid.height = heights.definite ?? (axis.tracks.last.map { $0.start + $0.size } ?? 0)
      return sizeSubgrids(of: grid, columns: false)
    }
    let contributions = rowContributions(&grid)
    if let height = heights.definite {
      grid.rows.size(contributions, in: .definite(height), stretches: stretches)
      grid.height = height
    } else {
      grid.rows.size(contributions, in: .indefinite, stretches: stretches)
      let natural = grid.rows.total
      grid.height = Swift.max(heights.least, Swift.min(natural, heights.most))
      // Factors of less than 1 in total leave space in the resolved height (§12.7.1).
      let factors = grid.rows.tracks.reduce(0) { $0 + ($1.flexFactor ?? 0) }
      if grid.height != natural || hasPercentages(container) || factors > 0 && factors < 1 {
        resolvePercentages(&grid, container)
        grid.rows.size(contributions, in: .definite(grid.height), stretches: stretches)
      }
    }
    distribute(
      &grid.rows, free: grid.height - grid.rows.total, style.alignContent, isSafe: style.safe.contains(.alignContent),
      isReversed: false)
    sizeSubgrids(of: grid, columns: false)
  }

  private func hasPercentages(_ container: BoxID) -> Bool {
    let style = self[container].item
    if style.rowGap?.hasPercent ?? false { return true }
    func isPercent(_ size: TrackSize) -> Bool { size.minimum.hasPercent || size.maximum.hasPercent }
    if style.grid.autoRows.contains(where: isPercent) { return true }
    func has(_ items: [GridTemplate.Item]) -> Bool {
      items.contains { item in
        switch item {
        case .lines: false
        case .track(let size): isPercent(size)
        case .autoRepeat(_, let inner):
          inner.contains { if case .track(let size) = $0 { isPercent(size) } else { false } }
        }
      }
    }
    return has(style.grid.templateRows.items)
  }

  /// Resolves percentages of the rows and their gap against the height that the grid has if they are `auto`
  /// (css-grid-2 §12.1).
  private mutating func resolvePercentages(_ grid: inout Grid, _ container: BoxID) {
    let style = self[container].item
    let gap = gridGap(style.rowGap, extent: grid.height)
    let explicit = ExplicitGrid(
      style.grid.templateRows, areas: .rows(style.grid.templateAreas), room: .init(), gap: gap)
    let collapsed = grid.rows.tracks.map(\.isCollapsed)
    let start = -grid.rows.explicitStart
    // The number of lines differs if an automatic repetition was expanded for a known height.
    let isSame = explicit.lines.count == grid.rows.explicitCount
    guard isSame else {
      grid.rows.gap = gap
      return
    }
    grid.rows = explicit.tracks(
      start..<start + grid.rows.tracks.count, auto: style.grid.autoRows, extent: grid.height, gap: gap)
    for index in collapsed.indices where collapsed[index] { grid.rows.tracks[index].collapse() }
  }

  /// The contributions of items to rows of intrinsic size. Measures the items.
  mutating func rowContributions(_ grid: inout Grid) -> [GridContribution] {
    measureItems(&grid)
    var result: [GridContribution] = []
    let isAuto = grid.lanes.map { $0.areColumns ? [] : $0.isAuto } ?? []
    for item in grid.items
    where !isAuto.isEmpty || grid.rows.tracks[item.rows].contains(where: { $0.isIntrinsic || $0.isFlexible }) {
      if let inner = subgridContributions(item, grid, columns: false) {
        result += inner
        continue
      }
      let outside = item.edges.margin.top + item.edges.margin.bottom
      let height = (item.natural?.height ?? 0) + outside + item.shim
      let isFlexible = grid.rows.tracks[item.rows].contains(where: \.isFlexible)
      result.append(
        GridContribution(
          range: item.rows, minimum: minimumHeight(item, grid.rows, content: height, isFlexible: isFlexible),
          minContent: height, maxContent: height, isFlexible: isFlexible))
    }
    if !isAuto.isEmpty { return laneContributions(result, grid, isAuto: isAuto) }
    return result
  }

  /// Measures the items, except those that take the rows of the grid: their own items are measured with the rows, and measuring
  /// them twice at each level would take exponential time.
  private mutating func measureItems(_ grid: inout Grid) {
    for index in grid.items.indices where caches.subgrids[grid.items[index].box]?.rows == nil {
      grid.items[index].natural = measure(grid.items[index], grid)
    }
    alignBaselines(&grid)
  }

  private func minimumHeight(_ item: GridItem, _ tracks: GridTracks, content: Double, isFlexible: Bool) -> Double {
    let style = self[item.box].box
    switch style.height {
    case .auto, .stretch: break
    case .length(let length) where length.hasPercent: break
    default: return content
    }
    let edges = item.edges
    let outside = edges.top + edges.bottom + edges.margin.top + edges.margin.bottom + item.shim
    if style.minHeight != .auto {
      if case .length(let length) = style.minHeight, length.hasPercent { return outside }
      let inner = contentHeight(style.minHeight, item.box, edges: edges, space: ConstraintSpace(width: 0)) ?? 0
      return outside + inner
    }
    return automaticMinimum(
      item.rows, tracks, content: content, edges: outside, clips: style.overflowY.isScrollable, isFlexible: isFlexible)
  }

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
