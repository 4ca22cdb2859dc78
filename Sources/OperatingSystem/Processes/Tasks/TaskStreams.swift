import Glibc

/// Standard input and output of a process for a single task.
package enum TaskStreams {
  /// Bytes of one file.
  package static let inputLimit = 256 << 20

  /// The contents of the next frame of standard input.
  /// - Throws: `TaskError`, `SystemError`.
  package static func readFrame() throws -> [UInt8] {
    let count = LengthFrame.count(try read(8))
    guard count <= inputLimit else {
      throw TaskError("the file has more than \(inputLimit) bytes")
    }
    return try read(Int(count))
  }

  private static func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var start = 0
    while start < count {
      let received = bytes.withUnsafeMutableBytes {
        Glibc.read(STDIN_FILENO, $0.baseAddress?.advanced(by: start), count - start)
      }
      if received < 0, errno == EINTR { continue }
      guard received >= 0 else { throw SystemError("read") }
      guard received > 0 else { throw TaskError("the input ended early") }
      start += received
    }
    return bytes
  }

  package static func write(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError("write") }
      start += count
    }
  }
}
