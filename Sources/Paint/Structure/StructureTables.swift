import Markup
import PDF

/// Makes the tables of a structure tree regular, as PDF/UA requires (ISO 14289-1, 7.5; ISO 32000-1, 14.8.4.3.4): all rows
/// have the same number of columns, and no cell spans rows or columns that are not there.
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
    /// By column, whether a cell covers it.
    var covered: [Bool] = []
  }

  static func complete(_ tree: inout StructureTree, _ structure: DocumentStructure) {
    var rows = rows(of: tree, structure)
    guard !rows.isEmpty else { return }
    var columns: [Int: Int] = [:]
    var start = 0
    while start < rows.count {
      var end = start
      while end < rows.count, rows[end].group == rows[start].group { end += 1 }
      place(&rows[start..<end])
      let width = rows[start..<end].map(\.covered.count).max() ?? 0
      columns[rows[start].table] = max(columns[rows[start].table] ?? 0, width)
      start = end
    }
    for row in rows {
      for cell in row.cells { setSpans(of: cell, in: &tree) }
      let missing = (0..<(columns[row.table] ?? 0)).count { $0 >= row.covered.count || !row.covered[$0] }
      for _ in 0..<missing {
        var cell = StructureTree.Element(type: .cell, parent: UInt32(row.element), order: .max, attributes: [:])
        cell.isKept = true
        tree.elements.append(cell)
      }
    }
  }

  /// The rows with cells on the pages, those of a group one after another.
  private static func rows(of tree: StructureTree, _ structure: DocumentStructure) -> [Row] {
    var rows: [Row] = []
    var rowOfElement: [Int: Int] = [:]
    for (index, element) in tree.elements.enumerated() where element.isKept {
      let parent = Int(element.parent)
      guard tree.elements[parent].type == .row else { continue }
      if rowOfElement[parent] == nil {
        rowOfElement[parent] = rows.count
        let group = tree.elements[parent].parent
        let isTable = tree.elements[Int(group)].type == .table
        rows.append(Row(element: parent, group: group, table: Int(isTable ? group : tree.elements[Int(group)].parent)))
      }
      let node = structure.elements[index].node
      let cell = Cell(
        element: index, columns: span(structure.document.attribute(node, .colspan), 1...1000),
        rows: span(structure.document.attribute(node, .rowspan), 0...65_534))
      if let row = rowOfElement[parent] { rows[row].cells.append(cell) }
    }
    // Rows of nested tables lie between those of the outer one.
    return rows.enumerated().sorted { ($0.element.group, $0.offset) < ($1.element.group, $1.offset) }.map(\.element)
  }

  private static func span(_ text: String?, _ range: ClosedRange<Int>) -> Int {
    guard let number = text.flatMap({ Int($0) }), number >= range.lowerBound else { return 1 }
    return min(number, range.upperBound)
  }

  /// Places the cells of one row group on its grid, and shortens row spans to its end.
  private static func place(_ rows: inout ArraySlice<Row>) {
    /// By column, the number of further rows that a cell above covers.
    var open: [Int] = []
    for index in rows.indices {
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
      rows[index].covered = covered
      open = next
    }
  }

  private static func setSpans(of cell: Cell, in tree: inout StructureTree) {
    var attributes = tree.elements[cell.element].attributes["A"].dictionary ?? ["O": .name("Table")]
    attributes["RowSpan"] = cell.rows > 1 ? .integer(cell.rows) : .null
    attributes["ColSpan"] = cell.columns > 1 ? .integer(cell.columns) : .null
    tree.elements[cell.element].attributes["A"] = attributes.entries.count > 1 ? .dictionary(attributes) : .null
  }
}
