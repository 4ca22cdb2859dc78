import Foundation

/// Another program that does the same work on the same server: it finds a new database in `DATABASE_URL`, fills it, times
/// its own work on it, and prints `{"jobs": …, "seconds": …}` as its last line.
package struct Rival: Sendable {
  package var name: String
  /// For `/bin/sh -c`.
  package var command: String

  /// - Parameter text: `NAME=COMMAND`.
  /// - Returns: nil where it is not that.
  package init?(_ text: String) {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
    name = String(text[..<sign])
    command = String(text[text.index(after: sign)...])
  }

  private struct Result: Decodable {
    var jobs: Double
    var seconds: Double
  }

  func contestant(on server: BenchServer) -> Contestant {
    Contestant(name) {
      try await server.withDatabase { url in
        let output = try await Self.output(of: command, ["DATABASE_URL": url])
        guard let line = output.split(separator: "\n").last,
          let result = try? JSONDecoder().decode(Result.self, from: Data(line.utf8)), result.seconds > 0
        else { throw BenchError("\(name) printed no result:\n\(output)") }
        return result.jobs / result.seconds
      }
    }
  }

  /// Runs a command to its end.
  /// - Throws: where its exit status is not 0.
  static func output(of command: String, _ environment: [String: String]) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      end.yield($0.terminationStatus)
      end.finish()
    }
    try process.run()
    let reading = Task.detached { try pipe.fileHandleForReading.readToEnd() ?? Data() }
    let text = String(decoding: try await reading.value, as: UTF8.self)
    for await status in ends where status != 0 {
      throw BenchError("exit status \(status) of: \(command)\n\(text)")
    }
    return text
  }
}
