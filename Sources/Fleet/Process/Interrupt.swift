import Glibc

/// Wakes a thread that waits in `poll` for `descriptor`, from anywhere. Once raised it stays raised.
final class Interrupt: Sendable {
  private let pipe: Pipe

  init() throws(FleetError) {
    pipe = try Pipe()
    try pipe.writeEnd.setNonBlocking()
  }

  /// Readable once this has been raised.
  var descriptor: Int32 { pipe.readEnd.raw }

  func raise() {
    var byte: UInt8 = 1
    // A full pipe has been raised already.
    _ = write(pipe.writeEnd.raw, &byte, 1)
  }
}
