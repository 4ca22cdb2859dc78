import Foundation
import OperatingSystem
import TestSupport
import TestTraits
import Testing

@testable import Service

/// Requests that schemathesis derives from the OpenAPI document: valid ones and invalid ones. The server never fails,
/// answers what the document says, and refuses what the document does not allow.
@Suite(.hangLimit) struct SchemathesisTests {
  /// Rules that the document cannot express, such as the destinations that exist, are not checked:
  /// `positive_data_acceptance`. Streams of events do not end.
  private static let arguments = [
    "--exclude-path", "/v1/events", "--exclude-checks", "positive_data_acceptance", "--phases",
    "examples,coverage,fuzzing",
    // Far above what an answer takes while all cores are busy with other tests.
    "--request-timeout", "900", "--max-examples", "3", "--seed", "1", "--generation-database", "none", "--warnings",
    "off", "--no-color",
  ]

  @Test(.needs("schemathesis", FileManager.default.fileExists(atPath: TestPython.program("schemathesis"))))
  func theServiceAnswersWhatItsDocumentSays() async throws {
    var settings = ServiceSettings()
    settings.longestWait = .seconds(1)
    try await withService(settings: settings) { (running) async throws in
      let client = try await running.client([.admin])
      let header = try #require(client.headers.first)
      // schemathesis waits for a document at an address for ten seconds only.
      let document = FileManager.default.temporaryDirectory.appendingPathComponent("openapi-\(UUID().uuidString).json")
      try Data(try await client.send("GET", "/v1/openapi.json").body).write(to: document)
      defer { try? FileManager.default.removeItem(at: document) }
      let command = ProgramCommand(
        path: TestPython.program("schemathesis"),
        arguments: [
          "run", document.path, "--url", "http://127.0.0.1:\(running.port)", "-H", "\(header.key): \(header.value)",
        ] + Self.arguments, environment: ProcessInfo.processInfo.environment)
      let run = try await onThread(name: "schemathesis") { try ProgramRun(command) }
      #expect(run.report.reason == .exited(0), "\(run.output)")
    }
  }
}
