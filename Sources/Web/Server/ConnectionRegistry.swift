import Synchronization

/// What requests need to know of their connection.
final class ConnectionStatus: Sendable {
  /// Set when the client has closed the connection, or half of it.
  let closed = Latch()
  /// Set when the connection is of no further use: what arrived is not HTTP, incomplete or late. The client has its answer.
  let broken = Latch()
}

/// The open connections of a server.
final class ConnectionRegistry: Sendable {
  private let open = Mutex<[ObjectIdentifier: ConnectionStatus]>([:])

  var count: Int { open.withLock { $0.count } }

  func add(_ channel: ObjectIdentifier, _ status: ConnectionStatus) { open.withLock { $0[channel] = status } }

  func remove(_ channel: ObjectIdentifier) { open.withLock { _ = $0.removeValue(forKey: channel) } }

  /// The status of a connection; closed if it is not open any more.
  func status(of channel: ObjectIdentifier) -> ConnectionStatus {
    if let status = open.withLock({ $0[channel] }) { return status }
    let status = ConnectionStatus()
    status.closed.set()
    return status
  }
}
