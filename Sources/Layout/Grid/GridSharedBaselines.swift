/// The baselines that the items of each row of a grid share (css-align-3 §9.3), as distances from the edges of the rows, px.
struct SharedBaselines {
  /// The first baselines of the items that start in a row, from its start.
  var first: [Int: Double] = [:]
  /// The last baselines of the items that end in a row, from its end.
  var last: [Int: Double] = [:]

  /// Adds an item with its distance to the baseline from the start or the end of its area.
  mutating func add(_ item: GridItem, above: Double, within rows: SubgridRows?) {
    let (start, end) = (item.rows.lowerBound, item.rows.upperBound - 1)
    if item.alignY == .baseline {
      let distance = above + (rows?.start(start) ?? 0)
      first[start + (rows?.first ?? 0), default: distance].raise(to: distance)
    } else {
      let distance = above + (rows?.end(end) ?? 0)
      last[end + (rows?.first ?? 0), default: distance].raise(to: distance)
    }
  }

  /// The baselines as seen from the rows of a subgrid.
  func inside(_ rows: SubgridRows) -> SharedBaselines {
    var result = SharedBaselines()
    for row in rows.edges.indices {
      result.first[row] = first[rows.first + row].map { $0 - rows.start(row) }
      result.last[row] = last[rows.first + row].map { $0 - rows.end(row) }
    }
    return result
  }
}

/// The rows of a subgrid among those of the grid they are taken from, which may contain it in further subgrids.
struct SubgridRows {
  let box: BoxID
  /// The row of the grid that is the first one of the subgrid.
  let first: Int
  /// The distances of the edges of each row from those of the grid's row, inwards, px.
  let edges: [(start: Double, end: Double)]

  func start(_ row: Int) -> Double { edges[min(row, edges.count - 1)].start }
  func end(_ row: Int) -> Double { edges[min(row, edges.count - 1)].end }
}

/// Items that start in the same row share their first baseline, and items that end in the same row share their last, also
/// with the items of subgrids (css-grid-2 §9, §11.6).
extension LayoutContext {
  /// Moves the items of a grid so that they share the baselines of its rows.
  mutating func alignBaselines(_ grid: inout Grid, _ container: BoxID) {
    // The grid that a subgrid takes its rows from has determined their baselines.
    let shared = caches.subgrids[container]?.rows?.baselines ?? sharedBaselines(of: grid)
    for index in grid.items.indices {
      let item = grid.items[index]
      grid.items[index].shim = 0
      guard let above = aboveBaseline(item) else { continue }
      let baseline =
        item.alignY == .baseline ? shared.first[item.rows.lowerBound] : shared.last[item.rows.upperBound - 1]
      grid.items[index].shim = max(0, (baseline ?? above) - above)
    }
  }

  /// The baselines of the rows of a grid, by its items and those of its subgrids, which get them too.
  private mutating func sharedBaselines(of grid: Grid) -> SharedBaselines {
    var shared = SharedBaselines()
    var subgrids: [SubgridRows] = []
    collectBaselines(of: grid, within: nil, into: &shared, &subgrids)
    for rows in subgrids { caches.subgrids[rows.box]?.rows?.baselines = shared.inside(rows) }
    return shared
  }

  private mutating func collectBaselines(
    of grid: Grid, within rows: SubgridRows?, into shared: inout SharedBaselines, _ subgrids: inout [SubgridRows]
  ) {
    guard nesting.stack.hasSpace else { return }
    for item in grid.items {
      if let inner = subgridRows(item, grid, within: rows) {
        subgrids.append(inner)
        var subgrid = placedSubgrid(item, grid)
        measureItems(&subgrid)
        collectBaselines(of: subgrid, within: inner, into: &shared, &subgrids)
      } else if let above = aboveBaseline(item) {
        shared.add(item, above: above, within: rows)
      }
    }
  }

  /// From the margin edge to the baseline with which an item participates in baseline alignment, from the end for a
  /// last baseline. Returns nil if it does not.
  private func aboveBaseline(_ item: GridItem) -> Double? {
    guard let natural = item.natural else { return nil }
    let style = self[item.box].box
    guard style.margin.top != .auto, style.margin.bottom != .auto else { return nil }
    switch item.alignY {
    case .baseline: return item.edges.margin.top + (natural.firstBaseline ?? natural.height)
    case .lastBaseline: return item.edges.margin.bottom + natural.height - (natural.lastBaseline ?? natural.height)
    default: return nil
    }
  }
}

extension Double {
  fileprivate mutating func raise(to other: Double) { self = Swift.max(self, other) }
}
