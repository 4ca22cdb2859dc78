import JobQueue
import Synchronization

/// Pages laid out so far of each document that is being rendered, as reported by the renderers.
final class PageCounts: Sendable {
  private let counts = Mutex<[LeaseRef: Int]>([:])

  var all: [LeaseRef: Int] { counts.withLock { $0 } }

  subscript(ref: LeaseRef) -> Int? {
    get { counts.withLock { $0[ref] } }
    set { counts.withLock { $0[ref] = newValue } }
  }
}
