import Style

/// The state of grid lanes (css-grid-3), also known as masonry layout: items are stacked along one axis, each in the
/// lanes (tracks of the other axis) that are filled the least.
///
/// The tracks of the stacking axis are made from the edges of the placed items, so that the container is aligned and
/// broken between pages as other grids are.
struct GridLanes {
  /// The lanes are columns, and items are stacked downwards.
  var areColumns: Bool
  /// It is true for items whose placement properties do not determine their lanes, by item.
  var isAuto: [Bool] = []
}

extension LayoutContext {
  /// Whether a box is a container of grid lanes.
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
    _ container: BoxID, width: Double?, height: Double?, columnFill: ExplicitGrid.FillSize,
    rowFill: ExplicitGrid.FillSize
  ) -> Grid {
    var grid = Grid()
    let style = self[container].item
    let areColumns = lanesAreColumns(container)
    var lanes = GridLanes(areColumns: areColumns)
    let template = areColumns ? style.grid.templateColumns : style.grid.templateRows
    let extent = areColumns ? width : height
    let gap = (areColumns ? style.columnGap : style.rowGap).gap(in: extent)
    let boxes = orderedItems(of: container)
    var fill = areColumns ? columnFill : rowFill
    if template.hasIntrinsicRepetition {
      fill.intrinsic = laneContribution(of: boxes, areColumns: areColumns, width: width)
    }
    let explicit = ExplicitGrid(
      template, areas: areColumns ? .columns(style.grid.templateAreas) : .rows(style.grid.templateAreas), fill: fill,
      gap: gap)
    var range = 0..<Swift.max(explicit.lines.count, boxes.isEmpty ? 0 : 1)
    let spans = laneSpans(of: boxes, explicit.lines, container, areColumns: areColumns, range: &range)
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
      grid.rows.gap = style.rowGap.gap(in: height)
    } else {
      (grid.rows, grid.rowLines) = (tracks, explicit.lines)
      grid.columns.gap = style.columnGap.gap(in: width)
    }
    grid.lanes = lanes
    return grid
  }

  /// The lanes that the items ask for, or the numbers of lanes.
  ///
  /// - Parameter range: the lanes of the explicit grid; extended by those of the items.
  private mutating func laneSpans(
    of boxes: [BoxID], _ lines: GridLines, _ container: BoxID, areColumns: Bool, range: inout Range<Int>
  ) -> [GridSpan] {
    let granted = spanBudget(of: container)
    var budget = granted
    var spans: [GridSpan] = []
    for box in boxes {
      let own = self[box].item.grid
      let span = lines.span(
        from: areColumns ? own.columnStart : own.rowStart, to: areColumns ? own.columnEnd : own.rowEnd)
      spans.append(afford(afford(span, in: &range, &budget), &budget))
    }
    recordSpans(of: container, budget: granted, left: budget)
    return spans
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

  /// The most lanes that the contributions of items to all lanes of a container may cover. Otherwise, hundreds of
  /// different spans in thousands of lanes would take minutes.
  private static let maxSharedLanes = 1_000_000

  /// Contributions to lanes: an item that may be in any lane contributes to all (css-grid-3 §3).
  mutating func laneContributions(
    _ contributions: [GridContribution], _ grid: Grid, isAuto: [Bool], in container: BoxID
  ) -> [GridContribution] {
    let tracks = grid.lanes?.areColumns ?? true ? grid.columns : grid.rows
    let count = tracks.tracks.count
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
    var covered = 0
    for (span, contribution) in shared.sorted(by: { $0.key < $1.key }) where span <= count {
      covered += (count - span + 1) * span
      guard covered <= Self.maxSharedLanes else {
        warn(
          "grid_limit", "The items of grid lanes have too many different spans; some do not widen the lanes", container)
        break
      }
      for start in 0...(count - span) {
        var copy = contribution
        copy.range = start..<start + span
        copy.isFlexible = tracks.tracks[copy.range].contains(where: \.isFlexible)
        if tracks.tracks[copy.range].contains(where: \.isIntrinsic) { result.append(copy) }
      }
    }
    return result
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
