import Glibc
import OperatingSystem

/// A renderer process and the exchange of messages with it. Calls block. Not thread-safe.
final class RendererChannel {
  /// The reason for which no message was received.
  enum Ending: Error {
    case closed
    case deadline
    case interrupted
    case violation(RenderingError)
  }

  private var child: ChildProcess?
  private var parser: FrameParser
  /// The end of the child's stderr; the rest is dropped.
  private var stderrTail: [UInt8] = []
  private static let stderrLimit = 4096
  /// Reads of `stderrLimit` bytes after the last message. A pipe holds 16.
  private static let lastPieces = 32

  init(_ command: ProgramCommand, limits: Frame.Limits) throws(RenderingError) {
    do throws(SystemError) {
      child = try ChildProcess(command, isIsolated: true)
    } catch {
      throw RenderingError(code: .startFailed, message: "cannot be started: \(error.reason)", place: command.path)
    }
    parser = FrameParser(limits: limits)
  }

  /// Whether the child has not closed its end of the pipe, and has not sent anything without a request.
  var isQuiet: Bool {
    guard let output = child?.output.raw else { return false }
    var query = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&query, 1, 0) == 0
  }

  /// The child's resident memory in bytes; zero if it cannot be read.
  var residentMemory: Int { ProcessMemory.resident(child?.id ?? 0) }

  /// Sends `bytes` and waits for a message other than progress.
  func exchange(
    _ bytes: [UInt8], deadline: ContinuousClock.Instant, interrupt: Interrupt?, progress: (Int) -> Void = { _ in }
  ) throws(Ending) -> RendererMessage {
    var sent = 0
    while true {
      if let message = try nextMessage() {
        guard sent == bytes.count else { throw .violation(Self.earlyAnswer) }
        guard case .progress(let pages) = message else { return message }
        progress(pages)
        continue
      }
      let ready = try wait(toSend: sent < bytes.count, deadline: deadline, interrupt: interrupt)
      // Read what the child wrote before it died, before writing reports a broken pipe.
      if ready.errors { readErrors() }
      if ready.output, try !readOutput() { throw .closed }
      if ready.input { sent += try send(bytes[sent...]) }
    }
  }

  /// Kills the child.
  /// - Returns: how it ended, and the end of its stderr.
  func end() -> (report: ExitReport, stderrTail: String)? {
    guard let child = child.take() else { return nil }
    // Not more than the pipe holds, because the child may write without end.
    var pieces = 0
    while pieces < Self.lastPieces, drain(child.errors.raw) > 0 { pieces += 1 }
    let report = child.end()
    return (report, String(decoding: stderrTail, as: UTF8.self))
  }

  private static let earlyAnswer = RenderingError(
    code: .protocolViolation, message: "the renderer answered before it had received the whole request")

  private func nextMessage() throws(Ending) -> RendererMessage? {
    do {
      guard let frame = try parser.next() else { return nil }
      return try RendererMessage(frame)
    } catch {
      throw .violation(error)
    }
  }

  private func wait(
    toSend: Bool, deadline: ContinuousClock.Instant, interrupt: Interrupt?
  ) throws(Ending) -> (output: Bool, errors: Bool, input: Bool) {
    guard let output = child?.output.raw, let errors = child?.errors.raw, let input = child?.input.raw else {
      throw .closed
    }
    // `poll` skips negative descriptors.
    var queries = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: toSend ? input : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: interrupt?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    if errorsEnded { queries[1].fd = -1 }
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { throw .deadline }
      let milliseconds = Int32(min(left.milliseconds.rounded(.up), 3_600_000))
      let count = poll(&queries, nfds_t(queries.count), milliseconds)
      if count < 0 && errno != EINTR { throw .violation(.system("poll")) }
      guard count > 0 else { continue }
      if queries[3].revents != 0 { throw .interrupted }
      return (queries[0].revents != 0, queries[1].revents != 0, queries[2].revents != 0)
    }
  }

  private var errorsEnded = false

  private func readErrors() {
    guard let errors = child?.errors.raw else { return }
    if drain(errors) == 0 { errorsEnded = true }
  }

  /// Reads available bytes of the child's stderr.
  /// - Returns: zero at its end, negative if no bytes are available.
  private func drain(_ errors: Int32) -> Int {
    var piece = [UInt8](repeating: 0, count: Self.stderrLimit)
    let count = read(errors, &piece, piece.count)
    if count > 0 {
      stderrTail += piece[..<count]
      stderrTail.removeFirst(max(0, stderrTail.count - Self.stderrLimit))
    }
    return count
  }

  /// - Returns: false at the end of the stream.
  private func readOutput() throws(Ending) -> Bool {
    guard let output = child?.output.raw else { throw .closed }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(output, &piece, piece.count)
    if count > 0 { parser.append(piece[..<count]) }
    if count < 0 && errno != EAGAIN && errno != EINTR { throw .violation(.system("read")) }
    return count != 0
  }

  private func send(_ bytes: ArraySlice<UInt8>) throws(Ending) -> Int {
    guard let input = child?.input.raw else { throw .closed }
    let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    switch errno {
    case EAGAIN, EINTR: return 0
    // The child has closed its input, so no answer can follow.
    case EPIPE: throw .closed
    case let number: throw .violation(.system("write", number))
    }
  }
}
