import Glibc
import OperatingSystem
import Synchronization

/// Draws pages of PDF files as pictures, each in a process of its own.
package final class PagePictureRenderer: Sendable {
  private struct State {
    var running = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let program: ProgramCommand
  private let limit: Int
  private let queueLimit: Int
  private let time: Duration
  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: the arguments of the page are added to its own.
  ///   - limit: pictures that are drawn at once.
  ///   - queueLimit: pictures that wait; further ones are refused.
  ///   - time: after it the process is killed.
  package init(program: ProgramCommand, limit: Int = 2, queueLimit: Int = 200, time: Duration = .seconds(30)) {
    self.program = program
    self.limit = limit
    self.queueLimit = queueLimit
    self.time = time
  }

  /// - Parameters:
  ///   - pdf: the file.
  ///   - page: from 1.
  ///   - width: of the picture in pixels.
  /// - Returns: PNG.
  /// - Throws: `RenderingError` `.busy` if too many pictures wait, `.unreadable` if the page cannot be drawn.
  package func png(of pdf: [UInt8], page: Int, width: Int) async throws -> [UInt8] {
    try await begin()
    defer { end() }
    var command = program
    command.arguments += ["--page", String(page), "--width", String(width)]
    return try await onThread(name: "page picture") { [command, time] in
      try PictureProcess.run(command, input: pdf, time: time)
    }
  }

  private func begin() async throws {
    let mayRun: Bool? = state.withLock { state in
      if state.running < limit {
        state.running += 1
        return true
      }
      return state.waiting.count < queueLimit ? false : nil
    }
    guard let mayRun else {
      throw RenderingError(code: .busy, message: "too many pictures are being drawn; try again later")
    }
    if mayRun { return }
    await withCheckedContinuation { continuation in
      let isNext = state.withLock { state in
        if state.running < limit {
          state.running += 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isNext { continuation.resume() }
    }
  }

  /// The place of a picture that is done goes to the next one that waits.
  private func end() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// One process that gets a file and answers with a picture.
private enum PictureProcess {
  private static let outputLimit = 64 << 20
  /// The end of each PNG file.
  private static let end = [UInt8]("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]

  /// Blocks. Kills the process after `time`.
  static func run(_ command: ProgramCommand, input file: [UInt8], time: Duration) throws -> [UInt8] {
    let child = try ChildProcess(command, isIsolated: true)
    let deadline = ContinuousClock.now + time
    let input = PagePictureProgram.frame(file)
    var written = 0
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var isOpen = true
    while isOpen {
      let rest = (deadline - .now).components.seconds
      guard rest > 0 else {
        throw RenderingError(code: .unreadable, message: "the page was not drawn within \(time)")
      }
      var polled = [
        pollfd(fd: child.output.raw, events: Int16(POLLIN), revents: 0),
        pollfd(fd: child.errors.raw, events: Int16(POLLIN), revents: 0),
        pollfd(fd: written < input.count ? child.input.raw : -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&polled, 3, Int32(rest * 1000)) >= 0 || errno == EINTR else { throw SystemError("poll") }
      if polled[2].revents != 0 { written = write(input, from: written, to: child.input.raw) }
      if polled[1].revents != 0 { _ = read(child.errors.raw, into: &errors, atMost: 4096) }
      if polled[0].revents != 0 { isOpen = read(child.output.raw, into: &output, atMost: outputLimit) }
    }
    guard output.suffix(end.count).elementsEqual(end) else {
      _ = read(child.errors.raw, into: &errors, atMost: 4096)
      let message = String(decoding: errors.prefix(500), as: UTF8.self)
      throw RenderingError(
        code: .unreadable,
        message: message.isEmpty ? "the process that draws pages \(child.end().description)" : message)
    }
    return output
  }

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
