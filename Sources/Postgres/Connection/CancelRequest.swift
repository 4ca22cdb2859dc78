import CLibPQ
import Dispatch
import OperatingSystem

/// A request to cancel the statement that runs on a connection.
///
/// libpq waits without limit for the answer of a server that does not run, such as a stopped process, so the request is
/// made on a thread of its own.
final class CancelRequest: Sendable {
  /// How long to wait for the request, and for a result after it.
  private static let grace = Duration.seconds(10)

  let deadline = ContinuousClock.now + grace
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter handle: a `PGconn`.
  init(on handle: OpaquePointer) {
    guard let cancel = PQgetCancel(handle) else {
      ended.signal()
      return
    }
    // The functions for cancelling may be called on any thread (libpq, "Canceling Queries in Progress").
    nonisolated(unsafe) let request = cancel
    do {
      try startThread(name: "cancel") { [ended] in
        var message = [CChar](repeating: 0, count: 256)
        // If this fails, the wait for the result ends after the grace period.
        PQcancel(request, &message, Int32(message.count))
        PQfreeCancel(request)
        ended.signal()
      }
    } catch {
      PQfreeCancel(cancel)
      ended.signal()
    }
  }

  /// Waits for the end of the request. One that arrived later would cancel the next statement.
  /// - Returns: false if it did not end before the deadline.
  func wait() -> Bool {
    let rest = max(.zero, deadline - .now).wholeMilliseconds
    return ended.wait(timeout: .now() + .milliseconds(Int(rest))) == .success
  }
}
