import Style

/// The borders of a table in the collapsing model (CSS 2.2 §17.6.2): the winning border of each grid edge.
///
/// Columns are counted from the table's start, so that "left" is the right side in a right-to-left table.
struct CollapsedBorders {
  struct Edge: Hashable {
    var width = 0.0
    var style = BorderStyle.none
    var color = Color.transparent
    /// The box of the border: cell 5, row 4, row group 3, column 2, column group 1, table 0.
    var origin: Int8 = -1

    var isVisible: Bool { width > 0 && style != .none && style != .hidden }

    /// Whether two edges are drawn alike.
    func looksLike(_ other: Edge) -> Bool { width == other.width && style == other.style && color == other.color }

    /// Whether this edge is drawn over another one at a crossing: the wider, then by style, then the inner box.
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
  /// The table has too many slots: all of its edges are without a border.
  let isLeftOut: Bool
  /// `rowCount + 1` rows of `columnCount` edges, and `rowCount` rows of `columnCount + 1` edges, as indices in `kinds`.
  private var horizontal: [UInt32]
  private var vertical: [UInt32]
  /// The edges that differ, of which a table has few. The first is no edge.
  private var kinds = [Edge()]
  private var indices: [Edge: UInt32] = [Edge(): 0]
  private var latest: (style: StyleID, origin: Int8, sides: BoxSides?)?
  private(set) var tableBorder = Sides(0.0)
  /// The borders of the cells with long edges, by the index of the cell: they are needed on every page.
  private(set) var longBorders: [Int: Sides<Double>] = [:]

  /// The sum of the rows and columns of a cell whose border is not computed again each time.
  private static let longSpan = 8

  init(rows: Int, columns: Int, isRTL: Bool, isLeftOut: Bool = false) {
    rowCount = rows
    columnCount = columns
    self.isRTL = isRTL
    self.isLeftOut = isLeftOut
    horizontal = isLeftOut ? [] : Array(repeating: 0, count: (rows + 1) * columns)
    vertical = isLeftOut ? [] : Array(repeating: 0, count: rows * (columns + 1))
  }

  /// The edge above a row, or below the last one.
  func horizontalEdge(row: Int, column: Int) -> Edge {
    isLeftOut ? Edge() : kinds[Int(horizontal[row * columnCount + column])]
  }

  /// The edge before a column, or after the last one.
  func verticalEdge(row: Int, column: Int) -> Edge {
    isLeftOut ? Edge() : kinds[Int(vertical[row * (columnCount + 1) + column])]
  }

  /// Half of the widest edge above a row, or below the last one: the part of the line outside the rows on one side.
  func halfLine(aboveRow row: Int) -> Double {
    (0..<columnCount).reduce(0) { max($0, horizontalEdge(row: row, column: $1).width) } / 2
  }

  /// The edges of a box, as indices in `kinds`.
  private struct BoxSides { var top, bottom, start, end: UInt32 }

  /// The edges of a box with a style; nil if it has none. Consecutive boxes usually have the same style.
  private mutating func sides(_ id: StyleID, _ styles: ContiguousArray<ComputedStyle>, origin: Int8) -> BoxSides? {
    if let latest, latest.style == id, latest.origin == origin { return latest.sides }
    latest = (id, origin, nil)
    let (width, style) = (styles[Int(id.index)].box.borderWidth, styles[Int(id.index)].box.borderStyle)
    guard style != Sides(.none) else { return nil }
    let color = styles[Int(id.index)].paint.borderColor
    let top = index(ofWidth: width.top, style.top, color.top, origin)
    let bottom = index(ofWidth: width.bottom, style.bottom, color.bottom, origin)
    let left = index(ofWidth: width.left, style.left, color.left, origin)
    let right = index(ofWidth: width.right, style.right, color.right, origin)
    let sides = BoxSides(top: top, bottom: bottom, start: isRTL ? right : left, end: isRTL ? left : right)
    latest = (id, origin, sides)
    return sides
  }

  private mutating func index(ofWidth width: Double, _ style: BorderStyle, _ color: Color, _ origin: Int8) -> UInt32 {
    var edge = Edge(width: width, style: style, color: color, origin: origin)
    if style == .hidden { (edge.width, edge.color) = (0, .transparent) }
    if let known = indices[edge] { return known }
    let index = UInt32(kinds.count)
    kinds.append(edge)
    indices[edge] = index
    return index
  }

  /// Applies the borders of a box that covers the given rows and columns.
  mutating func offer(
    _ style: StyleID, _ styles: ContiguousArray<ComputedStyle>, rows: Range<Int>, columns: Range<Int>, origin: Int8
  ) {
    guard !rows.isEmpty, !columns.isEmpty, let sides = sides(style, styles, origin: origin) else { return }
    for column in columns {
      Self.resolve(&horizontal[rows.lowerBound * columnCount + column], sides.top, kinds)
      Self.resolve(&horizontal[rows.upperBound * columnCount + column], sides.bottom, kinds)
    }
    for row in rows {
      Self.resolve(&vertical[row * (columnCount + 1) + columns.lowerBound], sides.start, kinds)
      Self.resolve(&vertical[row * (columnCount + 1) + columns.upperBound], sides.end, kinds)
    }
  }

  private static func resolve(_ old: inout UInt32, _ new: UInt32, _ kinds: [Edge]) {
    if old != new, wins(kinds[Int(new)], over: kinds[Int(old)]) { old = new }
  }

  /// The conflict rules of CSS 2.2 §17.6.2.1.
  private static func wins(_ new: Edge, over old: Edge) -> Bool {
    if old.style == .hidden || new.style == .none { return false }
    if new.style == .hidden || old.style == .none { return true }
    guard new.width == old.width else { return new.width > old.width }
    return rank(new.style) > rank(old.style) || (rank(new.style) == rank(old.style) && new.origin > old.origin)
  }

  /// The edge that is drawn if two meet on one line.
  static func winner(_ a: Edge, _ b: Edge) -> Edge { wins(b, over: a) ? b : a }

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
    (indices, latest) = ([:], nil)
    for cell in grid.cells where cell.rows > 1 || cell.columns > 1 { clearInside(cell) }
    for (index, cell) in grid.cells.enumerated() where cell.rows + cell.columns >= Self.longSpan {
      longBorders[index] = computedBorder(of: cell)
    }
    guard rowCount > 0, columnCount > 0 else { return }
    // The widest edges of all rows are decisive at the sides too, so that no page has edges outside the table.
    let start = (0..<rowCount).reduce(0) { max($0, verticalEdge(row: $1, column: 0).width) } / 2
    let end = (0..<rowCount).reduce(0) { max($0, verticalEdge(row: $1, column: columnCount).width) } / 2
    tableBorder = Sides(
      top: halfLine(aboveRow: 0), right: isRTL ? start : end, bottom: halfLine(aboveRow: rowCount),
      left: isRTL ? end : start)
  }

  /// Half of the widest edge on each side of a cell.
  func border(ofCell index: Int, _ grid: TableGrid) -> Sides<Double> {
    longBorders[index] ?? computedBorder(of: grid.cells[index])
  }

  private func computedBorder(of cell: TableGrid.Cell) -> Sides<Double> {
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

  /// Removes the lines inside a spanning cell.
  private mutating func clearInside(_ cell: TableGrid.Cell) {
    let columns = cell.column..<min(columnCount, cell.column + cell.columns)
    let rows = cell.row..<min(rowCount, cell.row + cell.rows)
    for row in rows.dropFirst() {
      for column in columns { horizontal[row * columnCount + column] = 0 }
    }
    for column in columns.dropFirst() {
      for row in rows { vertical[row * (columnCount + 1) + column] = 0 }
    }
  }
}

extension LayoutContext {
  /// The collapsed borders of a table, cached.
  mutating func borders(of table: BoxID) -> CollapsedBorders {
    if let known = caches.collapsedBorders[table] { return known }
    let grid = grid(table)
    let isRTL = self[table].text.direction == .rightToLeft
    guard countSlots(of: grid, table) else {
      let none = CollapsedBorders(rows: grid.rows.count, columns: grid.columnCount, isRTL: isRTL, isLeftOut: true)
      caches.collapsedBorders[table] = none
      return none
    }
    var borders = CollapsedBorders(rows: grid.rows.count, columns: grid.columnCount, isRTL: isRTL)
    let all = 0..<grid.columnCount
    let rows = 0..<grid.rows.count
    borders.offer(tree[table].style, document.styles, rows: rows, columns: all, origin: 0)
    var start = 0
    for (index, column) in grid.columns.enumerated() {
      let isGroupEnd = index + 1 == grid.columns.count || grid.columns[index + 1].group != column.group
      if let group = column.group, isGroupEnd {
        borders.offer(tree[group].style, document.styles, rows: rows, columns: start..<index + 1, origin: 1)
      }
      if isGroupEnd || column.group == nil { start = index + 1 }
      if column.group != column.box {
        borders.offer(tree[column.box].style, document.styles, rows: rows, columns: index..<index + 1, origin: 2)
      }
    }
    for section in grid.sections where !section.box.isNone {
      borders.offer(tree[section.box].style, document.styles, rows: section.rows, columns: all, origin: 3)
    }
    for (index, row) in grid.rows.enumerated() {
      borders.offer(tree[row.box].style, document.styles, rows: index..<index + 1, columns: all, origin: 4)
    }
    for cell in grid.cells {
      borders.offer(
        tree[cell.box].style, document.styles, rows: cell.row..<min(grid.rows.count, cell.row + cell.rows),
        columns: cell.column..<min(grid.columnCount, cell.column + cell.columns), origin: 5)
    }
    borders.finish(grid)
    caches.collapsedBorders[table] = borders
    return borders
  }

  /// The slots of all tables with collapsed borders that a document may have: this number, and more for each box.
  /// Otherwise, rows without cells in a table of ten thousand columns would fill the memory.
  private static let leastSlots = 4_000_000
  private static let slotsPerBox = 4

  /// Counts the slots of a table with collapsed borders. Returns false if the document has too many.
  private mutating func countSlots(of grid: TableGrid, _ table: BoxID) -> Bool {
    let slots = (grid.rows.count + 1) * (grid.columnCount + 1)
    guard effort.borderSlots + slots <= Self.leastSlots + Self.slotsPerBox * effort.boxes else {
      warn("table_border_limit", "A table has too many rows and columns; its collapsed borders are left out", table)
      return false
    }
    effort.borderSlots += slots
    return true
  }
}
