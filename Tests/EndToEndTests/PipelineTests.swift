import Foundation
import JobQueue
import OperatingSystem
import TestTraits
import Testing

/// Jobs from enqueue to completion, through the built command and a PostgreSQL server.
@Suite(.hangLimit) struct PipelineTests {
  @Test func everyExampleIsCompletedOnce() async throws {
    try await TestInstallation.with { installation in
      let examples = try FileManager.default.contentsOfDirectory(atPath: repository + "/Jobs/examples")
        .filter { $0.hasSuffix(".json") }
      try #require(!examples.isEmpty)
      for example in examples { try await installation.pressrun("enqueue", repository + "/Jobs/examples/" + example) }
      try await installation.drain(delivers: false)
      let jobs = try await installation.queue.jobs()
      #expect(jobs.count == examples.count)
      for job in jobs {
        #expect(job.state == .completed, "\(job.kind): \(job.lastError ?? "")")
        #expect(job.artifact?.pages ?? 0 > 0)
        let file = installation.folder + "/\(job.id).pdf"
        try await installation.pressrun("artifacts", "get", "\(job.id)", "-o", file)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(bytes.starts(with: Array("%PDF-".utf8)))
        #expect(Int64(bytes.count) == job.artifact?.bytes)
        #expect(Hexadecimal.text(SHA256.hash(data: bytes)) == job.artifact?.sha256)
      }
      #expect(Set(jobs.map(\.kind)).isSuperset(of: ["note", "invoice", "archive"]))
    }
  }

  @Test func anArchiveIsItsBaseWithItsSegmentsByteForByte() async throws {
    try await TestInstallation.with { installation in
      let payload = Payloads.json([
        "base": ["base64": Data(PDFSamples.onePage).base64EncodedString()],
        "segments": [["base64": Data(PDFSamples.segment).base64EncodedString()]],
      ])
      let id = try await installation.enqueue("archive", payload)
      try await installation.drain()
      let file = installation.folder + "/archive.pdf"
      try await installation.pressrun("artifacts", "get", "\(id)", "-o", file)
      #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) == PDFSamples.onePage + PDFSamples.segment)
      #expect(try await installation.queue.job(id).artifact?.pages == [PagePoints(width: 200, height: 100)])
    }
  }

  @Test func theSameInputGivesTheSameBytes() async throws {
    try await TestInstallation.with { installation in
      for (kind, payload) in [("note", Payloads.note()), ("invoice", Payloads.invoice())] {
        let first = try await installation.enqueue(kind, payload)
        let second = try await installation.enqueue(kind, payload)
        try await installation.drain()
        let sha256 = try await installation.queue.job(first).artifact?.sha256
        #expect(sha256 != nil)
        #expect(try await installation.queue.job(second).artifact?.sha256 == sha256)
      }
    }
  }

  @Test func theEventIsACloudEventThatNamesDestinationAndArtifact() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note(), "--destination", "email:pm@fund.example")
      try await installation.drain(delivers: false)
      // There may be progress events before.
      let line = try #require(try await installation.pressrun("events", "--json").lines.last)
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let artifact = try #require(try await installation.queue.job(id).artifact)
      #expect(event["specversion"] as? String == "1.0")
      for attribute in ["id", "source", "type", "time"] { #expect(event[attribute] is String) }
      let data = try #require(event["data"] as? [String: Any])
      let text = String(decoding: try JSONSerialization.data(withJSONObject: data), as: UTF8.self)
      #expect(text.contains("pm@fund.example"))
      #expect(text.contains(artifact.sha256))
    }
  }

  @Test func jobsEnqueuedFromSQLAreRendered() async throws {
    try await TestInstallation.with { installation in
      _ = try await installation.database.query(
        "SELECT pressrun.enqueue('note', $1::json)", [.utf8(Array(Payloads.note().utf8))])
      try await installation.drain()
      #expect(try await installation.queue.jobs().map(\.state) == [.completed])
    }
  }

  @Test func linesOfStdinAreJobs() async throws {
    try await TestInstallation.with { installation in
      let lines = (1...20).map { Payloads.note("Note \($0)") }.joined(separator: "\n")
      let result = try await installation.pressrun("enqueue", "note", "-", "--tenant", "north", input: lines)
      #expect(result.lines.count == 20)
      #expect(try await installation.count("SELECT count(*) FROM pressrun.jobs WHERE tenant = 'north'") == 20)
    }
  }

  @Test func oneBadLineEnqueuesNothing() async throws {
    try await TestInstallation.with { installation in
      let result = try await installation.pressrun(
        "enqueue", "note", "-", input: Payloads.note() + "\n{\"title\":\n", status: 2)
      #expect(result.errors.contains("line 2"))
      #expect(try await installation.queue.jobs().isEmpty)
    }
  }

  @Test func waitingPrintsTheResult() async throws {
    try await TestInstallation.with { installation in
      let worker = try installation.start(["work", "--concurrency", "1"])
      let file = installation.folder + "/note.json"
      try Data(Payloads.note().utf8).write(to: URL(fileURLWithPath: file))
      let result = try await installation.pressrun("enqueue", "note", file, "--wait", "--json")
      #expect(result.lines.first?.contains(#""state":"completed""#) == true)
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
    }
  }

  @Test func aDeniedDestinationIsRefusedWithTheRule() async throws {
    try await TestInstallation.with { installation in
      try await installation.deny(["email"], tenant: "north")
      let file = installation.folder + "/note.json"
      try Data(Payloads.note().utf8).write(to: URL(fileURLWithPath: file))
      let result = try await installation.pressrun(
        "enqueue", "note", file, "--tenant", "north", "--destination", "email:pm@fund.example", status: 2)
      #expect(result.errors.contains("email"))
      #expect(try await installation.queue.jobs().isEmpty)
    }
  }

  @Test func aPolicyChangeIsEnforcedAtCompletion() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue(
        "note", Payloads.note(), "--tenant", "north", "--destination", "email:pm@fund.example")
      try await installation.deny(["email"], tenant: "north")
      try await installation.drain()
      #expect(try await installation.queue.job(id).job.state == .completed)
      let delivery = try await installation.pressrun("deliveries", "list", "--json")
      #expect(
        delivery.output.contains(#""state":"refused""#) && delivery.output.contains("email"), "\(delivery.output)")
    }
  }
}
