import Style

/// Percentages of tracks and gaps, whose basis is known after items are placed, or changes with the page (css-grid-2
/// §12.1).
extension LayoutContext {
  /// Whether a size of a row, or the gap between rows, has a percentage.
  func hasRowPercentages(_ container: BoxID) -> Bool {
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

  /// Resolves percentages of the rows and their gap against a content height; without one they are `auto`.
  mutating func resolveRowPercentages(_ grid: inout Grid, _ container: BoxID, height: Double?) {
    let style = self[container].item
    let gap = style.rowGap.gap(in: height)
    let explicit = ExplicitGrid(
      style.grid.templateRows, areas: .rows(style.grid.templateAreas), fill: .init(), gap: gap)
    Self.replace(&grid.rows, by: explicit, auto: style.grid.autoRows, extent: height, gap: gap)
  }

  /// Resolves percentages of the columns and their gap against another content width. Items stay in their columns.
  mutating func resolveColumnPercentages(_ grid: inout Grid, _ container: BoxID, width: Double) {
    guard caches.subgrids[container]?.columns == nil else { return }
    let style = self[container].item
    let gap = style.columnGap.gap(in: width)
    let explicit = ExplicitGrid(
      style.grid.templateColumns, areas: .columns(style.grid.templateAreas), fill: .init(definite: width), gap: gap)
    Self.replace(&grid.columns, by: explicit, auto: style.grid.autoColumns, extent: width, gap: gap)
  }

  /// Replaces tracks by the same ones with other percentages.
  private static func replace(
    _ tracks: inout GridTracks, by explicit: ExplicitGrid, auto: [TrackSize], extent: Double?, gap: Double
  ) {
    // The number of lines differs if an automatic repetition was expanded for another size.
    guard explicit.lines.count == tracks.explicitCount else {
      tracks.gap = gap
      return
    }
    let collapsed = tracks.tracks.map(\.isCollapsed)
    let start = -tracks.explicitStart
    tracks = explicit.tracks(start..<start + tracks.tracks.count, auto: auto, extent: extent, gap: gap)
    for index in collapsed.indices where collapsed[index] { tracks.tracks[index].collapse() }
  }
}
