import JobQueue
import Logging
import OperatingSystem
import Postgres
import Rendering
import TestSupport
import TestTraits
import Testing

@testable import Worker

/// Progress of running jobs, and jobs without a document.
@Suite(.hangLimit) struct ProgressTests {
  @Test func heartbeatsReportPages() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["pages"])
      let worker = try fixture.worker(concurrency: 1)
      let run = Task { try await worker.run() }
      try await fixture.until { try await fixture.queue.job(ids[0]).job.pagesDone == 7 }
      let events = try await fixture.queue.job(ids[0]).events
      #expect(events.map(\.type) == ["pressrun.job.progress"])
      await worker.stop()
      await worker.stop()
      // A claim that was under way may meet the job again, and give it back again.
      #expect(try await run.value.released >= 1)
    }
  }

  private struct NoDocument: RenderSlot {
    func warmUp() async throws(RenderingError) {}
    var sandboxProblems: [String] { [] }
    func render(
      _ request: RenderRequest, payload: [UInt8], artifacts: [LocalArtifact], timeout: Duration,
      progress: @escaping @Sendable (Int) -> Void
    ) async -> RenderOutcome { .done }
    func stop() async {}
  }

  @Test func jobThatMakesNoDocumentIsCompletedWithoutAnArtifact() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(Array(repeating: "echo", count: 700))
      let settings = WorkerSettings(
        concurrency: 16, drains: true,
        renderer: RendererSettings(program: ProgramCommand(path: "", arguments: [], environment: [:])),
        lease: .seconds(3600))
      let worker = try Worker(
        queue: fixture.queue, store: fixture.store, settings: settings, log: Logger(label: "test") { _ in TestLog() },
        slots: (0..<16).map { _ in NoDocument() })
      #expect(try await worker.run().completed == 700)
      let details = try await fixture.queue.job(ids[699])
      #expect(details.job.state == .completed)
      #expect(details.artifact == nil)
      #expect(details.events.map(\.type) == ["pressrun.job.completed"])
      #expect(try await fixture.queue.database.query("select from pressrun.events").count == 700)
    }
  }
}
