import Layout

/// The widths of a table's columns, px, derived from its laid-out cells.
struct TableWidths {
  private(set) var columns: [Double]
  /// The spacing between cells, if cells have borders or backgrounds of their own, px.
  var spacing = 0.0

  /// - Parameter available: the width if the table was not laid out.
  init(_ table: FlowTable, _ box: FlowBox, available: Double) {
    let count = table.columnCount
    var starts = [Double?](repeating: nil, count: count + 1)
    var ends = [Double?](repeating: nil, count: count + 1)
    let frame = box.frame
    var isMirrored = false
    for row in table.rows {
      // In right-to-left tables the first column is at the right.
      if let first = row.cells.first?.box.frame, let last = row.cells.last?.box.frame, first.x > last.x {
        isMirrored = true
      }
    }
    for row in table.rows {
      for cell in row.cells {
        guard let rect = cell.box.frame, cell.column + cell.columns <= count else { continue }
        let (start, end) = isMirrored ? (-rect.maxX, -rect.x) : (rect.x, rect.maxX)
        starts[cell.column] = min(starts[cell.column] ?? start, start)
        ends[cell.column + cell.columns] = max(ends[cell.column + cell.columns] ?? end, end)
      }
    }
    let first = starts.compactMap { $0 }.min() ?? 0
    let last = ends.compactMap { $0 }.max() ?? first + (frame?.width ?? available)
    // The edge before each column, and the last: where a cell starts, else where one ends, else between its neighbours.
    var lines = (0...count).map { index in index == count ? last : index == 0 ? first : starts[index] ?? ends[index] }
    var known = 0
    for index in 1...count {
      guard let line = lines[index] else { continue }
      let start = lines[known] ?? first
      for between in (known + 1)..<max(known + 1, index) {
        lines[between] = start + (line - start) * Double(between - known) / Double(index - known)
      }
      known = index
    }
    var edge = first
    columns = []
    for index in 1...count {
      let next = max(edge, lines[index] ?? edge)
      columns.append(max(1, next - edge))
      edge = next
    }
  }

  /// Makes the columns of a table that does not fill its container a little wider, because other programs measure text
  /// a little wider and would break it.
  mutating func addTolerance(available: Double) {
    let tolerance = 2.0
    guard columns.reduce(0, +) + tolerance * Double(columns.count) <= available else { return }
    columns = columns.map { $0 + tolerance }
  }

  /// The width of a cell, px.
  func width(of cell: FlowTable.Cell) -> Double {
    columns[cell.column..<min(columns.count, cell.column + cell.columns)].reduce(0, +)
  }
}
