import CLibPQ

extension Wire {
  /// Sends rows by `COPY … FROM STDIN`.
  /// - Returns: the number of rows stored.
  func copy(_ statement: Statement, _ chunks: some Sequence<[UInt8]>) throws -> Int {
    try send(statement) { PQsendQuery(handle, statement.sql) }
    guard try collect(statement, isCopy: true).status == PGRES_COPY_IN else {
      throw PostgresError(code: .invalidParameter, message: "not a COPY FROM STDIN", statement: statement.place)
    }
    for chunk in chunks where !chunk.isEmpty {
      if Task.isCancelled {
        try end(copy: statement, error: "cancelled")
        break
      }
      try chunk.withUnsafeBytes { bytes in
        // libpq takes 32-bit lengths.
        var rest = UnsafeRawBufferPointer(bytes)[...]
        while !rest.isEmpty {
          let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
          guard let base = piece.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
          try put(statement) { PQputCopyData(handle, base, Int32(piece.count)) }
          rest = rest.dropFirst(piece.count)
        }
      }
    }
    if !Task.isCancelled { try end(copy: statement, error: nil) }
    do {
      return try collect(statement).affected
    } catch let error as PostgresError where Task.isCancelled && error.code == .statementFailed {
      throw PostgresError(code: .cancelled, message: "the COPY was cancelled", statement: statement.place)
    }
  }

  private func end(copy statement: Statement, error: String?) throws {
    try put(statement) { PQputCopyEnd(handle, error) }
    try flush(statement)
  }

  /// Repeats a call that returns 0 while the buffer is full.
  private func put(_ statement: Statement, _ call: () -> Int32) throws {
    while true {
      switch call() {
      case 1: return
      case 0: try flush(statement)
      default: throw broken(lastMessage, statement)
      }
    }
  }
}
