import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

/// JSON logs, traces, metrics and probes of the real processes.
@Suite(.hangLimit) struct MonitoringTests {
  private static let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  private static func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test func everyLineOfAJSONLogIsAnObjectWithTheTraceOfItsJob() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note(), "--traceparent", Self.trace)
      // The message has control characters and quotes.
      let broken = try await installation.enqueue(
        "note", #"{"title": "x", "body": "", "page_size": "\u001b[31m \"x\"\n"}"#)
      let result = try await installation.pressrun(
        "work", "--drain", "--no-deliver", "--concurrency", "1", "--log-format", "json", "--log-level", "debug",
        status: 1)
      let lines = try Self.objects(result.errors)
      #expect(lines.allSatisfy { $0["time"] is String && $0["level"] is String && $0["message"] is String })
      let completed = try #require(
        lines.first { $0["message"] as? String == "completed" && $0["job"] as? String == "\(id)" })
      #expect(
        completed["trace_id"] as? String == "0af7651916cd43dd8448eb211c80319c"
          && completed["level"] as? String == "info")
      let discarded = try #require(lines.first { $0["job"] as? String == "\(broken)" })
      #expect(discarded["trace_id"] == nil && !result.errors.utf8.contains(0x1b))
      let event = try await installation.pressrun("events", "--json").lines.first
      #expect(try Self.objects(event ?? "")[0]["traceparent"] as? String == Self.trace)
      let shown = try await installation.pressrun("jobs", "show", "\(id)", "--json").lines.joined()
      #expect(shown.contains(Self.trace))
      try await installation.pressrun(
        "enqueue", "note", "/dev/stdin", "--traceparent", "nonsense", input: Payloads.note(), status: 2)
      try await installation.pressrun("work", "--log-format", "xml", status: 2)
      try await installation.pressrun("work", "--log-level", "loud", status: 2)
    }
  }

  @Test(arguments: ["work", "deliver"]) func aProcessServesMetricsAndProbes(command: String) async throws {
    try await TestInstallation.with { installation in
      // The folder of artifacts exists once a worker has been started.
      try FileManager.default.createDirectory(
        atPath: installation.folder + "/artifacts", withIntermediateDirectories: true)
      let process = try installation.start(
        [command, "--concurrency", "1", "--metrics-listen", "127.0.0.1:0", "--log-format", "json"]
          + (command == "work" ? ["--no-deliver"] : []))
      #expect(await process.says("serving metrics"))
      #expect(await process.says(command == "work" ? "worker started" : "relay started"))
      let port = try #require(process.errors.firstMatch(of: /"port":"(\d+)"/).flatMap { Int($0.1) })
      let client = TestClient(port: port)
      #expect(try await client.send("/livez").status == 200)
      let ready = try await client.send("/readyz")
      #expect(ready.status == 200, "\(ready.text)")
      let metrics = try await client.send("/metrics").text
      let own =
        command == "work"
        ? "pressrun_worker_jobs_total{outcome=\"completed\"} 0" : "pressrun_relay_running_deliveries 0"
      #expect(
        metrics.contains(own) && metrics.contains("pressrun_build_info{") && metrics.contains("pressrun_queue_jobs{"))
      #expect(try await client.send("/v1/jobs").status == 404)
      process.send(SIGTERM)
      #expect(await process.result().status == 0)
      try await installation.pressrun(command, "--metrics-listen", "nonsense", status: 2)
    }
  }

  @Test func theServiceRendersAndServesGotenbergsRoutesAndProbes() async throws {
    try await TestInstallation.with { installation in
      let token = try await installation.pressrun(
        "tokens", "create", "test", "--tenant", "acme", "--scope", "jobs:write"
      ).lines.last
      let process = try installation.start(
        [
          "serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--log-format", "json", "--renderers",
          "1",
        ])
      #expect(await process.says("\"message\":\"serving\""))
      #expect(await process.says("serving metrics"))
      let port = try #require(process.errors.firstMatch(of: /"address":"127.0.0.1:(\d+)"/).flatMap { Int($0.1) })
      let client = TestClient(port: port, headers: ["Authorization": "Bearer \(token ?? "")"])
      let answer = try await client.send("POST", "/v1/render", headers: ["Content-Type": "text/html"], body: "<p>x")
      #expect(answer.status == 200 && answer.body.starts(with: Array("%PDF".utf8)), "\(answer.text.prefix(300))")
      #expect(try await client.send("/readyz").status == 200)
      #expect(try await client.send("/health").text.contains("up"))
      #expect(try await client.send("/metrics").status == 404)
      #expect(try await client.send("/s/x").status == 404)
      let metrics = try #require(process.errors.firstMatch(of: /"port":"(\d+)"/).flatMap { Int($0.1) })
      let text = try await TestClient(port: metrics).send("/metrics").text
      #expect(text.contains(#"pressrun_http_requests_total{method="POST",route="/v1/render",status="200"} 1"#))
      #expect(text.contains(#"pressrun_request_render_duration_seconds_count{kind="html",outcome="rendered"} 1"#))
      process.send(SIGTERM)
      #expect(await process.result().status == 0)
    }
  }
}
