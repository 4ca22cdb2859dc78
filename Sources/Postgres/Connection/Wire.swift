import CLibPQ
import Glibc
import System

/// One libpq connection in non-blocking mode, used by one thread, which waits in `poll`. Not thread-safe.
///
/// The order of libpq calls is: send, flush, wait, consume input, is busy, get result (libpq, "Asynchronous Command
/// Processing").
final class Wire {
  /// The connection was closed while it was idle. Nothing has been sent, so the call can be repeated on another connection.
  struct Stale: Error {}

  private let handle: OpaquePointer
  /// Raised when the waiting task is cancelled.
  private let interrupt: Interrupt
  /// Time limit for the server to obey a cancellation.
  private let cancelGrace: Duration = .seconds(10)
  private(set) var isBroken = false
  /// Referenced by libpq, so it must live as long as the handle.
  let notices = Notices()

  init(connecting configuration: DatabaseConfiguration, interrupt: Interrupt) throws {
    try configuration.validate()
    let settings: [(String, String)] = [
      ("fallback_application_name", configuration.applicationName),
      // Detect a lost peer within a minute. The URL may set other values.
      ("keepalives_idle", "20"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "30000"),
      ("dbname", configuration.url),
      ("client_encoding", "UTF8"),
    ]
    let keys = settings.map { strdup($0.0) } + [nil]
    let values = settings.map { strdup($0.1) } + [nil]
    defer { for pointer in keys + values { free(pointer) } }
    let handle = keys.map { UnsafePointer($0) }.withUnsafeBufferPointer { keys in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        PQconnectStartParams(keys.baseAddress, values.baseAddress, 1)
      }
    }
    guard let handle else { throw PostgresError(code: .connectionFailed, message: "no memory for a connection") }
    self.handle = handle
    self.interrupt = interrupt
    PQsetNoticeReceiver(
      handle,
      { context, result in
        guard let context, let result else { return }
        Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().append(result)
      }, Unmanaged.passUnretained(notices).toOpaque())
    try finishConnecting(within: configuration.connectTimeout)
    guard PQsetnonblocking(handle, 1) == 0 else { throw broken("connection cannot be made non-blocking", nil) }
    // Makes the text form of dates and times independent of the server's settings. Poolers preserve these three settings.
    _ = try run(script: "set datestyle to 'ISO, YMD'; set timezone to 'UTC'; set standard_conforming_strings to on")
  }

  deinit { PQfinish(handle) }

  // MARK: Connecting

  private func finishConnecting(within limit: Duration) throws {
    let deadline = ContinuousClock.now + limit
    var events = Int16(POLLOUT)
    while true {
      guard PQstatus(handle) != CONNECTION_BAD else { break }
      let state = try wait(for: events, until: deadline)
      if state == .timedOut {
        throw PostgresError(code: .connectionFailed, message: "no answer from \(place) within \(limit)")
      }
      if state == .interrupted, Task.isCancelled {
        throw PostgresError(code: .cancelled, message: "cancelled while connecting")
      }
      guard state == .ready else { continue }
      switch PQconnectPoll(handle) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: events = Int16(POLLIN)
      case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
      default: events = 0
      }
      if events == 0 { break }
    }
    throw PostgresError(code: .connectionFailed, message: "cannot connect to \(place): \(lastMessage)")
  }

  /// Database, host and port for errors, without the password.
  private var place: String {
    let host = PQhost(handle).map { String(cString: $0) } ?? ""
    let port = PQport(handle).map { String(cString: $0) } ?? ""
    let database = PQdb(handle).map { String(cString: $0) } ?? ""
    return "database \"\(database)\" at \(host.isEmpty ? "the default socket" : host):\(port)"
  }

  private var lastMessage: String { String(cString: PQerrorMessage(handle)).trimmed }

  // MARK: Waiting

  private enum Wait { case ready, interrupted, timedOut }

  private func wait(for events: Int16, until deadline: ContinuousClock.Instant? = nil) throws -> Wait {
    let socket = PQsocket(handle)
    guard socket >= 0 else { throw broken(lastMessage, nil) }
    var entries = [
      pollfd(fd: socket, events: events, revents: 0),
      pollfd(fd: interrupt.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let timeout = deadline.map { max(.zero, $0 - .now).wholeMilliseconds } ?? -1
    let count = poll(&entries, 2, timeout)
    if count < 0 {
      if errno == EINTR { return .interrupted }
      throw broken("poll: \(String(cString: strerror(errno)))", nil)
    }
    if entries[1].revents != 0 {
      interrupt.clear()
      return .interrupted
    }
    return count == 0 ? .timedOut : .ready
  }

  /// Marks the connection as unusable.
  /// - Returns: the error to throw.
  private func broken(_ message: String, _ statement: Statement?) -> PostgresError {
    isBroken = true
    return PostgresError(
      code: .connectionLost, message: message.isEmpty ? "the connection broke" : message, statement: statement?.place)
  }

  /// Checks that the idle connection is open, and reads messages that the server has sent meanwhile.
  /// - Throws: `Stale` if it is closed.
  func checkStillOpen() throws {
    var entry = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
    guard !isBroken, entry.fd >= 0 else { throw Stale() }
    while poll(&entry, 1, 0) != 0 {
      // A server that shuts down sends a notice before it closes the connection.
      if PQconsumeInput(handle) == 1, PQisBusy(handle) == 0, PQstatus(handle) == CONNECTION_OK, !notices.sawFatal {
        continue
      }
      isBroken = true
      throw Stale()
    }
  }

  enum TransactionState { case idle, open, failed, unknown }
  var transactionState: TransactionState {
    switch PQtransactionStatus(handle) {
    case PQTRANS_IDLE: .idle
    case PQTRANS_INTRANS: .open
    case PQTRANS_INERROR: .failed
    default: .unknown
    }
  }

  // MARK: Statements

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

  private func send(_ statement: Statement, _ call: () -> Int32) throws {
    guard !isBroken else { throw Stale() }
    guard call() == 1 else {
      if PQstatus(handle) == CONNECTION_BAD { throw broken(lastMessage, statement) }
      throw PostgresError(code: .statementFailed, message: lastMessage, statement: statement.place)
    }
    try flush(statement)
  }

  /// Sends the data that libpq has buffered. Also reads meanwhile, because a server may wait for its output to be read.
  private func flush(_ statement: Statement) throws {
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
  private func collect(_ statement: Statement, cancellable: Bool = true, isCopy: Bool = false) throws -> ResultHandle {
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
          code: .invalidParameter, message: "COPY needs a call of its own", statement: statement.place)
      default:
        last = result
      }
    }
    if PQstatus(handle) == CONNECTION_BAD { throw broken(failure?.message ?? lastMessage, statement) }
    if let failure {
      throw failure.sqlState == "57014" && cancellable && Task.isCancelled
        ? PostgresError(code: .cancelled, message: "the statement was cancelled", statement: statement.place) : failure
    }
    guard let last else { throw broken("the server sent no result", statement) }
    return last
  }

  private func next(_ statement: Statement, cancellable: Bool) throws -> ResultHandle? {
    var deadline: ContinuousClock.Instant?
    while PQisBusy(handle) == 1 {
      if cancellable, deadline == nil, Task.isCancelled {
        requestCancel()
        deadline = .now + cancelGrace
      }
      switch try wait(for: Int16(POLLIN), until: deadline) {
      case .ready:
        if PQconsumeInput(handle) == 0 { throw broken(lastMessage, statement) }
      case .interrupted:
        continue
      case .timedOut:
        throw broken("the server did not obey a cancellation", statement)
      }
    }
    return PQgetResult(handle).map(ResultHandle.init)
  }

  private func requestCancel() {
    guard let cancel = PQgetCancel(handle) else { return }
    defer { PQfreeCancel(cancel) }
    var message = [CChar](repeating: 0, count: 256)
    // If this fails, the wait ends after the grace period.
    PQcancel(cancel, &message, Int32(message.count))
  }

  // MARK: COPY

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

  // MARK: Notifications

  /// Waits for notifications or the interrupt.
  /// - Returns: the notifications; empty after an interrupt.
  func notifications() throws -> [Notification] {
    while true {
      var received: [Notification] = []
      while let notify = PQnotifies(handle) {
        received.append(
          .message(channel: String(cString: notify.pointee.relname), payload: String(cString: notify.pointee.extra)))
        PQfreemem(notify)
      }
      guard received.isEmpty else { return received }
      switch try wait(for: Int16(POLLIN)) {
      case .ready:
        if PQconsumeInput(handle) == 0 || PQstatus(handle) == CONNECTION_BAD { throw broken(lastMessage, nil) }
      case .interrupted, .timedOut:
        return []
      }
    }
  }

  /// Quotes a name such as a channel's.
  func quoted(_ name: String) throws -> String {
    guard let text = PQescapeIdentifier(handle, name, name.utf8.count) else {
      throw PostgresError(code: .invalidParameter, message: "not a name: \(name)")
    }
    defer { PQfreemem(text) }
    return String(cString: text)
  }
}
