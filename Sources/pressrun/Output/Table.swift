import Glibc

/// Text in aligned columns.
struct Table {
  enum Alignment { case left, right }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  init(_ columns: (String, Alignment)...) { self.columns = columns.map { (title: $0.0, alignment: $0.1) } }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds one cell per column. Control characters are replaced, because cells may contain untrusted text.
  mutating func add(_ cells: String...) { rows.append(cells.map(Table.printable)) }

  /// The title row and the rows, each with a line feed.
  var text: String {
    let all = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = columns.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return columns[column].alignment == .left ? row[column] + padding : padding + row[column]
      }
      let line = cells.joined(separator: "  ")
      return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)]) + "\n"
    }.joined()
  }

  static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
