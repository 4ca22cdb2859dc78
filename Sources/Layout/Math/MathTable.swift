import Markup
import Style

/// The grid of a table in a formula, px.
struct MathTable {
  struct Cell {
    var node: Int
    var content: MathBox
    var edges: UsedEdges
    var element: NodeID
    var align: TextStyle.TextAlign
    var isRTL: Bool
    var column = 0
    var columns = 1
    var rows = 1
    var vertical = Vertical.baseline
    enum Vertical { case baseline, top, bottom, middle }

    var width: Double { edges.left + content.width + edges.right }
    var height: Double { edges.top + content.height + edges.bottom }
  }

  struct Row {
    var node: Int
    var cells: [Cell] = []
    /// The extents above and below the common baseline, with the padding of cells.
    var ascent = 0.0
    var descent = 0.0
    var height = 0.0
  }

  private(set) var attributes: MathTableAttributes
  private let document: Document
  let line: Double
  var rows: [Row] = []
  var columnWidths: [Double] = []
  /// The space that attributes set; nil for that of the padding of cells.
  var columnGaps: [Double?] = []
  var rowGaps: [Double?] = []
  /// The space inside a frame: at the sides, and above and below.
  var frameSpace = (0.0, 0.0)
  private var lefts: [Double] = []
  private var tops: [Double] = []
  /// The number of further rows that a cell covers, by column.
  private var covered: [Int] = []

  static let mostColumns = 1000

  init(of element: NodeID, _ document: Document, line: Double) {
    self.document = document
    attributes = MathTableAttributes(document: document, table: element)
    self.line = line
  }

  // MARK: - Building

  mutating func beginRow(_ node: Int, _ element: NodeID) {
    attributes.beginRow(element, document)
    for column in covered.indices where covered[column] > 0 { covered[column] -= 1 }
    rows.append(Row(node: node))
  }

  mutating func add(_ cell: Cell) {
    var cell = cell
    let last = rows.count - 1
    var column = rows[last].cells.last.map { $0.column + $0.columns } ?? 0
    while column < covered.count, covered[column] > 0 { column += 1 }
    guard column < Self.mostColumns else { return }
    func span(_ name: String, _ other: String, _ most: Int) -> Int {
      let text = document.attribute(cell.element, name) ?? document.attribute(cell.element, other)
      return max(1, min(most, text.flatMap { Int($0) } ?? 1))
    }
    cell.column = column
    cell.columns = span("columnspan", "colspan", min(100, Self.mostColumns - column))
    cell.rows = span("rowspan", "rowspan", 1000)
    setAlignment(of: &cell, row: last)
    while covered.count < column + cell.columns { covered.append(0) }
    // The row itself counts until the next one begins.
    for covers in column..<column + cell.columns { covered[covers] = max(covered[covers], cell.rows) }
    rows[last].cells.append(cell)
  }

  private func setAlignment(of cell: inout Cell, row: Int) {
    if cell.align == .center {
      switch attributes.columnAlign(of: cell.element, column: cell.column, document) {
      case "left": cell.align = .left
      case "right": cell.align = .right
      default: break
      }
    }
    switch attributes.rowAlign(of: cell.element, row: row, document) {
    case "top": cell.vertical = .top
    case "bottom": cell.vertical = .bottom
    case "center": cell.vertical = .middle
    default: break
    }
    if cell.rows > 1, cell.vertical == .baseline { cell.vertical = .middle }
  }

  // MARK: - Sizes

  /// Computes the sizes of rows and columns.
  mutating func solve() {
    applyGaps()
    columnWidths = [Double](repeating: 0, count: covered.count)
    for cell in rows.lazy.flatMap(\.cells) where cell.columns == 1 {
      columnWidths[cell.column] = max(columnWidths[cell.column], cell.width)
    }
    for cell in rows.lazy.flatMap(\.cells) where cell.columns > 1 {
      let range = cell.column..<cell.column + cell.columns
      let missing = cell.width - columnWidths[range].reduce(0, +)
      if missing > 0 { for column in range { columnWidths[column] += missing / Double(cell.columns) } }
    }
    var left = frameSpace.0
    for width in columnWidths {
      lefts.append(left)
      left += width
    }
    lefts.append(left)
    var top = frameSpace.1
    for index in rows.indices {
      measure(&rows[index])
      tops.append(top)
      top += rows[index].height
    }
    tops.append(top)
    growForSpans()
  }

  /// Half of each gap is padding of the cells on both of its sides.
  private mutating func applyGaps() {
    func gap(_ gaps: [Double?], _ index: Int) -> Double? { gaps.isEmpty ? nil : gaps[min(index, gaps.count - 1)] }
    let columns = covered.count
    for row in rows.indices {
      for index in rows[row].cells.indices {
        let (first, end) = (
          rows[row].cells[index].column, rows[row].cells[index].column + rows[row].cells[index].columns
        )
        if first > 0, let space = gap(columnGaps, first - 1) { rows[row].cells[index].edges.padding.left = space / 2 }
        if end < columns, let space = gap(columnGaps, end - 1) {
          rows[row].cells[index].edges.padding.right = space / 2
        }
        if row > 0, let space = gap(rowGaps, row - 1) { rows[row].cells[index].edges.padding.top = space / 2 }
        if row + 1 < rows.count, let space = gap(rowGaps, row) {
          rows[row].cells[index].edges.padding.bottom = space / 2
        }
      }
    }
  }

  private func measure(_ row: inout Row) {
    for cell in row.cells where cell.rows == 1 {
      row.height = max(row.height, cell.height)
      guard cell.vertical == .baseline else { continue }
      row.ascent = max(row.ascent, cell.edges.top + cell.content.ascent)
      row.descent = max(row.descent, cell.content.descent + cell.edges.bottom)
    }
    row.height = max(row.height, row.ascent + row.descent)
  }

  /// Makes the last row of cells over several rows high enough.
  private mutating func growForSpans() {
    var extra = [Double](repeating: 0, count: rows.count)
    for (index, row) in rows.enumerated() {
      for cell in row.cells where cell.rows > 1 {
        let last = min(rows.count, index + cell.rows) - 1
        extra[last] = max(extra[last], cell.height - (tops[last + 1] - tops[index]))
      }
    }
    var shift = 0.0
    for index in rows.indices {
      tops[index] += shift
      rows[index].height += extra[index]
      shift += extra[index]
    }
    tops[rows.count] += shift
  }

  var width: Double { (lefts.last ?? 0) + frameSpace.0 }
  var height: Double { (tops.last ?? 0) + frameSpace.1 }
  func left(of column: Int) -> Double { lefts[column] }
  func top(of row: Int) -> Double { tops[row] }
  func width(of cell: Cell) -> Double { lefts[cell.column + cell.columns] - lefts[cell.column] }
  func height(of cell: Cell, in row: Int) -> Double { tops[min(rows.count, row + cell.rows)] - tops[row] }

  /// The distance from the left edge of a cell to its content.
  func contentX(of cell: Cell, width: Double) -> Double {
    let free = width - cell.width
    let isRight = cell.align == .right || cell.align == (cell.isRTL ? .start : .end)
    let isLeft = cell.align == .left || cell.align == .justify || cell.align == (cell.isRTL ? .end : .start)
    return cell.edges.left + (isRight ? free : isLeft ? 0 : free / 2)
  }

  /// The distance from the top of a cell to the baseline of its content.
  func baseline(of cell: Cell, in row: Row, height: Double) -> Double {
    let free = height - cell.height
    let top = cell.edges.top + cell.content.ascent
    switch cell.vertical {
    case .baseline: return row.ascent
    case .top: return top
    case .middle: return top + free / 2
    case .bottom: return top + free
    }
  }
}
