/// A position in the input of a job: a file, a style sheet, a JSON path, or the document itself.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// A file name, a style sheet's address, a JSON path such as `$.items[3].price`, or `page 3`; empty for the document
  /// itself.
  package var source: String
  /// Line, counted from 1; 0 if unknown.
  package var line: Int
  /// Column in bytes, counted from 1; 0 if unknown.
  package var column: Int

  package init(source: String = "", line: Int = 0, column: Int = 0) {
    self.source = source
    self.line = line
    self.column = column
  }

  /// `note.css:3:14`, `line 3:14`, `$.items[3].price`, or empty.
  package var description: String {
    guard line > 0 else { return source }
    let start = source.isEmpty ? "line \(line)" : "\(source):\(line)"
    return column > 0 ? "\(start):\(column)" : start
  }
}
