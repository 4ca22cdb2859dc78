import CLinux
import Glibc

/// A file descriptor that is closed once, when its owner goes.
struct OwnedDescriptor: ~Copyable {
  let raw: Int32

  init(_ raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  /// Reads and writes answer at once, with `EAGAIN` where they would wait.
  borrowing func setNonBlocking() throws(FleetError) {
    let flags = fcntl(raw, F_GETFL)
    guard flags >= 0, fcntl(raw, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .system("fcntl") }
  }
}

/// The two ends of a new pipe; neither is inherited by a child.
struct Pipe: ~Copyable {
  let readEnd: OwnedDescriptor
  let writeEnd: OwnedDescriptor

  init() throws(FleetError) {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe2(&ends, O_CLOEXEC) == 0 else { throw .system("pipe2") }
    readEnd = OwnedDescriptor(ends[0])
    writeEnd = OwnedDescriptor(ends[1])
  }

  consuming func takeReadEnd() -> OwnedDescriptor { readEnd }
  consuming func takeWriteEnd() -> OwnedDescriptor { writeEnd }
}

extension FleetError {
  /// The last call's `errno` as an error.
  static func system(_ call: String, _ number: Int32 = errno) -> FleetError {
    FleetError(code: .system, message: "\(call): \(String(cString: strerror(number)))")
  }
}
