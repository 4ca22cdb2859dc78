/// The rows a statement returned.
package struct Rows: Sendable, RandomAccessCollection {
  package var columns: [String] { [] }
  package var startIndex: Int { 0 }
  package var endIndex: Int { 0 }
  package subscript(position: Int) -> Row { Row() }
  /// The number of rows that an INSERT, UPDATE or DELETE changed.
  package var affected: Int { 0 }
}

/// One row of the answer.
package struct Row: Sendable {
  /// Decodes a column by name. Optional types take null.
  package func decode<T: ColumnDecodable>(_ column: String, as type: T.Type = T.self) throws(PostgresError) -> T {
    throw PostgresError(code: .undecodable, message: "")
  }
  package func decode<T: ColumnDecodable>(_ column: Int, as type: T.Type = T.self) throws(PostgresError) -> T {
    throw PostgresError(code: .undecodable, message: "")
  }
}

/// A type that a column's text form can be read as: `Int`, `Int64`, `Double`, `Bool`, `String`, `[UInt8]` (the text's
/// UTF-8), `Date`, `[Int64]`, `[String]`, and optionals of these.
package protocol ColumnDecodable: Sendable {}
