import Markup

/// The attributes of a table, its rows and its cells: those of the innermost element apply. They are read once for each
/// element.
struct MathTableAttributes {
  private var table: [String: [String]] = [:]
  private var row: [String: [String]] = [:]

  private static let names = [
    "align", "columnalign", "rowalign", "columnlines", "rowlines", "frame", "columnspacing", "rowspacing",
    "framespacing",
  ]

  init(document: Document, table element: NodeID) { table = Self.read(Self.names, of: element, document) }

  /// Reads those of the row whose cells follow.
  mutating func beginRow(_ element: NodeID, _ document: Document) {
    row = Self.read(["columnalign", "rowalign"], of: element, document)
  }

  private static func read(_ names: [String], of element: NodeID, _ document: Document) -> [String: [String]] {
    var values: [String: [String]] = [:]
    for name in names { if let text = document.attribute(element, name) { values[name] = words(text) } }
    return values
  }

  /// The values of an attribute of the table, one for each row or column.
  subscript(name: String) -> [String] { table[name] ?? [] }

  /// The value of the table for a row or column; the last one is repeated.
  func value(_ name: String, _ index: Int) -> String? { Self.value(self[name], index) }

  /// The alignment of a cell in its column: its own, that of its row for the column, or that of the table.
  func columnAlign(of cell: NodeID, column: Int, _ document: Document) -> String? {
    document.attribute(cell, "columnalign").map { $0.trimmed.lowercased() }
      ?? Self.value(row["columnalign"] ?? [], column) ?? value("columnalign", column)
  }

  func rowAlign(of cell: NodeID, row index: Int, _ document: Document) -> String? {
    document.attribute(cell, "rowalign").map { $0.trimmed.lowercased() } ?? row["rowalign"]?.first
      ?? value("rowalign", index)
  }

  private static func value(_ values: [String], _ index: Int) -> String? {
    values.isEmpty ? nil : values[min(index, values.count - 1)]
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split(maxSplits: 1000) { $0 == " " || $0 == "\t" || $0 == "\n" }.map(String.init)
  }
}
