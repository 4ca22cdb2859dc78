import JobQueue
import Synchronization

/// How many pages the documents in the making have so far, as their renderers tell.
final class PageCounts: Sendable {
  private let counts = Mutex<[LeaseRef: Int]>([:])

  var all: [LeaseRef: Int] { counts.withLock { $0 } }

  subscript(ref: LeaseRef) -> Int? {
    get { counts.withLock { $0[ref] } }
    set { counts.withLock { $0[ref] = newValue } }
  }
}
