import Style

/// The tracks that a subgrid takes from its parent grid along one axis (css-grid-2 §9).
struct SubgridAxis {
  var count: Int
  /// The names of the lines that it inherits; line 0 is its first.
  var names: [(name: String, line: Int)] = []
  /// The start and size of each track, px from the start of its content box. Empty until the parent's tracks are sized.
  var tracks: [(start: Double, size: Double)] = []
  /// The baselines of the rows, which the items share with those of other subgrids.
  var baselines = SharedBaselines()

  /// All tracks with the sizes of the parent's.
  func fixedTracks() -> GridTracks {
    var result = GridTracks()
    result.explicitCount = count
    for track in tracks {
      var own = GridTrack(track.size)
      own.start = track.start
      result.tracks.append(own)
    }
    return result
  }
}

/// The axes of a grid container that are subgridded.
struct Subgrid {
  var columns: SubgridAxis?
  var rows: SubgridAxis?
}

extension LayoutContext {
  /// Whether a grid container takes its columns or rows from its parent, if that is a grid.
  func isSubgridded(_ box: BoxID, columns: Bool) -> Bool {
    guard isGrid(box), !isGridLanes(box) else { return false }
    let grid = self[box].item.grid
    return (columns ? grid.templateColumns : grid.templateRows).isSubgrid
  }

  /// The number of tracks that an item spans without placement: that of its line names, less one, if it is a subgrid.
  func automaticSpan(_ box: BoxID, columns: Bool, _ span: GridSpan) -> GridSpan {
    guard case .count = span, isSubgridded(box, columns: columns) else { return span }
    let own = self[box].item.grid
    let (start, end) = columns ? (own.columnStart, own.columnEnd) : (own.rowStart, own.rowEnd)
    guard start == .auto, end == .auto else { return span }
    let template = columns ? own.templateColumns : own.templateRows
    let lines = template.items.reduce(0) { if case .lines = $1 { $0 + 1 } else { $0 } }
    return .count(max(1, lines - 1))
  }

  /// Records the numbers of tracks and the line names of the subgrids among a grid's items.
  mutating func recordSubgrids(of grid: Grid) {
    for item in grid.items {
      var subgrid = Subgrid()
      if isSubgridded(item.box, columns: true) {
        subgrid.columns = axis(item.columns, grid.columnLines, grid.columns)
      }
      if isSubgridded(item.box, columns: false) { subgrid.rows = axis(item.rows, grid.rowLines, grid.rows) }
      if let known = caches.subgrids[item.box]?.rows?.baselines { subgrid.rows?.baselines = known }
      guard subgrid.columns != nil || subgrid.rows != nil else { continue }
      caches.subgrids[item.box] = subgrid
    }
  }

  private func axis(_ range: Range<Int>, _ lines: GridLines, _ tracks: GridTracks) -> SubgridAxis {
    let first = range.lowerBound - tracks.explicitStart
    return SubgridAxis(
      count: range.count,
      names: lines.names(from: first, through: first + range.count).map { ($0.name, $0.line - first) })
  }

  /// The explicit lines of a subgridded axis: the inherited names and its own.
  func subgridLines(_ axis: SubgridAxis, _ template: GridTemplate, areas: GridAreaNames) -> GridLines {
    var lines = GridLines(count: axis.count)
    for (name, line) in axis.names { lines.add(name, at: line) }
    var own: [[String]] = []
    let fixed = template.items.reduce(0) { if case .lines = $1 { $0 + 1 } else { $0 } }
    for item in template.items {
      switch item {
      case .lines(let names): own.append(names)
      case .autoRepeat(_, let repeated):
        let sets = repeated.compactMap { if case .lines(let names) = $0 { names } else { nil } }
        guard !sets.isEmpty else { continue }
        for _ in 0..<max(0, (axis.count + 1 - fixed) / sets.count) { own += sets }
      case .track: continue
      }
    }
    var left = ExplicitGrid.maxNames
    for (line, names) in own.prefix(axis.count + 1).enumerated() {
      for name in names.prefix(left) { lines.add(name, at: line) }
      left = max(0, left - names.count)
    }
    for (name, range) in areas.ranges where range.upperBound <= axis.count {
      lines.add(name + "-start", at: range.lowerBound)
      lines.add(name + "-end", at: range.upperBound)
    }
    lines.sort()
    return lines
  }

  // MARK: - Sizes

  /// Gives the subgrids among a grid's items the sizes of its columns or rows.
  mutating func sizeSubgrids(of grid: Grid, columns: Bool) {
    for item in grid.items {
      guard let subgrid = caches.subgrids[item.box], (columns ? subgrid.columns : subgrid.rows) != nil else { continue }
      let tracks = columns ? grid.columns : grid.rows
      let range = columns ? item.columns : item.rows
      let edges = usedEdges(tree[item.box].style, containerWidth: grid.columns.area(item.columns).size)
      let area = tracks.area(range)
      let (before, after) = subgridEdges(item.box, edges, columns: columns)
      let difference = gapDifference(item.box, from: tracks, extent: area.size - before - after, columns: columns)
      var sizes: [(start: Double, size: Double)] = []
      for index in range {
        let isFirst = index == range.lowerBound
        let isLast = index == range.upperBound - 1
        let start = isFirst ? area.start + before : tracks.tracks[index].start + difference / 2
        let end = isLast ? area.start + area.size - after : tracks.tracks[index].end - difference / 2
        sizes.append((start - area.start - before, Swift.max(0, end - start)))
      }
      if columns {
        caches.subgrids[item.box]?.columns?.tracks = sizes
      } else {
        caches.subgrids[item.box]?.rows?.tracks = sizes
      }
      caches.measuredBlocks[item.box] = nil
    }
  }

  /// The amount by which the gutters of a subgrid are wider than those of its parent. Half of it is on each side of a
  /// line (css-grid-2 §9).
  private func gapDifference(_ box: BoxID, from tracks: GridTracks, extent: Double?, columns: Bool) -> Double {
    let gap = columns ? self[box].item.columnGap : self[box].item.rowGap
    return gap == nil ? 0 : gap.gap(in: extent) - tracks.gap
  }

  /// The margins, borders and padding of a subgrid at the start and the end of an axis.
  private func subgridEdges(_ box: BoxID, _ edges: UsedEdges, columns: Bool) -> (before: Double, after: Double) {
    guard columns else { return (edges.margin.top + edges.top, edges.margin.bottom + edges.bottom) }
    let (left, right) = (edges.margin.left + edges.left, edges.margin.right + edges.right)
    return isRTL(box) ? (right, left) : (left, right)
  }

  /// The contributions of the items of a subgrid to the tracks of its parent: those at its edges include its own edges,
  /// and others the difference of the gutters.
  mutating func subgridContributions(_ item: GridItem, _ grid: Grid, columns: Bool) -> [GridContribution]? {
    guard let subgrid = caches.subgrids[item.box], let axis = columns ? subgrid.columns : subgrid.rows else {
      return nil
    }
    let edges = usedEdges(tree[item.box].style, containerWidth: columns ? 0 : grid.columns.area(item.columns).size)
    var contributions: [GridContribution]
    if columns {
      caches.subgrids[item.box]?.columns?.tracks = []
      let inner = placeGrid(item.box, width: nil, height: nil, columnFill: .init(), rowFill: .init())
      contributions = columnContributions(inner, item.box, in: .maxContent)
    } else {
      var inner = placedSubgrid(item, grid)
      contributions = rowContributions(&inner, item.box)
    }
    // An end without items contributes as an empty item would (css-grid-2 §9).
    for track in [0..<1, axis.count - 1..<axis.count]
    where !contributions.contains(where: {
      track.lowerBound == 0 ? $0.range.lowerBound == 0 : $0.range.upperBound == axis.count
    }) {
      contributions.append(GridContribution(range: track, minimum: 0, minContent: 0, maxContent: 0))
    }
    let (before, after) = subgridEdges(item.box, edges, columns: columns)
    let gutter = gapDifference(item.box, from: columns ? grid.columns : grid.rows, extent: nil, columns: columns) / 2
    for index in contributions.indices {
      var extra = contributions[index].range.lowerBound == 0 ? before : gutter
      extra += contributions[index].range.upperBound == axis.count ? after : gutter
      contributions[index].minimum = Swift.max(0, contributions[index].minimum + extra)
      contributions[index].minContent = Swift.max(0, contributions[index].minContent + extra)
      contributions[index].maxContent = Swift.max(0, contributions[index].maxContent + extra)
      contributions[index].range = contributions[index].range.moved(
        by: columns ? item.columns.lowerBound : item.rows.lowerBound)
      let own = (columns ? grid.columns : grid.rows).tracks[contributions[index].range]
      contributions[index].isFlexible = own.contains(where: \.isFlexible)
    }
    return contributions
  }
}

extension LayoutContext {
  /// A subgrid whose rows are about to be sized with those of its parent, with its columns.
  mutating func placedSubgrid(_ item: GridItem, _ grid: Grid) -> Grid {
    caches.subgrids[item.box]?.rows?.tracks = []
    let edges = usedEdges(tree[item.box].style, containerWidth: grid.columns.area(item.columns).size)
    let width = Swift.max(0, item.width - edges.left - edges.right)
    var inner = placeGrid(item.box, width: width, height: nil, columnFill: .init(definite: width), rowFill: .init())
    inner.width = width
    sizeColumns(&inner, item.box, in: .definite(width))
    return inner
  }

  /// The rows of an item that is a subgrid; nil for other items.
  ///
  /// - Parameter outer: the rows of the grid, if that is a subgrid.
  func subgridRows(_ item: GridItem, _ grid: Grid, within outer: SubgridRows?) -> SubgridRows? {
    guard let axis = caches.subgrids[item.box]?.rows, axis.count > 0 else { return nil }
    let edges = usedEdges(tree[item.box].style, containerWidth: grid.columns.area(item.columns).size)
    let (before, after) = subgridEdges(item.box, edges, columns: false)
    let gutter = gapDifference(item.box, from: grid.rows, extent: nil, columns: false) / 2
    let first = item.rows.lowerBound
    let all = (0..<axis.count).map { row in
      (
        start: (row == 0 ? before : gutter) + (outer?.start(first + row) ?? 0),
        end: (row == axis.count - 1 ? after : gutter) + (outer?.end(first + row) ?? 0)
      )
    }
    return SubgridRows(box: item.box, first: first + (outer?.first ?? 0), edges: all)
  }
}

extension GridSpan {
  /// The span in an axis without implicit tracks.
  func clamped(to count: Int) -> GridSpan {
    switch self {
    case .count(let own): return .count(max(1, min(own, count)))
    case .tracks(let range):
      let start = max(0, min(range.lowerBound, count - 1))
      return .tracks(start..<max(start + 1, min(range.upperBound, count)))
    }
  }
}
