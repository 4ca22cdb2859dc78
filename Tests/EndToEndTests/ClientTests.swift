import Foundation
import TestSupport
import TestTraits
import Testing

/// The programs of `docs/examples/` run unchanged.
@Suite(.hangLimit) struct ClientTests {
  private static let node = "/usr/bin/node"

  /// Runs a client of the HTTP API against a service and a worker.
  private func runClient(_ program: String, _ script: String) async throws {
    try await TestInstallation.with { installation in
      let service = try installation.start([
        "serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--renderers", "1",
      ])
      #expect(await service.says("\"message\":\"serving\""))
      let address = try #require(service.errors.firstMatch(of: /"address":"(127.0.0.1:\d+)"/)?.1)
      let worker = try installation.start(["work", "--no-deliver", "--concurrency", "1"])
      let token = try await installation.pressrun(
        "tokens", "create", "client", "--tenant", "acme", "--scope", "jobs:write", "--scope", "jobs:read", "--scope",
        "artifacts:read"
      ).lines.last
      let output = installation.folder + "/note.pdf"
      var environment = ProcessInfo.processInfo.environment
      environment["PRESSRUN_URL"] = "http://\(address)"
      environment["PRESSRUN_TOKEN"] = token
      let client = try Program(
        program, ["\(repository)/docs/examples/\(script)", output], input: [], environment: environment)
      let result = await client.result()
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasPrefix(output))
      #expect(FileManager.default.contents(atPath: output)?.starts(with: Data("%PDF-".utf8)) == true)
      environment["PRESSRUN_TOKEN"] = "wrong"
      let refused = await
        (try Program(
          program, ["\(repository)/docs/examples/\(script)", output], input: [], environment: environment)).result()
      #expect(refused.status != 0 && refused.errors.contains("unauthenticated"), "\(refused.errors)")
      for process in [worker, service] {
        process.send(SIGTERM)
        #expect(await process.result().status == 0)
      }
    }
  }

  @Test func theClientInPythonGetsItsDocument() async throws {
    try await runClient("/usr/bin/python3", "http_client.py")
  }

  @Test(.needs("node (Debian: nodejs)", FileManager.default.isExecutableFile(atPath: node)))
  func theClientInJavaScriptGetsItsDocument() async throws {
    try await runClient(Self.node, "http_client.mjs")
  }

  @Test func theProducerInSwiftEnqueuesInItsOwnTransaction() async throws {
    try await TestInstallation.with { installation in
      let worker = try installation.start(["work", "--no-deliver", "--concurrency", "1"])
      var environment = ProcessInfo.processInfo.environment
      environment["DATABASE_URL"] = installation.url
      let path = URL(fileURLWithPath: pressrunPath).deletingLastPathComponent().appendingPathComponent(
        "producer-example")
      let result = try await Program(path.path, [], input: [], environment: environment).result()
      #expect(result.status == 0 && result.output.hasSuffix("is completed\n"), "\(result.output)\(result.errors)")
      #expect(
        try await installation.count("select count(*)::int from visits v join pressrun.jobs j on j.id = v.job") == 1)
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
    }
  }
}
