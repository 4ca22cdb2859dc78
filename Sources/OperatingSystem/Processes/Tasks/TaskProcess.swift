import Glibc

/// A process for a single task, which reads standard input and writes the result to standard output.
package enum TaskProcess {
  /// Runs the process. Blocks.
  /// - Parameters:
  ///   - isIsolated: without network and with its own user namespace, where the kernel allows it.
  ///   - time: after it the process is killed.
  ///   - isComplete: whether these bytes are a whole result.
  /// - Returns: the result.
  /// - Throws: `TaskError` without a result; `SystemError`.
  package static func run(
    _ command: ProgramCommand, isIsolated: Bool, input: [UInt8], outputLimit: Int, time: Duration,
    isComplete: ([UInt8]) -> Bool
  ) throws -> [UInt8] {
    let child = try ChildProcess(command, isIsolated: isIsolated)
    let deadline = ContinuousClock.now + time
    var written = 0
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var hasErrors = true
    var isOpen = true
    while isOpen {
      let rest = (deadline - .now).wholeMilliseconds
      guard rest > 0 else { throw TaskError("there was no result within \(time)", cause: .tooSlow) }
      var polled = [
        pollfd(fd: child.output.raw, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasErrors ? child.errors.raw : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: written < input.count ? child.input.raw : -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&polled, 3, rest) >= 0 || errno == EINTR else { throw SystemError("poll") }
      if polled[2].revents != 0 { written = write(input, from: written, to: child.input.raw) }
      if polled[1].revents != 0 {
        hasErrors = read(child.errors.raw, into: &errors, atMost: .max)
        // The process may write without end.
        errors.removeLast(max(0, errors.count - errorLimit))
      }
      if polled[0].revents != 0 { isOpen = read(child.output.raw, into: &output, atMost: outputLimit) }
    }
    guard isComplete(output) else {
      _ = read(child.errors.raw, into: &errors, atMost: .max)
      let lines = String(decoding: errors.prefix(errorLimit), as: UTF8.self).split(whereSeparator: \.isNewline)
      let message = lines.joined(separator: " ").replacing("error: ", with: "", maxReplacements: 1)
      let end = child.end()
      throw TaskError("the process \(end.description)", output: message, cause: TaskError.Cause(end.reason))
    }
    return output
  }

  /// The bytes of standard error that an error quotes.
  private static let errorLimit = 500

  /// - Returns: the new position; the end if the process reads no more.
  private static func write(_ bytes: [UInt8], from start: Int, to descriptor: Int32) -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start) }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? start : bytes.count }
    return start + count
  }

  /// - Returns: false at the end, and after too many bytes.
  private static func read(_ descriptor: Int32, into bytes: inout [UInt8], atMost limit: Int) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    bytes.append(contentsOf: buffer[..<count])
    return count > 0 && bytes.count <= limit
  }
}
