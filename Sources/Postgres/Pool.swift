import Synchronization

/// A limited number of connections, lent to callers in the order of their requests.
final class Pool: Sendable {
  private typealias Waiter = CheckedContinuation<PoolState<Connection>.Grant, any Error>
  private struct State {
    var pool: PoolState<Connection>
    var waiters: [PoolState<Connection>.Ticket: Waiter] = [:]
    /// Callers of `close` that wait for the last connection to be returned.
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let configuration: DatabaseConfiguration
  private let state: Mutex<State>

  init(_ configuration: DatabaseConfiguration) {
    self.configuration = configuration
    state = Mutex(State(pool: PoolState(limit: configuration.poolLimit)))
  }

  private static var closedError: PostgresError { PostgresError(code: .closed, message: "the database was closed") }

  /// - Throws: `PostgresError`.
  func acquire() async throws -> Connection {
    switch try await grant() {
    case .item(let connection): return connection
    case .open:
      do {
        return try await Connection.open(configuration)
      } catch {
        discard()
        throw error
      }
    }
  }

  private func grant() async throws -> PoolState<Connection>.Grant {
    let ticket = Mutex<PoolState<Connection>.Ticket?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: Waiter) in
        let now: Result<PoolState<Connection>.Grant, PostgresError>? = state.withLock { state in
          switch state.pool.acquire() {
          case .granted(let grant): return .success(grant)
          case .closed: return .failure(Self.closedError)
          case .wait(let number):
            state.waiters[number] = waiter
            ticket.withLock { $0 = number }
            return nil
          }
        }
        switch now {
        case .success(let grant): waiter.resume(returning: grant)
        case .failure(let error): waiter.resume(throwing: error)
        // The task was cancelled before its ticket was registered, so the handler below could not remove it.
        case nil: if Task.isCancelled { withdraw(ticket.withLock { $0 }) }
        }
      }
    } onCancel: {
      withdraw(ticket.withLock { $0 })
    }
  }

  private func withdraw(_ ticket: PoolState<Connection>.Ticket?) {
    guard let ticket else { return }
    let waiter = state.withLock { $0.pool.withdraw(ticket) ? $0.waiters.removeValue(forKey: ticket) : nil }
    waiter?.resume(throwing: PostgresError(code: .cancelled, message: "cancelled while waiting for a connection"))
  }

  func release(_ connection: Connection) async {
    switch state.withLock({ $0.pool.release(connection) }) {
    case .nothing: break
    case .call(let ticket, let grant): call(ticket, grant)
    case .close(let connection):
      await connection.close()
      callClosers()
    }
  }

  /// Removes a connection that broke or could not be opened.
  func discard() {
    if case .call(let ticket, let grant) = state.withLock({ $0.pool.discard() }) { call(ticket, grant) }
    callClosers()
  }

  private func call(_ ticket: PoolState<Connection>.Ticket, _ grant: PoolState<Connection>.Grant) {
    state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume(returning: grant)
  }

  private func callClosers() {
    let closers = state.withLock { state in
      guard state.pool.isClosed, state.pool.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.closers.removeAll() }
      return state.closers
    }
    for closer in closers { closer.resume() }
  }

  func close() async {
    let (idle, turnedAway, isEmpty) = state.withLock { state in
      let (idle, tickets) = state.pool.close()
      return (idle, tickets.compactMap { state.waiters.removeValue(forKey: $0) }, state.pool.isEmpty)
    }
    for waiter in turnedAway { waiter.resume(throwing: Self.closedError) }
    for connection in idle { await connection.close() }
    guard !isEmpty else { return }
    await withCheckedContinuation { closer in
      let isDone = state.withLock { state in
        if state.pool.isEmpty { return true }
        state.closers.append(closer)
        return false
      }
      if isDone { closer.resume() }
    }
  }
}
