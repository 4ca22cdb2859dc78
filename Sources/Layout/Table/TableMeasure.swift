import Style

/// The size requirements of a table's columns, from column elements and all cells (CSS 2.2 §17.5.2, css-tables-3
/// §3.8).
extension LayoutContext {
  /// The intrinsic content widths of a table.
  ///
  /// - Parameter scales: whether the preferred width is so large that the share of each percentage column is its preferred
  ///   width.
  mutating func tableIntrinsicSize(_ table: BoxID, scales: Bool) -> IntrinsicSize {
    let own = pixels(self[table].box.width)
    let isFixed = hasFixedLayout(table) && (own != nil || !self[table].box.width.hasPercent)
    let sizes = isFixed ? fixedColumns(table, withContent: own == nil) : measureColumns(table)
    let spacing = gaps(of: table, sizes)
    var size = IntrinsicSize(min: spacing + sizes.reduce(0) { $0 + (isFixed && $1.isFixed ? $1.max : $1.min) }, max: 0)
    var most = sizes.reduce(0) { $0 + $1.max }
    if scales { most = Swift.max(most, scaledWidth(sizes)) }
    // Columns of equal width, whatever their content, need all the space that there is.
    if hasFixedLayout(table), self[table].box.width.hasPercent { most = Self.widestTable }
    size.max = Swift.max(size.min, Swift.min(most, Self.widestTable) + spacing)
    let edges = tableEdges(table, containerWidth: 0)
    for caption in grid(table).captions {
      size.min = Swift.max(size.min, contribution(of: caption).min - edges.left - edges.right)
    }
    size.max = Swift.max(size.min, size.max)
    if let own {
      let width = self[table].box.boxSizing == .borderBox ? own - edges.left - edges.right : own
      size.min = Swift.max(size.min, width)
      size.max = size.min
    }
    return size
  }

  /// px; the preferred width of tables that need all the space that there is.
  private static let widestTable = 1e6

  /// The least width, without spacing, of which the share of each percentage column is its preferred width.
  private func scaledWidth(_ sizes: [ColumnSize]) -> Double {
    var (most, percentages) = (0.0, 0.0)
    for column in sizes {
      guard let percent = column.percent, percent > 0 else { continue }
      most = Swift.max(most, column.max * 100 / percent)
      percentages += percent
    }
    let others = sizes.reduce(0) { $0 + ($1.percent == nil ? $1.max : 0) }
    guard percentages > 0, others > 0 else { return most }
    return percentages < 100 ? Swift.max(most, others * 100 / (100 - percentages)) : Self.widestTable
  }

  /// Whether a table is in a cell, or in a flex or grid container, whose size depends on that of the table. As in
  /// browsers, percentages of its columns do not make its preferred width larger there.
  func isInMeasuredContainer(_ table: BoxID) -> Bool {
    var box = table
    while self[box].box.position != .fixed {
      let isAbsolute = self[box].box.position == .absolute
      repeat {
        box = tree[box].parent
        if box.isNone { return false }
      } while isAbsolute && self[box].box.position == .static && !self[tree[box].style].containsPositioned
      if tree[box].kind == .cell || isFlex(box) || isGrid(box) { return true }
    }
    return false
  }

  /// The total border spacing of a table's columns, px.
  func gaps(of table: BoxID, _ sizes: [ColumnSize]) -> Double {
    let spacing = borderSpacing(table).x
    guard spacing > 0, !sizes.isEmpty else { return 0 }
    return spacing * Double(sizes.reduce(1) { $0 + ($1.isMergeable ? 0 : 1) })
  }

  /// The columns that a cell spans. Cells with the same ones and the same percentage are distributed once, as the
  /// widest of them.
  private struct SpannedColumns: Hashable {
    var columns: Range<Int>
    var percent: Double?
  }

  /// Minimum and preferred widths of the columns in the automatic layout, cached.
  mutating func measureColumns(_ table: BoxID) -> [ColumnSize] {
    if let known = caches.columnSizes[table] { return known }
    let grid = grid(table)
    var sizes = declaredColumns(grid)
    let parted = partedColumns(grid)
    for index in sizes.indices {
      sizes[index].isMergeable = !parted[index] && sizes[index].percent == nil && sizes[index].max == 0
    }
    var spanning: [SpannedColumns: ColumnSize] = [:]
    for (index, cell) in grid.cells.enumerated() {
      let size = measure(cell.box, border: cellBorder(table, index))
      if cell.columns == 1 {
        merge(size, into: &sizes[cell.column])
      } else {
        let columns = cell.column..<Swift.min(sizes.count, cell.column + cell.columns)
        let spanned = SpannedColumns(columns: columns, percent: size.percent)
        spanning[spanned, default: size].widen(to: size)
      }
    }
    limitPercentages(&sizes, parted)
    let spacing = borderSpacing(table).x
    // Cells that span the same number of columns do not see each other's increase (css-tables-3 §3.8.3).
    var base = sizes
    var span = 0
    for (spanned, size) in spanning.sorted(by: { $0.key.columns.count < $1.key.columns.count }) {
      let columns = spanned.columns
      if columns.count != span { (base, span) = (sizes, columns.count) }
      guard !suffices(columns, for: size, spacing: spacing, base) else { continue }
      effort.spreadColumns += columns.count
      spread(size, over: columns, of: base, spacing: spacing, in: &sizes)
    }
    if !spanning.isEmpty { limitPercentages(&sizes, parted) }
    caches.columnSizes[table] = sizes
    return sizes
  }

  // MARK: - Columns

  /// The widths of `<col>` and `<colgroup>`. They are preferred widths; `min-width` is a minimum.
  func declaredColumns(_ grid: TableGrid) -> [ColumnSize] {
    var sizes = Array(repeating: ColumnSize(), count: grid.columnCount)
    for (index, column) in grid.columns.enumerated() {
      var width = self[column.box].box.width
      if width == .auto, let group = column.group { width = self[group].box.width }
      if case .length(.percent(let percent)) = width {
        if percent > 0 { sizes[index].percent = percent }
      } else if let width = pixels(width) {
        sizes[index].max = Swift.max(0, width)
        sizes[index].isFixed = true
      }
      if let least = pixels(self[column.box].box.minWidth) {
        sizes[index].min = Swift.max(0, least)
        sizes[index].max = Swift.max(sizes[index].max, least)
      }
    }
    return sizes
  }

  func pixels(_ value: SizeValue) -> Double? {
    guard case .length(let length) = value, !length.hasPercent else { return nil }
    return length.resolve(against: 0)
  }

  /// Columns in which a cell starts. As in browsers, all others can be merged with the preceding one (css-tables-3
  /// §3.6 merges only those that the same cells span).
  private func partedColumns(_ grid: TableGrid) -> [Bool] {
    var parted = Array(repeating: false, count: grid.columnCount)
    for cell in grid.cells { parted[cell.column] = true }
    return parted
  }

  /// Limits the sum of percentages to 100. Later columns lose theirs.
  private func limitPercentages(_ sizes: inout [ColumnSize], _ parted: [Bool]) {
    guard sizes.reduce(0, { $0 + ($1.percent ?? 0) }) > 100 else { return }
    var left = 100.0
    for index in sizes.indices {
      guard let percent = sizes[index].percent else { continue }
      sizes[index].percent = left > 0 ? Swift.min(percent, left) : nil
      left = Swift.max(0, left - percent)
      if sizes[index].percent == nil { sizes[index].isMergeable = sizes[index].max == 0 && !parted[index] }
    }
  }

  // MARK: - Cells

  private mutating func measure(_ cell: BoxID, border: Sides<Double>?) -> ColumnSize {
    var edges = usedEdges(tree[cell].style, containerWidth: 0)
    if let border { edges.border = border }
    let outside = edges.left + edges.right
    // Not cached: the sizes of the columns are.
    let content = measuredIntrinsicSize(cell)
    releaseWords(of: cell)
    let added = self[cell].box.boxSizing == .borderBox ? 0 : outside
    var size = ColumnSize(min: content.min + outside, max: content.max + outside)
    if let most = pixels(self[cell].box.maxWidth) {
      size.min = Swift.min(size.min, Swift.max(outside, most + added))
      size.max = Swift.max(size.min, Swift.min(size.max, most + added))
    }
    switch self[cell].box.width {
    case .length(.percent(let percent)): if percent > 0 { size.percent = percent }
    case .minContent: size.max = size.min
    default:
      guard let width = pixels(self[cell].box.width) else { break }
      size.max = Swift.max(size.min, width + added)
      size.isFixed = true
    }
    if let least = pixels(self[cell].box.minWidth) {
      size.min = Swift.max(size.min, least + added)
      size.max = Swift.max(size.max, size.min)
    }
    return size
  }

  private func merge(_ size: ColumnSize, into column: inout ColumnSize) {
    column.isMergeable = false
    column.min = Swift.max(column.min, size.min)
    if size.isFixed && !column.isFixed {
      column.max = size.max
    } else if size.isFixed == column.isFixed {
      column.max = Swift.max(column.max, size.max)
    }
    column.max = Swift.max(column.max, column.min)
    column.isFixed = column.isFixed || size.isFixed
    if let percent = size.percent { column.percent = Swift.max(column.percent ?? 0, percent) }
  }

  /// Whether columns are as wide as a cell that spans them needs, as most rows of equal cells are.
  private func suffices(_ columns: Range<Int>, for size: ColumnSize, spacing: Double, _ sizes: [ColumnSize]) -> Bool {
    guard size.percent == nil else { return false }
    var least = size.min + spacing
    var most = size.max + spacing
    for index in columns {
      if sizes[index].percent != nil { return false }
      let gap = sizes[index].isMergeable ? 0 : spacing
      least -= sizes[index].min + gap
      most -= sizes[index].max + gap
    }
    // A smaller difference is not distributed either.
    return Swift.max(least, most) <= 0.0001
  }

  /// A spanning cell widens its columns as a table of its width would (css-tables-3 §3.8.3).
  ///
  /// - Parameter base: the sizes of the columns by the cells that span fewer of them.
  private func spread(
    _ size: ColumnSize, over columns: Range<Int>, of base: [ColumnSize], spacing: Double, in sizes: inout [ColumnSize]
  ) {
    guard !columns.isEmpty else { return }
    var spanned = Array(base[columns])
    let open = spanned.indices.filter { !spanned[$0].isMergeable }
    if let percent = size.percent {
      let surplus = percent - open.reduce(0) { $0 + (spanned[$1].percent ?? 0) }
      let takers = open.filter { spanned[$0].percent == nil }
      let weight = takers.reduce(0) { $0 + spanned[$1].max }
      for index in takers where surplus > 0 {
        let share = surplus * (weight > 0 ? spanned[index].max / weight : 1 / Double(takers.count))
        spanned[index].percent = share
        let column = columns.lowerBound + index
        sizes[column].percent = Swift.max(sizes[column].percent ?? 0, share)
      }
    }
    let gaps = spacing * Double(open.count - 1)
    let least = ColumnDistribution.automatic(size.min - gaps, over: spanned[...])
    let most = ColumnDistribution.automatic(size.max - gaps, over: spanned[...])
    for (offset, index) in columns.enumerated() {
      sizes[index].min = Swift.max(sizes[index].min, least[offset])
      sizes[index].max = Swift.max(sizes[index].min, sizes[index].max, most[offset])
    }
  }
}
