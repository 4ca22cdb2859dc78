import Foundation

/// Another program that does the same work on the same server. It times its own work and prints
/// `{"jobs": …, "seconds": …}` as its last line.
struct ExternalProgram: Sendable {
  var name: String
  /// A command for `/bin/sh -c`.
  var command: String

  init(name: String, command: String) {
    self.name = name
    self.command = command
  }

  /// - Parameter text: `NAME=COMMAND`; otherwise the result is nil.
  init?(_ text: String) {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
    name = String(text[..<sign])
    command = String(text[text.index(after: sign)...])
  }

  private struct Output: Decodable {
    var jobs: Double
    var seconds: Double
  }

  /// A competitor that finds a new database in `DATABASE_URL`.
  func competitor(on server: BenchmarkServer) -> Competitor {
    Competitor(name) { try await server.withDatabase { try await rate(["DATABASE_URL": $0]) } }
  }

  /// A competitor with these environment variables.
  func competitor(_ environment: [String: String]) -> Competitor { Competitor(name) { try await rate(environment) } }

  private func rate(_ environment: [String: String]) async throws -> Double {
    let output = try await Self.run(command, environment)
    guard let line = output.split(separator: "\n").last,
      let result = try? JSONDecoder().decode(Output.self, from: Data(line.utf8)), result.seconds > 0
    else { throw BenchmarkError("\(name) printed no result:\n\(output)") }
    return result.jobs / result.seconds
  }

  /// Runs a command to its end. Returns its output.
  /// - Throws: `BenchmarkError` if its exit status is not 0.
  private static func run(_ command: String, _ environment: [String: String]) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    let (statuses, status) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      status.yield($0.terminationStatus)
      status.finish()
    }
    try process.run()
    let reading = Task.detached { try pipe.fileHandleForReading.readToEnd() ?? Data() }
    let text = String(decoding: try await reading.value, as: UTF8.self)
    for await status in statuses where status != 0 {
      throw BenchmarkError("exit status \(status) of: \(command)\n\(text)")
    }
    return text
  }
}
