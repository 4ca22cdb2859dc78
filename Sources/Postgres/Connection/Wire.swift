import CLibPQ
import Glibc
import OperatingSystem

/// One libpq connection in non-blocking mode, used by one thread, which waits in `poll`. Not thread-safe.
///
/// The order of libpq calls is: send, flush, wait, consume input, is busy, get result (libpq, "Asynchronous Command
/// Processing").
final class Wire {
  /// The connection was closed while it was idle. Nothing has been sent, so the call can be repeated on another
  /// connection.
  struct Stale: Error {}

  let handle: OpaquePointer
  /// Raised when the waiting task is cancelled.
  private let interrupt: Interrupt
  /// The time limit for locks of each statement and transaction, not of the session: poolers give server connections to
  /// other clients.
  let lockTimeout: Duration?
  var isBroken = false
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
    lockTimeout = configuration.lockTimeout
    PQsetNoticeReceiver(
      handle,
      { context, result in
        guard let context, let result else { return }
        Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().append(result)
      }, Unmanaged.passUnretained(notices).toOpaque())
    try finishConnecting(within: configuration.connectTimeout)
    guard PQsetnonblocking(handle, 1) == 0 else { throw broken("connection cannot be made non-blocking", nil) }
    // Makes the text form of dates and times, and of arrays and strings, independent of the settings of the server, the
    // database and the login. Poolers preserve the first three; the others are the same for every client of Pressrun.
    _ = try run(
      script: "set datestyle to 'ISO, YMD'; set timezone to 'UTC'; set standard_conforming_strings to on"
        + "; set array_nulls to on")
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

  /// The message of the last error. libpq's messages about connections have several lines, some with tabs.
  var lastMessage: String {
    String(cString: PQerrorMessage(handle)).split(separator: "\n").map { String($0).trimmed }.joined(separator: " ")
  }

  // MARK: Waiting

  enum Wait { case ready, interrupted, timedOut }

  func wait(for events: Int16, until deadline: ContinuousClock.Instant? = nil) throws -> Wait {
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
  func broken(_ message: String, _ statement: Statement?) -> PostgresError {
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
}
