import Foundation
import Synchronization
import Testing

/// The built `pressrun`, beside the tests' own bundle.
let pressrunPath: String = {
  let this = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
  return this.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("pressrun").path
}()

/// The folder with `Package.swift`.
let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

/// A program that runs, with its output in files, so that no pipe can fill up.
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

  init(_ path: String, _ arguments: [String], input: [UInt8], environment: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, contents) in [("in", input), ("out", []), ("err", [])] {
      try Data(contents).write(to: folder.appendingPathComponent(name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: folder.appendingPathComponent("in"))
    process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("out"))
    process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("err"))
    let (endings, continuation) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      // A signal counts as in a shell.
      continuation.yield($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
      continuation.finish()
    }
    ending = Task {
      for await status in endings { return status }
      return -1
    }
    try process.run()
    id = process.processIdentifier
  }

  deinit {
    // Without a result nobody has waited for the end: the process may still be there.
    if !hasEnded.load(ordering: .acquiring) { kill(id, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  func send(_ signal: Int32) { kill(id, signal) }

  /// Waits for the program's end.
  func result() async -> Result {
    let status = await ending.value
    hasEnded.store(true, ordering: .releasing)
    return Result(status: status, output: text("out"), errors: text("err"))
  }

  /// What it has written to stderr so far.
  var errors: String { text("err") }

  private func text(_ name: String) -> String {
    String(decoding: (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data(), as: UTF8.self)
  }
}
