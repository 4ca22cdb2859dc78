import CLinux
import Glibc

/// Wakes a thread that waits in `poll` for `descriptor`. Any thread may raise it; it stays raised until it is cleared.
package final class Interrupt: Sendable {
  /// Readable while the interrupt is raised.
  package let descriptor: Int32

  package init() throws(SystemError) {
    descriptor = clinux_event_descriptor()
    guard descriptor >= 0 else { throw SystemError("eventfd") }
  }

  deinit { close(descriptor) }

  package func raise() {
    var one: UInt64 = 1
    // Fails only if the counter is at its limit: then the interrupt is raised already.
    _ = write(descriptor, &one, 8)
  }

  package func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }

  /// Waits until the interrupt is raised or `time` has passed.
  package func wait(atMost time: Duration) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, time.wholeMilliseconds)
  }
}
