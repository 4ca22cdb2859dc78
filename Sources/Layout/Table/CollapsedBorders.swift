import Style

/// The borders of a table in the collapsing model (CSS 2.2 §17.6.2): the winning border of each grid edge.
///
/// Columns are counted from the table's start, so that "left" is the right side in a right-to-left table.
struct CollapsedBorders {
  struct Edge: Equatable {
    var width = 0.0
    var style = BorderStyle.none
    var color = Color.transparent
    /// The box of the border: cell 5, row 4, row group 3, column 2, column group 1, table 0.
    var origin: Int8 = -1

    var isVisible: Bool { width > 0 && style != .none && style != .hidden }

    /// True if two edges are drawn alike.
    func looksLike(_ other: Edge) -> Bool { width == other.width && style == other.style && color == other.color }

    /// True if this edge is drawn over another one at a crossing: the wider, then by style, then the inner box.
    func beats(_ other: Edge) -> Bool {
      guard isVisible else { return false }
      guard other.isVisible, width == other.width else { return !other.isVisible || width > other.width }
      let (a, b) = (CollapsedBorders.rank(style), CollapsedBorders.rank(other.style))
      return a > b || (a == b && origin > other.origin)
    }
  }
  let rowCount: Int
  let columnCount: Int
  let isRTL: Bool
  /// `rowCount + 1` rows of `columnCount` edges, and `rowCount` rows of `columnCount + 1` edges.
  private(set) var horizontal: [Edge]
  private(set) var vertical: [Edge]
  /// Half of the widest edge on each side of each cell, by cell index.
  private(set) var cellBorders: [Sides<Double>] = []
  private(set) var tableBorder = Sides(0.0)

  init(rows: Int, columns: Int, isRTL: Bool) {
    rowCount = rows
    columnCount = columns
    self.isRTL = isRTL
    horizontal = Array(repeating: Edge(), count: (rows + 1) * columns)
    vertical = Array(repeating: Edge(), count: rows * (columns + 1))
  }

  func horizontalEdge(row: Int, column: Int) -> Edge { horizontal[row * columnCount + column] }
  func verticalEdge(row: Int, column: Int) -> Edge { vertical[row * (columnCount + 1) + column] }

  /// Half of the widest edge above a row, or below the last one: the part of the line outside the rows on one side.
  func halfLine(aboveRow row: Int) -> Double {
    horizontal[row * columnCount..<(row + 1) * columnCount].reduce(0) { max($0, $1.width) } / 2
  }

  /// Applies the borders of a box that covers the given rows and columns.
  mutating func offer(_ style: ComputedStyle, rows: Range<Int>, columns: Range<Int>, origin: Int8) {
    guard !rows.isEmpty, !columns.isEmpty, style.box.borderStyle != Sides(.none) else { return }
    let box = style.box
    let color = style.paint.borderColor
    let top = Edge(width: box.borderWidth.top, style: box.borderStyle.top, color: color.top, origin: origin)
    let bottom = Edge(width: box.borderWidth.bottom, style: box.borderStyle.bottom, color: color.bottom, origin: origin)
    var start = Edge(width: box.borderWidth.left, style: box.borderStyle.left, color: color.left, origin: origin)
    var end = Edge(width: box.borderWidth.right, style: box.borderStyle.right, color: color.right, origin: origin)
    if isRTL { swap(&start, &end) }
    for column in columns {
      Self.resolve(&horizontal[rows.lowerBound * columnCount + column], top)
      Self.resolve(&horizontal[rows.upperBound * columnCount + column], bottom)
    }
    for row in rows {
      Self.resolve(&vertical[row * (columnCount + 1) + columns.lowerBound], start)
      Self.resolve(&vertical[row * (columnCount + 1) + columns.upperBound], end)
    }
  }

  /// The conflict rules of CSS 2.2 §17.6.2.1.
  private static func resolve(_ old: inout Edge, _ new: Edge) {
    if old.style == .hidden { return }
    if new.style == .hidden {
      old = Edge(width: 0, style: .hidden, color: .transparent, origin: new.origin)
      return
    }
    guard new.style != .none else { return }
    if old.style == .none || new.width > old.width {
      old = new
      return
    }
    guard new.width == old.width else { return }
    if rank(new.style) > rank(old.style) || (rank(new.style) == rank(old.style) && new.origin > old.origin) {
      old = new
    }
  }

  /// The edge that is drawn if two meet on one line.
  static func winner(_ a: Edge, _ b: Edge) -> Edge {
    var edge = a
    resolve(&edge, b)
    return edge
  }

  private static func rank(_ style: BorderStyle) -> Int {
    switch style {
    case .double: 8
    case .solid: 7
    case .dashed: 6
    case .dotted: 5
    case .ridge: 4
    case .outset: 3
    case .groove: 2
    case .inset: 1
    case .none, .hidden: 0
    }
  }

  mutating func finish(_ grid: TableGrid) {
    for cell in grid.cells where cell.rows > 1 || cell.columns > 1 { clearInside(cell) }
    cellBorders = grid.cells.map { cell in
      let columns = cell.column..<min(columnCount, cell.column + cell.columns)
      let rows = cell.row..<min(rowCount, cell.row + cell.rows)
      let start = rows.reduce(0) { max($0, verticalEdge(row: $1, column: columns.lowerBound).width) } / 2
      let end = rows.reduce(0) { max($0, verticalEdge(row: $1, column: columns.upperBound).width) } / 2
      return Sides(
        top: columns.reduce(0) { max($0, horizontalEdge(row: rows.lowerBound, column: $1).width) } / 2,
        right: isRTL ? start : end,
        bottom: columns.reduce(0) { max($0, horizontalEdge(row: rows.upperBound, column: $1).width) } / 2,
        left: isRTL ? end : start)
    }
    guard rowCount > 0, columnCount > 0 else { return }
    // At the sides the first row is decisive; wider edges extend into the margin.
    let start = verticalEdge(row: 0, column: 0).width / 2
    let end = verticalEdge(row: 0, column: columnCount).width / 2
    tableBorder = Sides(
      top: halfLine(aboveRow: 0), right: isRTL ? start : end, bottom: halfLine(aboveRow: rowCount),
      left: isRTL ? end : start)
  }

  /// Removes the lines inside a spanning cell.
  private mutating func clearInside(_ cell: TableGrid.Cell) {
    let columns = cell.column..<min(columnCount, cell.column + cell.columns)
    let rows = cell.row..<min(rowCount, cell.row + cell.rows)
    for row in rows.dropFirst() {
      for column in columns { horizontal[row * columnCount + column] = Edge() }
    }
    for column in columns.dropFirst() {
      for row in rows { vertical[row * (columnCount + 1) + column] = Edge() }
    }
  }
}

extension LayoutContext {
  /// The collapsed borders of a table, cached.
  mutating func borders(of table: BoxID) -> CollapsedBorders {
    if let known = caches.collapsedBorders[table] { return known }
    let grid = grid(table)
    var borders = CollapsedBorders(
      rows: grid.rows.count, columns: grid.columnCount, isRTL: self[table].text.direction == .rightToLeft)
    let all = 0..<grid.columnCount
    let rows = 0..<grid.rows.count
    borders.offer(self[table], rows: rows, columns: all, origin: 0)
    var start = 0
    for (index, column) in grid.columns.enumerated() {
      let isGroupEnd = index + 1 == grid.columns.count || grid.columns[index + 1].group != column.group
      if let group = column.group, isGroupEnd {
        borders.offer(self[group], rows: rows, columns: start..<index + 1, origin: 1)
      }
      if isGroupEnd || column.group == nil { start = index + 1 }
      if column.group != column.box {
        borders.offer(self[column.box], rows: rows, columns: index..<index + 1, origin: 2)
      }
    }
    for section in grid.sections where !section.box.isNone {
      borders.offer(self[section.box], rows: section.rows, columns: all, origin: 3)
    }
    for (index, row) in grid.rows.enumerated() {
      borders.offer(self[row.box], rows: index..<index + 1, columns: all, origin: 4)
    }
    for cell in grid.cells {
      borders.offer(
        self[cell.box], rows: cell.row..<min(grid.rows.count, cell.row + cell.rows),
        columns: cell.column..<min(grid.columnCount, cell.column + cell.columns), origin: 5)
    }
    borders.finish(grid)
    caches.collapsedBorders[table] = borders
    return borders
  }
}
