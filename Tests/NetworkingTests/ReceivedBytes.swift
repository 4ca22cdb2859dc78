import Synchronization

/// Counts received bytes.
final class ReceivedBytes: Sendable {
  private let total = Mutex(0)

  var count: Int { total.withLock { $0 } }

  func append(_ bytes: [UInt8]) -> Bool {
    total.withLock { $0 += bytes.count }
    return true
  }
}
