import JobQueue
import Postgres
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct DeliveryTraceTests {
  private static let trace = TraceParent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")

  @Test func `a delivery has the trace of the job that made the document`() async throws {
    try await DeliveryFixture.with { fixture async throws in
      _ = try await fixture.deliveries.subscribe(tenant: "default", to: "webhook:https://a.example/hook")
      let id = try await fixture.queue.enqueue(
        NewJob(kind: "note", payload: Array("{}".utf8), destination: "email:pm@fund.example", traceParent: Self.trace)
      ).id
      let job = try #require(
        try await fixture.queue.claim(worker: fixture.worker, limit: 1, lease: .seconds(3600)).first)
      _ = try await fixture.queue.complete(job.ref, Completion(artifact: DeliveryFixture.artifact))
      _ = try await fixture.database.query("select pressrun.share($1, 'folder:out')", [.integer(id.rawValue)])
      _ = try await fixture.database.query("select pressrun.deliver_events()")
      // By mail, into a folder, and the event of the completion by webhook.
      let claimed = try await fixture.claim(10)
      #expect(claimed.count == 3 && claimed.allSatisfy { $0.traceParent == Self.trace })
      #expect(try await fixture.deliveries.list().allSatisfy { $0.traceParent == Self.trace })
      _ = try await fixture.deliveries.complete(many: claimed.map { ($0.ref, DeliveryFixture.receipt()) })
      let events = try await fixture.database.query(
        "select count(*)::int from pressrun.events where type = 'pressrun.delivery.delivered' and record->>'traceparent' = $1",
        [.text(optional: Self.trace?.text)])
      #expect(try events.single().decode(0, as: Int.self) == 3)
    }
  }
}
