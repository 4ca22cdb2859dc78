import Synchronization
import Web

/// Limits how many documents are built at the same time, because each takes memory and a processor. One
/// tenant never has all of them.
final class BuildLimit: Sendable {
  private let running = Mutex<[String: Int]>([:])
  private let limit: Int

  init(_ limit: Int) { self.limit = limit }

  /// - Throws: `Problem` if too many run already.
  func run<Value: Sendable>(for tenant: String, _ body: () async throws -> Value) async throws -> Value {
    let isFree = running.withLock { running in
      let own = running[tenant, default: 0]
      guard own < max(1, limit - 1), running.values.reduce(0, +) < limit else { return false }
      running[tenant] = own + 1
      return true
    }
    guard isFree else { throw Problem(.busy, "try again", headers: ["Retry-After": "1"]) }
    defer {
      running.withLock { running in
        let rest = running[tenant, default: 0] - 1
        running[tenant] = rest > 0 ? rest : nil
      }
    }
    return try await body()
  }
}
