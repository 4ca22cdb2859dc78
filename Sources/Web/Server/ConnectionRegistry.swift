import Synchronization

/// The state of a connection that its requests need.
final class ConnectionStatus: Sendable {
  /// Set when the client has closed the connection, or half of it.
  let closed = Latch()
  /// Set when the connection must be closed: the received bytes are not HTTP, incomplete or late. The client has its
  /// response.
  let broken = Latch()
}

/// The open connections of a server.
final class ConnectionRegistry: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: (status: ConnectionStatus, client: String?)] = [:]
    /// The number of connections of each client.
    var counts: [String: Int] = [:]
    /// Callers of `waitUntilEmpty`.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  var count: Int { state.withLock { $0.connections.count } }

  /// Waits until no connection is open.
  func waitUntilEmpty() async {
    await withCheckedContinuation { waiter in
      let isEmpty = state.withLock { state in
        if !state.connections.isEmpty { state.waiters.append(waiter) }
        return state.connections.isEmpty
      }
      if isEmpty { waiter.resume() }
    }
  }

  func add(_ channel: ObjectIdentifier, _ status: ConnectionStatus) {
    state.withLock { $0.connections[channel] = (status, nil) }
  }

  /// Records the client of a connection.
  /// - Returns: the number of its connections, this one included.
  func identify(_ channel: ObjectIdentifier, as client: String) -> Int {
    state.withLock { state in
      guard let connection = state.connections[channel], connection.client == nil else {
        return state.counts[client] ?? 0
      }
      state.connections[channel] = (connection.status, client)
      state.counts[client, default: 0] += 1
      return state.counts[client] ?? 0
    }
  }

  func remove(_ channel: ObjectIdentifier) {
    let waiters = state.withLock { state in
      if let client = state.connections.removeValue(forKey: channel)?.client, let count = state.counts[client] {
        state.counts[client] = count > 1 ? count - 1 : nil
      }
      guard state.connections.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// The status of a connection; closed if it is not open any more.
  func status(of channel: ObjectIdentifier) -> ConnectionStatus {
    if let connection = state.withLock({ $0.connections[channel] }) { return connection.status }
    let status = ConnectionStatus()
    status.closed.set()
    return status
  }
}
