import Style

/// A break position in a grid container.
struct GridPosition: Equatable {
  /// Placed and sized. Sized again if the next page has another width.
  var grid: Grid
  /// Index in `Grid.byRow` of the first item that has not started, and its row.
  var next: Int
  var row: Int
  /// The y in the unbroken rows that corresponds to the top of the page, px.
  var origin: Double
  /// The break tokens of items that continue, by item index.
  var unfinished: [Int: BreakToken]
  /// The border-box heights with which the first parts of these items were laid out, if they fill their areas.
  /// Percentages in later parts refer to them too, although rows grow with what breaks push down.
  var firstHeights: [Int: Double]
  /// The first box of the next page, if a forced break precedes it.
  var forced: BreakToken?

  /// Equal positions in grids of equal size.
  static func == (a: GridPosition, b: GridPosition) -> Bool {
    a.next == b.next && a.row == b.row && a.origin == b.origin && a.unfinished == b.unfinished && a.forced == b.forced
      && a.grid.width == b.grid.width && a.grid.height == b.grid.height
  }
}

/// The layout of a grid container on one page.
struct GridFragmentation {
  struct Placed {
    var item: Int
    var result: BlockResult
    var y: Double
    /// The item's content height on earlier pages, px.
    var consumed = 0.0
  }
  let container: BoxID
  let space: ConstraintSpace
  var position: GridPosition?
  var grid: Grid
  var origin = 0.0
  var row = 0
  var next = 0
  var unfinished: [Int: BreakToken] = [:]
  /// The border-box heights (`GridPosition.firstHeights`) of all items that started on this page or continue on it.
  var firstHeights: [Int: Double] = [:]
  /// Items whose content is complete.
  var placed: [Placed] = []
  /// The fragments on this page, by item, in the order in which they were added.
  var shown: [(item: Int, fragment: FragmentID)] = []
  /// The lowest bottom edge of resumed items.
  var bottom = 0.0
  var appeal = BreakAppeal.perfect
  /// The item that determines the first baseline of the container.
  var baselineItem: Int?

  init(container: BoxID, grid: Grid, space: ConstraintSpace) {
    self.container = container
    self.grid = grid
    self.space = space
    position = nil
  }

  init(container: BoxID, position: GridPosition, space: ConstraintSpace) {
    self.container = container
    self.space = space
    self.position = position
    grid = position.grid
    origin = position.origin
    row = position.row
    next = position.next
    unfinished = position.unfinished
    firstHeights = position.firstHeights
  }

  var firstHeightsOfUnfinished: [Int: Double] { firstHeights.filter { unfinished[$0.key] != nil } }

  /// Whether the break before a row has taken effect, because the preceding page ended with it.
  func startsAfterForcedBreak(_ row: Int) -> Bool {
    guard let position, position.row == row else { return false }
    return position.forced?.forced.isForced ?? true
  }

  /// Whether an item that ends before a row continues on the next page.
  func continuesAbove(_ row: Int) -> Bool {
    unfinished.contains { !$1.isAtEnd && grid.items[$0].rows.upperBound <= row }
  }

  /// The top of a row on this page, from the content edge. Only alignment may place it above that edge.
  func y(_ row: Int) -> Double {
    let y = grid.rows.tracks[row].start - origin
    return position == nil ? y : Swift.max(0, y)
  }

  /// The end of the page, from the content edge.
  var pageEnd: Double? { space.fragmentainer.map { $0.height - $0.offset } }

  /// The end of the part of the container on this page, which is broken. In a column of unlimited height it is the end
  /// of the rows that have started.
  var partEnd: Double? {
    pageEnd.map { $0 < .infinity ? $0 : Swift.max(bottom, row > 0 ? grid.rows.tracks[row - 1].end - origin : 0) }
  }

  func isBelowPage(_ y: Double) -> Bool { pageEnd.map { y > $0 - Fragmentainer.tolerance } ?? false }

  /// It is false in columns without height, such as those that are tried to balance them, or those below the end of
  /// their container. The space above aligned items is not in them: each item is at the top of one.
  var hasHeight: Bool { pageEnd.map { $0 >= 1 } ?? true }

  /// Whether an item is aligned so far down in its rows that it is on a later page.
  func isOnLaterPage(_ y: Double) -> Bool { hasHeight && isBelowPage(y) }

  func hasItems(_ row: Int) -> Bool { next < grid.byRow.count && grid.items[grid.byRow[next]].rows.lowerBound == row }

  /// Whether an item continues that ends before a row and makes its own rows grow.
  func isBlocked(by row: Int) -> Bool {
    unfinished.contains {
      !$1.isAtEnd && grid.items[$0].rows.upperBound <= row && grid.rows.growWithContent(grid.items[$0].rows)
    }
  }

  /// Makes the last row of an item higher, so that the rows below are further down.
  mutating func grow(_ rows: Range<Int>, by extra: Double) {
    if rows.upperBound <= row {
      origin -= extra
    } else {
      grid.rows.grow(rows.upperBound - 1, by: extra)
      grid.height += extra
    }
  }

  /// The y in the unbroken rows at the top of the next page: a row without the preceding gutter, or the rest of what
  /// precedes it.
  func originAfterPage(before row: Int) -> Double {
    guard let end = partEnd else { return origin }
    if isBlocked(by: row) {
      let above = unfinished.keys.filter { grid.items[$0].rows.upperBound <= row }.map {
        grid.rows.area(grid.items[$0].rows)
      }
      let bottom = above.map { $0.start + $0.size }.max() ?? origin + end
      return Swift.min(origin + end, bottom)
    }
    guard row < grid.rows.tracks.count else { return origin + end }
    let bottomAbove = row > 0 ? grid.rows.tracks[row - 1].end : 0
    return bottomAbove > origin + end + Fragmentainer.tolerance ? origin + end : grid.rows.tracks[row].start
  }
}

extension GridTracks {
  /// Whether the last of the tracks is sized by its content. It grows when a break pushes content down.
  func growWithContent(_ range: Range<Int>) -> Bool { tracks[range.upperBound - 1].isIntrinsic }

  /// Makes a track larger.
  mutating func grow(_ index: Int, by extra: Double) {
    tracks[index].base += extra
    for following in tracks.indices[(index + 1)...] { tracks[following].start += extra }
  }
}
