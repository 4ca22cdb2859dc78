import Style

/// Grid containers that continue on a page of another width. The rows that have started keep their place.
extension LayoutContext {
  /// Sizes the rest of a grid for the width of the page.
  ///
  /// - Parameters:
  ///   - heights: of the whole container.
  ///   - consumed: px of it on earlier pages.
  mutating func resize(
    _ progress: inout GridFragmentation, width: Double, heights: ContainerHeights, consumed: Double
  ) {
    guard progress.grid.lanes == nil else {
      return resizeLanes(&progress, width: width, heights: heights.left(after: consumed))
    }
    let tracks = progress.grid.rows.tracks.count + progress.grid.columns.tracks.count
    guard countResizedTracks(tracks, of: progress.container) else { return }
    let left = progress.edge(ofRow: progress.row) - progress.origin
    resolveColumnPercentages(&progress.grid, progress.container, width: width)
    sizeGrid(&progress.grid, progress.container, width: width, heights: heights)
    // The next row is as far below the top of the page as it was, although the rows above it have other heights now.
    progress.origin = progress.edge(ofRow: progress.row) - left
  }

  /// Places the items of grid lanes that have not started again, as the first ones in all lanes. If others continue,
  /// the lanes keep their widths: the rows between the items would not be the same.
  private mutating func resizeLanes(_ progress: inout GridFragmentation, width: Double, heights: ContainerHeights) {
    guard progress.unfinished.isEmpty else { return }
    let left = Set(progress.grid.byRow[progress.next...].map { progress.grid.items[$0].box })
    progress.grid = solveGrid(progress.container, width: width, heights: heights, only: left)
    (progress.row, progress.next, progress.origin) = (0, 0, 0)
    progress.position?.row = 0
    collectBreaks(&progress.grid)
  }
}

extension GridFragmentation {
  /// The start of a row in the unbroken rows, or the end of the last one.
  fileprivate func edge(ofRow row: Int) -> Double {
    row < grid.rows.tracks.count ? grid.rows.tracks[row].start : grid.rows.tracks.last?.end ?? 0
  }
}

extension Grid {
  /// Removes the other items of lanes.
  mutating func keep(_ boxes: Set<BoxID>) {
    let kept = items.indices.filter { boxes.contains(items[$0].box) }
    let isAuto = lanes?.isAuto ?? []
    items = kept.map { items[$0] }
    lanes?.isAuto = kept.map { isAuto[$0] }
  }
}
