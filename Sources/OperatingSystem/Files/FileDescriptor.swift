import CLinux
import Glibc

/// A file descriptor that is closed when its owner is destroyed.
package struct OwnedDescriptor: ~Copyable {
  package let raw: Int32

  package init(_ raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  /// Makes reads and writes fail with `EAGAIN` instead of waiting.
  package borrowing func setNonBlocking() throws(SystemError) {
    let flags = fcntl(raw, F_GETFL)
    guard flags >= 0, fcntl(raw, F_SETFL, flags | O_NONBLOCK) == 0 else { throw SystemError("fcntl") }
  }
}

/// The two ends of a new pipe. Child processes do not inherit them.
package struct Pipe: ~Copyable {
  package let readEnd: OwnedDescriptor
  package let writeEnd: OwnedDescriptor

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError("pipe2") }
    readEnd = OwnedDescriptor(ends[0])
    writeEnd = OwnedDescriptor(ends[1])
  }

  package consuming func takeReadEnd() -> OwnedDescriptor { readEnd }
  package consuming func takeWriteEnd() -> OwnedDescriptor { writeEnd }
}
