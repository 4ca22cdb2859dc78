import CLibPQ

/// Owns a `PGresult`.
///
/// Unchecked: libpq never writes to a result after it was returned, and reading it is safe from any thread
/// (libpq, "Behavior in Threaded Programs"); the pointer is private and freed once, by the last owner.
final class ResultHandle: @unchecked Sendable {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var status: ExecStatusType { PQresultStatus(pointer) }
  var rowCount: Int { Int(PQntuples(pointer)) }
  var columnCount: Int { Int(PQnfields(pointer)) }
  var affected: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

  func columnName(_ column: Int) -> String { PQfname(pointer, Int32(column)).map { String(cString: $0) } ?? "" }

  func column(named name: String) -> Int? {
    // libpq's PQfnumber would fold the case of the name.
    (0..<columnCount).first { PQfname(pointer, Int32($0)).map { String(cString: $0) == name } ?? false }
  }

  /// Calls `body` with the value's text, nil for null.
  func withValue<T>(row: Int, column: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> T) -> T {
    let (row, column) = (Int32(row), Int32(column))
    guard PQgetisnull(pointer, row, column) == 0, let value = PQgetvalue(pointer, row, column) else { return body(nil) }
    let count = Int(PQgetlength(pointer, row, column))
    return value.withMemoryRebound(to: UInt8.self, capacity: count) {
      body(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// The error that the result represents.
  func error(in statement: Statement?) -> PostgresError {
    func field(_ code: Int32) -> String? { PQresultErrorField(pointer, code).map { String(cString: $0) } }
    return PostgresError(
      code: .statementFailed,
      message: field(Int32(UInt8(ascii: "M"))) ?? String(cString: PQresultErrorMessage(pointer)).trimmed,
      sqlState: field(Int32(UInt8(ascii: "C"))), detail: field(Int32(UInt8(ascii: "D"))),
      hint: field(Int32(UInt8(ascii: "H"))), statement: statement?.place)
  }
}

extension String {
  var trimmed: String {
    var rest = self[...]
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest.drop { $0.isWhitespace })
  }
}
