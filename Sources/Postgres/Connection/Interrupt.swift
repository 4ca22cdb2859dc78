import CLibPQ
import Glibc

/// Wakes a thread that waits in `poll`: a file descriptor that becomes readable when `raise` is called on any thread.
final class Interrupt: Sendable {
  let descriptor: Int32

  init() throws(PostgresError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else {
      throw PostgresError(code: .connectionFailed, message: "no event descriptor: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  func raise() { eventfd_write(descriptor, 1) }

  /// Makes it quiet again.
  func clear() {
    var count: eventfd_t = 0
    eventfd_read(descriptor, &count)
  }

  /// Waits until raised, or for so long.
  func wait(atMost time: Duration) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, time.wholeMilliseconds)
  }
}

extension Duration {
  /// Rounded up, and no more than an `Int32` holds.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
