import Foundation
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

/// A running program. Its output is written to a file, so that no pipe can fill up. Its messages on stderr are read as they
/// arrive, so that tests can wait for them.
final class Program: Sendable {
  struct Result: Sendable {
    var status: Int32
    var output: String
    var errors: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  let id: pid_t
  private let folder: URL
  private let ending: Task<Int32, Never>
  private let hasEnded = Atomic(false)
  private let messages = Messages()

  init(_ path: String, _ arguments: [String], input: [UInt8], environment: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, contents) in [("in", input), ("out", [])] {
      try Data(contents).write(to: folder.appendingPathComponent(name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: folder.appendingPathComponent("in"))
    process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("out"))
    let errors = Pipe()
    process.standardError = errors
    let reading = dup(errors.fileHandleForReading.fileDescriptor)
    _ = fcntl(reading, F_SETFD, FD_CLOEXEC)
    let (endings, continuation) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      // As a shell reports a signal.
      continuation.yield($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
      continuation.finish()
    }
    ending = Task {
      for await status in endings { return status }
      return -1
    }
    try process.run()
    id = process.processIdentifier
    // A dedicated thread, because reading blocks.
    Thread { [messages] in
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(reading, &piece, piece.count)
        if count < 0 && errno == EINTR { continue }
        messages.append(piece[..<max(0, count)])
        if count <= 0 { break }
      }
      close(reading)
    }.start()
  }

  deinit {
    // Without a call of `result` the process may still run.
    if !hasEnded.load(ordering: .acquiring) { kill(id, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  func send(_ signal: Int32) { kill(id, signal) }

  /// Waits for the program's end.
  func result() async -> Result {
    let status = await ending.value
    hasEnded.store(true, ordering: .releasing)
    return Result(status: status, output: text("out"), errors: await messages.all())
  }

  /// Waits until the program has written the words to stderr.
  /// - Returns: false if it ended before.
  func says(_ words: String) async -> Bool { await messages.contain(words) }

  /// What the program has written to stderr so far.
  var errors: String { messages.current }

  private func text(_ name: String) -> String {
    String(decoding: (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data(), as: UTF8.self)
  }
}

/// A program's output on stderr.
private final class Messages: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isWhole = false
    var waiters: [(words: String?, continuation: CheckedContinuation<Bool, Never>)] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }
  private let state = Mutex(State())

  /// - Parameter piece: empty at the end.
  func append(_ piece: ArraySlice<UInt8>) {
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
