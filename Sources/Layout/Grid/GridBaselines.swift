import Style

/// The baselines of grid containers (css-grid-2 §11.6).
extension LayoutContext {
  /// The baselines of a grid in the measuring mode, from the natural baselines of its items.
  mutating func naturalBaselines(_ grid: Grid, y: Double) -> (first: Double?, last: Double?) {
    func baseline(_ index: Int?, isFirst: Bool) -> Double? {
      guard let index else { return nil }
      let item = grid.items[index]
      let area = grid.rows.area(item.rows)
      let natural = item.natural ?? measure(item, grid)
      let height = natural.height
      let top = y + area.start + gridY(item, height: item.fillsHeight ? area.size : height, area: area.size)
      return top + ((isFirst ? natural.firstBaseline : natural.lastBaseline) ?? height)
    }
    return (baseline(firstBaselineItem(grid), isFirst: true), baseline(lastBaselineItem(grid), isFirst: false))
  }

  /// The item in the first row that determines the first baseline: a baseline-aligned one, or else the first.
  func firstBaselineItem(_ grid: Grid) -> Int? {
    guard let first = grid.byRow.first else { return nil }
    let row = grid.items[first].rows.lowerBound
    let inRow = grid.byRow.prefix { grid.items[$0].rows.lowerBound == row }
    if let aligned = inRow.first(where: { grid.items[$0].alignY == .baseline }) { return aligned }
    return inRow.min { (grid.items[$0].columns.lowerBound, $0) < (grid.items[$1].columns.lowerBound, $1) }
  }

  private func lastBaselineItem(_ grid: Grid) -> Int? {
    grid.items.indices.max {
      (grid.items[$0].rows.upperBound, grid.items[$0].columns.upperBound, $0) < (
        grid.items[$1].rows.upperBound, grid.items[$1].columns.upperBound, $1
      )
    }
  }
}
