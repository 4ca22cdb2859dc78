import Style

/// The borders of a table in the collapsing model (CSS 2.2 §17.6.2): one winner for each edge of the grid.
struct CollapsedBorders {
  struct Edge {
    var width = 0.0
    var style = BorderStyle.none
    var color = Color.transparent
    /// Whose border it is: cell 5, row 4, row group 3, column 2, column group 1, table 0.
    var origin: Int8 = -1
  }
  let rowCount: Int
  let columnCount: Int
  /// `rowCount + 1` rows of `columnCount` edges, then `rowCount` rows of `columnCount + 1`.
  private(set) var horizontal: [Edge]
  private(set) var vertical: [Edge]
  /// Half of the widest edge on each side of each cell, by cell index.
  private(set) var cellBorders: [Sides<Double>] = []
  private(set) var tableBorder = Sides(0.0)

  init(rows: Int, columns: Int) {
    rowCount = rows
    columnCount = columns
    horizontal = Array(repeating: Edge(), count: (rows + 1) * columns)
    vertical = Array(repeating: Edge(), count: rows * (columns + 1))
  }

  func horizontalEdge(row: Int, column: Int) -> Edge { horizontal[row * columnCount + column] }
  func verticalEdge(row: Int, column: Int) -> Edge { vertical[row * (columnCount + 1) + column] }

  /// Offers the borders of a box that covers these rows and columns.
  mutating func offer(_ style: ComputedStyle, rows: Range<Int>, columns: Range<Int>, origin: Int8) {
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let box = style.box
    let color = style.paint.borderColor
    let top = Edge(width: box.borderWidth.top, style: box.borderStyle.top, color: color.top, origin: origin)
    let bottom = Edge(width: box.borderWidth.bottom, style: box.borderStyle.bottom, color: color.bottom, origin: origin)
    let left = Edge(width: box.borderWidth.left, style: box.borderStyle.left, color: color.left, origin: origin)
    let right = Edge(width: box.borderWidth.right, style: box.borderStyle.right, color: color.right, origin: origin)
    for column in columns {
      Self.resolve(&horizontal[rows.lowerBound * columnCount + column], top)
      Self.resolve(&horizontal[rows.upperBound * columnCount + column], bottom)
    }
    for row in rows {
      Self.resolve(&vertical[row * (columnCount + 1) + columns.lowerBound], left)
      Self.resolve(&vertical[row * (columnCount + 1) + columns.upperBound], right)
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
    if old.style == .none || new.width > old.width { return old = new }
    guard new.width == old.width else { return }
    if rank(new.style) > rank(old.style) || (rank(new.style) == rank(old.style) && new.origin > old.origin) { old = new }
  }

  /// Which of two edges that meet is drawn.
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
    cellBorders = grid.cells.map { cell in
      let columns = cell.column..<min(columnCount, cell.column + cell.columns)
      let rows = cell.row..<min(rowCount, cell.row + cell.rows)
      return Sides(
        top: columns.reduce(0) { max($0, horizontalEdge(row: rows.lowerBound, column: $1).width) } / 2,
        right: rows.reduce(0) { max($0, verticalEdge(row: $1, column: columns.upperBound).width) } / 2,
        bottom: columns.reduce(0) { max($0, horizontalEdge(row: rows.upperBound, column: $1).width) } / 2,
        left: rows.reduce(0) { max($0, verticalEdge(row: $1, column: columns.lowerBound).width) } / 2)
    }
    guard rowCount > 0, columnCount > 0 else { return }
    tableBorder = Sides(
      top: (0..<columnCount).reduce(0) { max($0, horizontalEdge(row: 0, column: $1).width) } / 2,
      right: (0..<rowCount).reduce(0) { max($0, verticalEdge(row: $1, column: columnCount).width) } / 2,
      bottom: (0..<columnCount).reduce(0) { max($0, horizontalEdge(row: rowCount, column: $1).width) } / 2,
      left: (0..<rowCount).reduce(0) { max($0, verticalEdge(row: $1, column: 0).width) } / 2)
  }
}

extension Flow {
  /// A table's collapsed borders, worked out once.
  mutating func borders(of table: BoxID) -> CollapsedBorders {
    if let known = collapsedBorders[table] { return known }
    let grid = grid(table)
    var borders = CollapsedBorders(rows: grid.rows.count, columns: grid.columnCount)
    let all = 0..<grid.columnCount
    borders.offer(self[table], rows: 0..<grid.rows.count, columns: all, origin: 0)
    for (index, column) in grid.columns.enumerated() {
      if let group = column.group { borders.offer(self[group], rows: 0..<grid.rows.count, columns: index..<index + 1, origin: 1) }
      if column.group != column.box { borders.offer(self[column.box], rows: 0..<grid.rows.count, columns: index..<index + 1, origin: 2) }
    }
    var row = 0
    while row < grid.rows.count {
      var end = row + 1
      while end < grid.rows.count, grid.rows[end].group == grid.rows[row].group { end += 1 }
      if !grid.rows[row].group.isNone { borders.offer(self[grid.rows[row].group], rows: row..<end, columns: all, origin: 3) }
      row = end
    }
    for (index, row) in grid.rows.enumerated() { borders.offer(self[row.box], rows: index..<index + 1, columns: all, origin: 4) }
    for cell in grid.cells {
      borders.offer(
        self[cell.box], rows: cell.row..<min(grid.rows.count, cell.row + cell.rows),
        columns: cell.column..<min(grid.columnCount, cell.column + cell.columns), origin: 5)
    }
    // No lines inside a cell that spans.
    borders.finish(grid)
    collapsedBorders[table] = borders
    return borders
  }
}
