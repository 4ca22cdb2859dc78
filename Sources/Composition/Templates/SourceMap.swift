import Diagnostics

/// Maps the parts of a composed document to the lines of a template's files.
///
/// A template that is compiled with origins has marks in its text, which Mustache copies. They are removed from the
/// result, and their positions make this map. A mark is U+FDD0, four decimal numbers, U+FDD1; both are noncharacters,
/// which documents do not contain (Unicode 16, 23.7).
package struct SourceMap: Sendable {
  /// The start of a piece of the composed document.
  private struct Piece {
    /// The position in the composed document, from 1; columns in bytes.
    var line, column: Int
    var origin: SourceLocation
    /// Whether the piece is the value of a tag; otherwise it is text of the template.
    var isValue: Bool
  }

  private var pieces: [Piece] = []

  /// The position in a template's file from which a position in the composed document was generated: the same text for
  /// text of the template, the tag for a value. Returns nil if unknown.
  /// - Parameters:
  ///   - line: from 1.
  ///   - column: in bytes, from 1; 0 for the line.
  package func origin(line: Int, column: Int) -> SourceLocation? {
    var (low, high) = (0, pieces.count)
    // Without a column, the first piece of the line is returned.
    let column = column == 0 ? pieces.first { $0.line == line }?.column ?? 1 : column
    while low < high {
      let middle = (low + high) / 2
      if (pieces[middle].line, pieces[middle].column) <= (line, column) { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let piece = pieces[low - 1]
    var origin = piece.origin
    if !piece.isValue {
      // Lines of text without marks are blank.
      guard piece.line == line else { return origin }
      origin.column += column - piece.column
    }
    return origin
  }

  static let markStart: [UInt8] = [0xEF, 0xB7, 0x90]
  static let markEnd: [UInt8] = [0xEF, 0xB7, 0x91]

  /// The mark of a position in a file.
  static func mark(file: Int, line: Int, column: Int, isValue: Bool) -> [UInt8] {
    markStart + Array("\(file),\(line),\(column),\(isValue ? 1 : 0)".utf8) + markEnd
  }

  /// Removes the marks from a composed document.
  /// - Parameter files: the names of the files that the marks refer to.
  static func removingMarks(_ bytes: [UInt8], files: [String]) -> ([UInt8], SourceMap) {
    var map = SourceMap()
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var (line, lineStart) = (1, 0)
    var position = 0
    while position < bytes.count {
      if bytes[position] == markStart[0], let (numbers, end) = numbers(of: bytes, at: position),
        files.indices.contains(numbers[0])
      {
        map.pieces.append(
          Piece(
            line: line, column: out.count - lineStart + 1,
            origin: SourceLocation(source: files[numbers[0]], line: numbers[1], column: numbers[2]),
            isValue: numbers[3] == 1))
        position = end
        continue
      }
      out.append(bytes[position])
      if bytes[position] == 0x0A { (line, lineStart) = (line + 1, out.count) }
      position += 1
    }
    return (out, map)
  }

  /// The numbers of the mark at a position, and its end; nil if there is none.
  private static func numbers(of bytes: [UInt8], at position: Int) -> (numbers: [Int], end: Int)? {
    let limit = min(bytes.count, position + 64)
    guard bytes[position..<limit].starts(with: markStart) else { return nil }
    var end = position + markStart.count
    while end < limit, bytes[end] != markEnd[0] { end += 1 }
    guard bytes[end..<limit].starts(with: markEnd) else { return nil }
    let numbers = String(decoding: bytes[position + markStart.count..<end], as: UTF8.self).split(separator: ",").map {
      Int($0)
    }
    guard numbers.count == 4, !numbers.contains(nil) else { return nil }
    return (numbers.compactMap(\.self), end + markEnd.count)
  }
}
