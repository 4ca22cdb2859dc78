/// The rows, columns and cells of a table on its grid (HTML 4.9.12, "forming a table").
struct TableGrid {
  struct Column {
    var box: BoxID
    var group: BoxID?
  }
  struct Row {
    var box: BoxID
    /// The row group; `.none` for a row that is a child of the table.
    var group: BoxID
    /// The cells that start in this row.
    private var firstCell, endOfCells: UInt32
    /// A cell spans from this row into the next.
    var reachesNext = false

    init(box: BoxID, group: BoxID, cells: Range<Int>) {
      (self.box, self.group) = (box, group)
      (firstCell, endOfCells) = (UInt32(cells.lowerBound), UInt32(cells.upperBound))
    }

    /// The cells that start in this row: a range of `TableGrid.cells`.
    var cells: Range<Int> {
      get { Int(firstCell)..<Int(endOfCells) }
      set { (firstCell, endOfCells) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
    }
  }
  struct Cell {
    let box: BoxID
    private let rowIndex, columnIndex, columnSpan: UInt32
    private var rowSpan: UInt32

    init(box: BoxID, row: Int, column: Int, columns: Int, rows: Int) {
      self.box = box
      rowIndex = UInt32(row)
      columnIndex = UInt32(column)
      columnSpan = UInt32(columns)
      rowSpan = UInt32(clamping: rows)
    }

    var row: Int { Int(rowIndex) }
    var column: Int { Int(columnIndex) }
    var columns: Int { Int(columnSpan) }
    /// The rows that it spans.
    var rows: Int {
      get { Int(rowSpan) }
      set { rowSpan = UInt32(clamping: newValue) }
    }
  }
  /// A row group, or consecutive rows without one.
  struct Section {
    var box: BoxID
    var rows: Range<Int>
  }

  static let maxColumns = 10_000

  var captions: [BoxID] = []
  var columns: [Column] = []
  var rows: [Row] = []
  var cells: [Cell] = []
  private(set) var sections: [Section] = []
  var headRows = 0..<0
  var footRows = 0..<0
  var columnCount = 0
  /// While building: the row up to which a spanning cell occupies each column, and the first row of the group.
  private var takenUntil: [Int] = []
  private var groupStart = 0

  mutating func beginRow(_ box: BoxID, group: BoxID) {
    rows.append(Row(box: box, group: group, cells: cells.count..<cells.count))
  }

  /// Adds a cell to the last row at the first free column. `rows` 0 spans to the end of the group.
  mutating func add(_ box: BoxID, columns span: Int, rows rowSpan: Int) {
    let row = rows.count - 1
    var column = rows[row].cells.isEmpty ? 0 : cells[cells.count - 1].column + cells[cells.count - 1].columns
    while column < takenUntil.count, takenUntil[column] > row { column += 1 }
    guard column < Self.maxColumns else { return }
    let width = min(span, Self.maxColumns - column)
    if takenUntil.count < column + width {
      takenUntil.append(contentsOf: repeatElement(0, count: column + width - takenUntil.count))
    }
    let end = rowSpan == 0 ? Int.max : row + rowSpan
    for index in column..<column + width { takenUntil[index] = max(takenUntil[index], end) }
    cells.append(Cell(box: box, row: row, column: column, columns: width, rows: rowSpan == 0 ? Int.max : rowSpan))
    rows[row].cells = rows[row].cells.lowerBound..<cells.count
    columnCount = max(columnCount, column + width)
  }

  /// Ends a row group, and with it all row spans.
  mutating func endGroup() {
    guard groupStart < rows.count else { return }
    for index in cells.indices.reversed() {
      if cells[index].row < groupStart { break }
      cells[index].rows = min(cells[index].rows, rows.count - cells[index].row)
    }
    for index in takenUntil.indices { takenUntil[index] = 0 }
    sections.append(Section(box: rows[groupStart].group, rows: groupStart..<rows.count))
    groupStart = rows.count
  }

  mutating func finish() {
    endGroup()
    columnCount = max(columnCount, columns.count)
    // The last row that any preceding cell reaches, so that long spans take no more time than their rows.
    var reach = 0
    for row in rows.indices {
      for cell in rows[row].cells { reach = max(reach, cells[cell].row + cells[cell].rows - 1) }
      rows[row].reachesNext = reach > row
    }
  }

  /// Whether a spanning cell connects the row to another one.
  func isBound(_ row: Int) -> Bool { rows[row].reachesNext || row > 0 && rows[row - 1].reachesNext }

  /// The rows connected to this one by spanning cells, including itself.
  func cluster(of row: Int) -> Range<Int> {
    var first = row
    while first > 0, rows[first - 1].reachesNext { first -= 1 }
    var end = row + 1
    while end < rows.count, rows[end - 1].reachesNext { end += 1 }
    return first..<end
  }

  func lastRow(of cell: Int) -> Int { cells[cell].row + cells[cell].rows - 1 }

  /// The rows of a cell.
  func rows(of cell: Int) -> Range<Int> { cells[cell].row..<cells[cell].row + cells[cell].rows }
}
