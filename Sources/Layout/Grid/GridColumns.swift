import Style

/// The columns of grids, sized by the contributions of the items (css-grid-2 §12).
extension LayoutContext {
  /// Sizes and places the columns, and gives the items their widths.
  mutating func sizeColumns(_ grid: inout Grid, _ container: BoxID, in space: GridSpace) {
    if let axis = caches.subgrids[container]?.columns, !axis.tracks.isEmpty {
      grid.columns = axis.fixedTracks()
      for index in grid.items.indices { grid.items[index] = fittedWidth(grid.items[index], grid) }
      return sizeSubgrids(of: grid, columns: true)
    }
    let alignment = self[container].item.justifyContent
    let contributions = columnContributions(grid, container, in: space)
    grid.columns.size(contributions, in: space, stretches: alignment == .normal || alignment == .stretch)
    let free = (space.extent ?? 0) - grid.columns.total
    distribute(
      &grid.columns, free: free, alignment, isSafe: self[container].item.safe.contains(.justifyContent),
      isReversed: isRTL(container))
    for index in grid.items.indices { grid.items[index] = fittedWidth(grid.items[index], grid) }
    sizeSubgrids(of: grid, columns: true)
  }

  /// The contributions of items to the columns that they determine: those of intrinsic size, and flexible ones unless a
  /// definite space does (css-grid-2 §12.7).
  mutating func columnContributions(_ grid: Grid, _ container: BoxID, in space: GridSpace) -> [GridContribution] {
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
    if !isAuto.isEmpty { return laneContributions(result, grid, isAuto: isAuto, in: container) }
    return result
  }

  /// The width contribution of an item: by its content, or by its height if a ratio and the rows determine it.
  private mutating func inlineContribution(_ item: GridItem, _ grid: Grid) -> IntrinsicSize {
    let rows = grid.rows.area(item.rows).size
    let edges = usedEdges(tree[item.box].style, containerWidth: 0)
    guard rows > 0, hasWidthByRows(item), let width = widthByRows(item, rows, edges) else {
      return contribution(of: item.box)
    }
    let outer = width + edges.left + edges.right + edges.margin.left + edges.margin.right
    return IntrinsicSize(min: outer, max: outer)
  }

  /// The content width that follows from the height of an item's rows; nil without a definite height.
  private mutating func widthByRows(_ item: GridItem, _ rows: Double, _ edges: UsedEdges) -> Double? {
    var space = ConstraintSpace(width: 0, height: rows)
    if item.fillsHeight { space.borderBoxHeight = item.height(filling: rows) }
    if tree[item.box].kind == .replaced {
      return replacedSize(item.box, edges: edges, space: space, forIntrinsicSize: true).width
    }
    let own = contentHeight(self[item.box].box.height, item.box, edges: edges, space: space)
    let height = space.borderBoxHeight ?? own.map { $0 + edges.top + edges.bottom }
    return height.flatMap { widthByRatio(item.box, edges: edges, borderBoxHeight: $0, space: space) }
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
  func automaticMinimum(
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
    let fill = ExplicitGrid.FillSize(most: length(style.maxWidth), least: length(style.minWidth))
    let rows = ExplicitGrid.FillSize(
      definite: contentHeight(style.height, container, edges: edges, space: ConstraintSpace(width: 0)))
    var grid = placeGrid(container, width: nil, height: rows.definite, columnFill: fill, rowFill: rows)
    if grid.lanes?.areColumns == false { return rowLanesIntrinsicSize(grid, container) }
    let contributions = columnContributions(grid, container, in: .maxContent)
    var size = IntrinsicSize()
    grid.columns.size(contributions, in: .minContent, stretches: false)
    size.min = grid.columns.total
    grid.columns.size(contributions, in: .maxContent, stretches: false)
    size.max = Swift.max(size.min, grid.columns.total)
    return size
  }
}
