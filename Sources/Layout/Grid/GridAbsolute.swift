import Style

/// Absolutely positioned children of grid containers (css-grid-2 §10).
extension LayoutContext {
  mutating func addPlaceholders(of container: BoxID, _ grid: Grid, into builder: inout BoxFragmentBuilder) {
    for child in tree.children(of: container) where isOutOfFlow(child) {
      var area = StaticArea(size: Size(width: grid.width, height: grid.height))
      area.x = staticEdge(
        justification(of: child, in: container), isReversed: isRTL(container), ownIsReversed: isRTL(child))
      area.y = staticEdge(blockAlignment(of: child, in: container), isReversed: false, ownIsReversed: false)
      area.gridArea = gridArea(of: child, container, grid)
      addPlaceholder(child, area, into: &builder)
    }
  }

  /// The grid area determined by grid-placement properties. Lines that are `auto` or outside the grid are edges of
  /// the padding box (§10.1).
  private func gridArea(of child: BoxID, _ container: BoxID, _ grid: Grid) -> StaticArea.GridArea {
    let own = self[child].item.grid
    // Lanes have lines in one axis only.
    let none: (start: Double?, end: Double?) = (nil, nil)
    let columns =
      grid.lanes?.areColumns == false
      ? none : edges(own.columnStart, own.columnEnd, grid.columnLines, grid.columns)
    let rows =
      grid.lanes?.areColumns == true ? none : edges(own.rowStart, own.rowEnd, grid.rowLines, grid.rows)
    guard isRTL(container) else {
      return .init(left: columns.start, top: rows.start, right: columns.end, bottom: rows.end)
    }
    return .init(
      left: columns.end.map { grid.width - $0 }, top: rows.start, right: columns.start.map { grid.width - $0 },
      bottom: rows.end)
  }

  private func edges(_ start: GridLine, _ end: GridLine, _ lines: GridLines, _ tracks: GridTracks) -> (
    start: Double?, end: Double?
  ) {
    guard start != .auto || end != .auto else { return (nil, nil) }
    var (first, last): (Int?, Int?)
    switch (start, end) {
    case (.auto, .span), (.span, .auto), (.span, .span): return (nil, nil)
    case (.auto, _): last = lines.position(end, suffix: "-end")
    case (_, .auto): first = lines.position(start, suffix: "-start")
    default:
      guard case .tracks(let range) = lines.span(from: start, to: end) else { return (nil, nil) }
      (first, last) = (range.lowerBound, range.upperBound)
    }
    let count = tracks.tracks.count
    func track(_ line: Int?) -> Int? {
      guard let line, case let index = line + tracks.explicitStart, (0...count).contains(index), count > 0 else {
        return nil
      }
      return index
    }
    let start = track(first).map { $0 < count ? tracks.tracks[$0].start : tracks.tracks[count - 1].end }
    let end = track(last).map { $0 > 0 ? tracks.tracks[$0 - 1].end : tracks.tracks[0].start }
    return (start, end)
  }
}
