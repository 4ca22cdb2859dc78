import Foundation
import OperatingSystem
import Synchronization
import Testing

/// The path of the built `pressrun`, which is next to the test bundle.
let pressrunPath: String = {
  let this = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
  return this.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("pressrun").path
}()

/// The folder with `Package.swift`.
let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

/// A running program. Its output is read as it arrives, so that no pipe fills up and tests can wait for messages.
final class Program: Sendable {
  struct Result: Sendable {
    var status: Int32
    var output: String
    var errors: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  let id: pid_t
  private let ending: Task<Int32, Never>
  private let hasEnded = Atomic(false)
  private let output = Messages()
  private let messages = Messages()

  init(_ path: String, _ arguments: [String], input: [UInt8], environment: [String: String]) throws {
    let child = try Self.start(ProgramCommand(path: path, arguments: arguments, environment: environment), input)
    id = child.id
    // Dedicated threads, because reading blocks.
    Thread { [output] in output.append(from: child.output) }.start()
    let (endings, continuation) = AsyncStream.makeStream(of: Int32.self)
    ending = Task {
      for await status in endings { return status }
      return -1
    }
    Thread { [messages] in
      messages.append(from: child.errors)
      var status: Int32 = 0
      while waitpid(child.id, &status, 0) < 0 && errno == EINTR {}
      continuation.yield(ExitReport(reason: ExitReport.Reason(status: status)).shellStatus)
      continuation.finish()
    }.start()
  }

  /// - Returns: the process, and the ends of the pipes from which its output is read.
  private static func start(
    _ command: ProgramCommand, _ input: [UInt8]
  ) throws -> (id: pid_t, output: Int32, errors: Int32) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UUID().uuidString)")
    try Data(input).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let contents = OwnedDescriptor(open(file.path, O_RDONLY | O_CLOEXEC))
    let output = try OperatingSystem.Pipe()
    let errors = try OperatingSystem.Pipe()
    let connections = ChildConnections(
      input: contents.raw, output: output.writeEnd.raw, errors: errors.writeEnd.raw)
    let id = try spawn(command, connections)
    return (
      id, fcntl(output.readEnd.raw, F_DUPFD_CLOEXEC, 3), fcntl(errors.readEnd.raw, F_DUPFD_CLOEXEC, 3)
    )
  }

  deinit {
    // Without a call of `result` the process may still run.
    if !hasEnded.load(ordering: .acquiring) { kill(id, SIGKILL) }
  }

  func send(_ signal: Int32) { kill(id, signal) }

  /// Waits for the program's end.
  func result() async -> Result {
    let status = await ending.value
    hasEnded.store(true, ordering: .releasing)
    return Result(status: status, output: await output.all(), errors: await messages.all())
  }

  /// Waits until the program has written the words to stderr.
  /// - Returns: false if it ended before.
  func says(_ words: String) async -> Bool { await messages.contain(words) }

  /// The output on stderr so far.
  var errors: String { messages.current }
}

/// A program's output on one stream.
private final class Messages: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isWhole = false
    var waiters: [(words: String?, continuation: CheckedContinuation<Bool, Never>)] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }
  private let state = Mutex(State())

  /// Reads to the end, and closes the descriptor.
  func append(from descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      append(buffer[..<max(0, count)])
      if count <= 0 { break }
    }
    close(descriptor)
  }

  /// - Parameter piece: empty at the end.
  private func append(_ piece: ArraySlice<UInt8>) {
    let ready = state.withLock { state in
      state.bytes += piece
      if piece.isEmpty { state.isWhole = true }
      let text = state.text
      var ready: [(CheckedContinuation<Bool, Never>, Bool)] = []
      state.waiters.removeAll { waiter in
        let isThere = waiter.words.map { text.contains($0) } ?? false
        guard isThere || state.isWhole else { return false }
        ready.append((waiter.continuation, isThere))
        return true
      }
      return ready
    }
    for (continuation, isThere) in ready { continuation.resume(returning: isThere) }
  }

  var current: String { state.withLock { $0.text } }

  func contain(_ words: String) async -> Bool { await wait(for: words) }

  func all() async -> String {
    _ = await wait(for: nil)
    return state.withLock { $0.text }
  }

  /// Waits for the words; without words, for the end.
  private func wait(for words: String?) async -> Bool {
    await withCheckedContinuation { continuation in
      let now: Bool? = state.withLock { state in
        let isThere = words.map { state.text.contains($0) } ?? false
        if isThere || state.isWhole { return isThere }
        state.waiters.append((words, continuation))
        return nil
      }
      if let now { continuation.resume(returning: now) }
    }
  }
}
