import Synchronization

/// Bounds the bytes of the bodies of all requests that a server is answering: each client may send a large one, and
/// handlers hold what they have read.
final class BodyMemory: Sendable {
  private let limit: Int
  private let held = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// - Throws: `Problem` if too much is held.
  func take(_ bytes: Int) throws(Problem) {
    let isFree = held.withLock { held in
      guard held + bytes <= limit else { return false }
      held += bytes
      return true
    }
    guard isFree else {
      throw Problem(
        .unavailable, "too many large requests are being answered; try again", headers: ["Retry-After": "1"])
    }
  }

  /// The bytes that are held.
  var bytes: Int { held.withLock { $0 } }

  func give(_ bytes: Int) { held.withLock { $0 -= bytes } }
}
