import Style

/// The rows of grids, sized by the heights of the items in their columns (css-grid-2 §12).
extension LayoutContext {
  /// Sizes and places the rows, for items whose widths are known, and determines the height of the grid.
  mutating func sizeRows(_ grid: inout Grid, _ container: BoxID, heights: ContainerHeights) {
    let style = self[container].item
    let stretches = style.alignContent == .normal || style.alignContent == .stretch
    if let axis = caches.subgrids[container]?.rows, !axis.tracks.isEmpty {
      measureItems(&grid)
      alignBaselines(&grid, container)
      grid.rows = axis.fixedTracks()
      grid.height = heights.definite ?? (axis.tracks.last.map { $0.start + $0.size } ?? 0)
      fitToRows(&grid)
      return sizeSubgrids(of: grid, columns: false)
    }
    let hasPercentages = heights.definite == nil && hasRowPercentages(container)
    if hasPercentages { resolveRowPercentages(&grid, container, height: nil) }
    let contributions = rowContributions(&grid, container)
    if let height = heights.definite {
      grid.rows.size(contributions, in: .definite(height), stretches: stretches)
      grid.height = height
    } else {
      grid.rows.size(contributions, in: .indefinite, stretches: stretches)
      let natural = grid.rows.total
      grid.height = Swift.max(heights.least, Swift.min(natural, heights.most))
      // Factors of less than 1 in total leave space in the resolved height (§12.7.1).
      let factors = grid.rows.tracks.reduce(0) { $0 + ($1.flexFactor ?? 0) }
      if grid.height != natural || hasPercentages || factors > 0 && factors < 1 {
        resolveRowPercentages(&grid, container, height: grid.height)
        grid.rows.size(contributions, in: .definite(grid.height), stretches: stretches)
      }
    }
    distribute(
      &grid.rows, free: grid.height - grid.rows.total, style.alignContent, isSafe: style.safe.contains(.alignContent),
      isReversed: false)
    fitToRows(&grid)
    sizeSubgrids(of: grid, columns: false)
  }

  /// The contributions of items to rows of intrinsic size. Measures the items.
  mutating func rowContributions(_ grid: inout Grid, _ container: BoxID) -> [GridContribution] {
    measureItems(&grid)
    alignBaselines(&grid, container)
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
    if !isAuto.isEmpty { return laneContributions(result, grid, isAuto: isAuto, in: container) }
    return result
  }

  /// Measures the items, except those that take the rows of the grid: their own items are measured with the rows, and
  /// measuring them twice at each level would take exponential time.
  mutating func measureItems(_ grid: inout Grid) {
    for index in grid.items.indices where caches.subgrids[grid.items[index].box]?.rows == nil {
      grid.items[index].natural = measure(grid.items[index], grid)
    }
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
}
