import CLibPQ
import Glibc

extension Wire {
  func prepare(_ statement: Statement, as name: String) throws {
    // It locks the tables of the statement too.
    _ = try run(statement, cancellable: true) { PQsendPrepare(handle, name, statement.sql, 0, nil) }
  }

  func run(prepared name: String, _ statement: Statement, _ parameters: EncodedParameters, cancellable: Bool) throws
    -> ResultHandle
  {
    try run(statement, cancellable: cancellable) {
      parameters.withPointers { PQsendQueryPrepared(handle, name, $0, $1, nil, nil, 0) }
    }
  }

  func run(_ statement: Statement, _ parameters: EncodedParameters, cancellable: Bool) throws -> ResultHandle {
    try run(statement, cancellable: cancellable) {
      parameters.withPointers { PQsendQueryParams(handle, statement.sql, $0, nil, $1, nil, nil, 0) }
    }
  }

  /// Sends a statement by `call` and waits for its result. Outside of a transaction it gets the limit for locks.
  private func run(_ statement: Statement, cancellable: Bool, _ call: () -> Int32) throws -> ResultHandle {
    guard let limit = lockTimeout, transactionState == .idle, !isBroken else {
      try send(statement, call)
      return try collect(statement, cancellable: cancellable)
    }
    // The statements of a pipeline are one transaction, in which the setting is local, and take one round trip.
    let setting = "select set_config('lock_timeout', '\(limit.wholeMilliseconds)', true)"
    guard PQenterPipelineMode(handle) == 1 else { throw broken(lastMessage, statement) }
    defer { if PQexitPipelineMode(handle) == 0 { isBroken = true } }
    try send(statement) {
      guard PQsendQueryParams(handle, setting, 0, nil, nil, nil, nil, 0) == 1, call() == 1 else { return 0 }
      return PQpipelineSync(handle)
    }
    return try collect(statement, cancellable: cancellable)
  }

  /// Begins a transaction with the limit for locks, whatever the database's defaults are.
  func begin() throws {
    let limit = lockTimeout.map { "; set local lock_timeout to \($0.wholeMilliseconds)" } ?? ""
    _ = try run(script: "begin isolation level read committed\(limit)")
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
      case PGRES_PIPELINE_ABORTED: continue
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

  /// - Returns: the next result; nil after the last one.
  private func next(_ statement: Statement, cancellable: Bool) throws -> ResultHandle? {
    while true {
      let result = try received(statement, cancellable: cancellable)
      guard PQpipelineStatus(handle) != PQ_PIPELINE_OFF else { return result }
      // Each statement of a pipeline ends with nil, and all of them with a result of its own.
      if result?.status == PGRES_PIPELINE_SYNC || result == nil && PQstatus(handle) == CONNECTION_BAD { return nil }
      if let result { return result }
    }
  }

  private func received(_ statement: Statement, cancellable: Bool) throws -> ResultHandle? {
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
