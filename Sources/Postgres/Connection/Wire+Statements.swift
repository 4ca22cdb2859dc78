import CLibPQ
import Glibc

extension Wire {
  func prepare(_ statement: Statement, as name: String) throws {
    try send(statement) { PQsendPrepare(handle, name, statement.sql, 0, nil) }
    _ = try collect(statement)
  }

  func run(prepared name: String, _ statement: Statement, _ parameters: EncodedParameters, cancellable: Bool) throws
    -> ResultHandle
  {
    try send(statement) {
      parameters.withPointers { PQsendQueryPrepared(handle, name, $0, $1, nil, nil, 0) }
    }
    return try collect(statement, cancellable: cancellable)
  }

  func run(_ statement: Statement, _ parameters: EncodedParameters, cancellable: Bool) throws -> ResultHandle {
    try send(statement) {
      parameters.withPointers { PQsendQueryParams(handle, statement.sql, $0, nil, $1, nil, nil, 0) }
    }
    return try collect(statement, cancellable: cancellable)
  }

  /// Runs several statements without parameters by the simple protocol.
  func run(script: String, name: String? = nil, cancellable: Bool = true) throws -> ResultHandle {
    let statement = Statement(script, name: name)
    guard !script.utf8.contains(0) else {
      throw PostgresError(code: .invalidParameter, message: "the script holds a NUL character", statement: name)
    }
    try send(statement) { PQsendQuery(handle, script) }
    return try collect(statement, cancellable: cancellable)
  }

  func send(_ statement: Statement, _ call: () -> Int32) throws {
    guard !isBroken else { throw Stale() }
    guard call() == 1 else {
      if PQstatus(handle) == CONNECTION_BAD { throw broken(lastMessage, statement) }
      throw PostgresError(code: .statementFailed, message: lastMessage, statement: statement.place)
    }
    try flush(statement)
  }

  /// Sends the data that libpq has buffered. Also reads meanwhile, because a server may wait for its output to be read.
  func flush(_ statement: Statement) throws {
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1:
        if try wait(for: Int16(POLLIN | POLLOUT)) == .ready, PQconsumeInput(handle) == 0 {
          throw broken(lastMessage, statement)
        }
      default: throw broken(lastMessage, statement)
      }
    }
  }

  /// Waits for the results of the statements that were sent.
  /// - Returns: the last result.
  /// - Throws: the first error among the results.
  func collect(_ statement: Statement, cancellable: Bool = true, isCopy: Bool = false) throws -> ResultHandle {
    var last: ResultHandle?
    var failure: PostgresError?
    while let result = try next(statement, cancellable: cancellable) {
      switch result.status {
      case PGRES_FATAL_ERROR, PGRES_NONFATAL_ERROR, PGRES_BAD_RESPONSE:
        failure = failure ?? result.error(in: statement)
      case PGRES_COPY_IN where isCopy:
        return result
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
        // The remaining statements cannot be run on this connection any more.
        isBroken = true
        throw PostgresError(
          code: .invalidParameter, message: "COPY must be run by `copy`", statement: statement.place)
      default:
        last = result
      }
    }
    if PQstatus(handle) == CONNECTION_BAD { throw broken(failure?.message ?? lastMessage, statement) }
    if let failure {
      // A session stays read-only when the database is writable again.
      if failure.isReadOnly { isBroken = true }
      throw failure.sqlState == "57014" && cancellable && Task.isCancelled
        ? PostgresError(code: .cancelled, message: "the statement was cancelled", statement: statement.place) : failure
    }
    guard let last else { throw broken("the server sent no result", statement) }
    return last
  }

  private func next(_ statement: Statement, cancellable: Bool) throws -> ResultHandle? {
    var request: CancelRequest?
    while PQisBusy(handle) == 1 {
      if cancellable, request == nil, Task.isCancelled { request = CancelRequest(on: handle) }
      switch try wait(for: Int16(POLLIN), until: request?.deadline) {
      case .ready:
        if PQconsumeInput(handle) == 0 { throw broken(lastMessage, statement) }
      case .interrupted:
        continue
      case .timedOut:
        throw broken("the server did not obey a cancellation", statement)
      }
    }
    if let request, !request.wait() { throw broken("the server did not answer a request to cancel", statement) }
    return PQgetResult(handle).map(ResultHandle.init)
  }
}
