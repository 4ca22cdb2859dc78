import Markup
import PDF

/// Makes the tables of a structure tree regular, as PDF/UA requires (ISO 14289-1, 7.5; ISO 32000-1, 14.8.4.3.4): all
/// rows have the same number of columns, and no cell spans rows or columns that are not there.
///
/// HTML permits rows with too few cells, and spans that end with the table (HTML 4.9.12).
enum StructureTables {
  private struct Cell {
    var element: Int
    var columns, rows: Int
  }
  private struct Row {
    var element: Int
    /// The row group, or the table, in which row spans end.
    var group: UInt32
    var table: Int
    var cells: [Cell] = []
    /// Whether a cell spans several rows or columns.
    var hasSpans = false
    /// The columns of the grid.
    var width = 0
    /// Numbers of adjacent columns that no cell covers.
    var gaps: [Int] = []
  }

  static func complete(_ tree: inout StructureTree, _ structure: DocumentStructure) {
    var rows = rows(of: tree, structure)
    guard !rows.isEmpty else { return }
    var columns: [Int: Int] = [:]
    var start = 0
    while start < rows.count {
      var (end, width) = (start, 0)
      var hasSpans = false
      while end < rows.count, rows[end].group == rows[start].group {
        hasSpans = hasSpans || rows[end].hasSpans
        end += 1
      }
      if hasSpans { place(&rows[start..<end]) }
      for row in start..<end {
        if !hasSpans { rows[row].width = rows[row].cells.count }
        width = max(width, rows[row].width)
      }
      columns[rows[start].table] = max(columns[rows[start].table] ?? 0, width)
      start = end
    }
    for row in rows {
      for cell in row.cells where row.hasSpans { setSpans(of: cell, in: &tree) }
      let end = max(0, (columns[row.table] ?? 0) - row.width)
      for gap in row.gaps + [end] { fill(gap, of: row, in: &tree) }
    }
  }

  /// Adds empty cells for columns that no cell covers: one for each, or ones with spans if they are many, so that a
  /// wide table does not take memory for each column of each row.
  private static func fill(_ gap: Int, of row: Row, in tree: inout StructureTree) {
    let span = gap > mostCells ? widest : 1
    for start in stride(from: 0, to: gap, by: span) where tree.elements.count < mostElements {
      var cell = StructureTree.Element(type: .cell, parent: UInt32(row.element), order: .max, attributes: [:])
      cell.isKept = true
      let columns = min(span, gap - start)
      if columns > 1 {
        cell.attributes["A"] = .dictionary(["O": .name("Table"), "ColSpan": .integer(columns)])
      }
      tree.elements.append(cell)
    }
  }

  /// The most columns that a cell spans, as in HTML.
  private static let widest = 1000
  private static let mostCells = 16
  /// A table with more gaps is not completed.
  private static let mostElements = 20_000_000

  /// The rows with cells on the pages, those of a group one after another.
  private static func rows(of tree: StructureTree, _ structure: DocumentStructure) -> [Row] {
    var rows: [Row] = []
    /// One more than the index in `rows`, or 0, by element.
    var rowOfElement = ContiguousArray<UInt32>(repeating: 0, count: tree.elements.count)
    for index in tree.elements.indices where tree.elements[index].isKept {
      let parent = Int(tree.elements[index].parent)
      guard tree.elements[parent].type == .row else { continue }
      if rowOfElement[parent] == 0 {
        let group = tree.elements[parent].parent
        let isTable = tree.elements[Int(group)].type == .table
        rows.append(Row(element: parent, group: group, table: Int(isTable ? group : tree.elements[Int(group)].parent)))
        rowOfElement[parent] = UInt32(rows.count)
      }
      let row = Int(rowOfElement[parent]) - 1
      var cell = Cell(element: index, columns: 1, rows: 1)
      let node = structure.elements[index].node
      if structure.document.hasAttributes(node) {
        cell.columns = span(structure.document.attribute(node, .colspan), 1...widest)
        cell.rows = span(structure.document.attribute(node, .rowspan), 0...65_534)
      }
      rows[row].cells.append(cell)
      if cell.columns != 1 || cell.rows != 1 { rows[row].hasSpans = true }
    }
    // Rows of nested tables lie between those of the outer one.
    let isSorted = rows.indices.dropFirst().allSatisfy { rows[$0 - 1].group <= rows[$0].group }
    return isSorted
      ? rows : rows.enumerated().sorted { ($0.element.group, $0.offset) < ($1.element.group, $1.offset) }.map(\.element)
  }

  private static func span(_ text: String?, _ range: ClosedRange<Int>) -> Int {
    guard let number = text.flatMap({ Int($0) }), number >= range.lowerBound else { return 1 }
    return min(number, range.upperBound)
  }

  /// Places the cells of one row group on its grid, and shortens row spans to its end.
  private static func place(_ rows: inout ArraySlice<Row>) {
    /// The number of further rows that a cell covers, by column.
    var open: [Int] = []
    for index in rows.indices {
      if !rows[index].hasSpans, !open.contains(where: { $0 > 0 }) {
        rows[index].width = rows[index].cells.count
        open.removeAll(keepingCapacity: true)
        continue
      }
      let left = rows.endIndex - index
      var covered = open.map { $0 > 0 }
      var next = open.map { max(0, $0 - 1) }
      var column = 0
      for cell in rows[index].cells.indices {
        while column < covered.count, covered[column] { column += 1 }
        let stated = rows[index].cells[cell].rows
        let height = stated == 0 ? left : min(stated, left)
        var width = 0
        while width < rows[index].cells[cell].columns, column >= covered.count || !covered[column] {
          if column == covered.count {
            covered.append(false)
            next.append(0)
          }
          covered[column] = true
          next[column] = height - 1
          column += 1
          width += 1
        }
        rows[index].cells[cell].rows = height
        rows[index].cells[cell].columns = max(1, width)
      }
      rows[index].width = covered.count
      rows[index].gaps = covered.split(separator: true).map(\.count)
      open = next
    }
  }

  private static func setSpans(of cell: Cell, in tree: inout StructureTree) {
    guard cell.rows > 1 || cell.columns > 1 else { return }
    var attributes = tree.elements[cell.element].attributes["A"].dictionary ?? ["O": .name("Table")]
    if cell.rows > 1 { attributes["RowSpan"] = .integer(cell.rows) }
    if cell.columns > 1 { attributes["ColSpan"] = .integer(cell.columns) }
    tree.elements[cell.element].attributes["A"] = .dictionary(attributes)
  }
}
