import Synchronization
import Web

/// Limits how many documents are built at the same time, because each takes memory and a processor.
final class BuildLimit: Sendable {
  private let running = Mutex(0)
  private let limit: Int

  init(_ limit: Int) { self.limit = limit }

  /// - Throws: `Problem` if too many run already.
  func run<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    let isFree = running.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard isFree else { throw Problem(.busy, "try again", headers: ["Retry-After": "1"]) }
    defer { running.withLock { $0 -= 1 } }
    return try await body()
  }
}
