/// The rows a statement returned.
public struct Rows: Sendable, RandomAccessCollection {
  private let result: ResultHandle?
  public let startIndex = 0
  public let endIndex: Int

  init(_ result: ResultHandle?) {
    self.result = result
    endIndex = result?.rowCount ?? 0
  }

  /// The column names, in order.
  public var columns: [String] {
    guard let result else { return [] }
    return (0..<result.columnCount).map(result.columnName)
  }

  /// A row. The position must be within bounds.
  public subscript(position: Int) -> Row {
    precondition(position >= 0 && position < endIndex, "row out of range")
    return Row(result: result, index: position)
  }

  /// The number of rows that an INSERT, UPDATE, DELETE or COPY changed.
  public var affected: Int { result?.affected ?? 0 }

  /// The only row.
  /// - Throws: `PostgresError` if there is not exactly one.
  public func single() throws(PostgresError) -> Row {
    guard count == 1 else { throw PostgresError(code: .undecodable, message: "expected one row and got \(count)") }
    return self[0]
  }
}

/// One row of a result.
public struct Row: Sendable {
  fileprivate let result: ResultHandle?
  fileprivate let index: Int

  /// Decodes a column by its name. Optional types take null.
  public func decode<T: ColumnDecodable>(_ column: String, as type: T.Type = T.self) throws(PostgresError) -> T {
    guard let number = result?.column(named: column) else {
      throw PostgresError(code: .undecodable, message: "the answer has no column \"\(column)\"")
    }
    return try decode(number, as: type)
  }

  /// Decodes a column by its position, from 0, which is faster than by name.
  public func decode<T: ColumnDecodable>(_ column: Int, as type: T.Type = T.self) throws(PostgresError) -> T {
    guard let result, column >= 0, column < result.columnCount else {
      throw PostgresError(code: .undecodable, message: "the answer has no column \(column)")
    }
    guard let value = result.withValue(row: index, column: column, { T.decode(column: $0) }) else {
      throw PostgresError(
        code: .undecodable, message: "column \"\(result.columnName(column))\" cannot be read as \(T.self)")
    }
    return value
  }
}
