import Foundation
import JobQueue
import OperatingSystem
import Postgres
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit)
struct SubscriptionTests {
  private static let a = "webhook:https://a.example/hook"
  private static let b = "webhook:https://b.example/hook"

  /// Processes all events. Returns the destinations of the deliveries that were requested for them, oldest first.
  private func deliver(_ fixture: DeliveryFixture) async throws -> [String] {
    let before = try await fixture.deliveries.list().first?.id.rawValue ?? 0
    _ = try await fixture.database.query("select pressrun.deliver_events()")
    return try await fixture.deliveries.list().filter { $0.id.rawValue > before }.reversed().map(\.destination)
  }

  @Test func `each event is delivered once to each subscription that it matches`() async throws {
    try await DeliveryFixture.with { fixture async throws in
      _ = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a, types: ["pressrun.job.completed"])
      _ = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.b)
      _ = try await fixture.deliveries.subscribe(
        tenant: "default", to: Self.b, types: ["pressrun.job.discarded", "pressrun.batch.*"])
      try await fixture.complete("none", tenant: "acme")
      #expect(try await deliver(fixture) == [Self.a, Self.b])
      #expect(try await deliver(fixture).isEmpty)
      try await fixture.complete("none", tenant: "default")
      #expect(try await deliver(fixture).isEmpty)
      try await fixture.complete("none", tenant: "acme")
      try await fixture.makeDue()
      #expect(try await fixture.deliveries.list().count == 4)
    }
  }

  @Test func `the document of a delivery is the record of the event`() async throws {
    try await DeliveryFixture.with { fixture async throws in
      _ = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a)
      let job = try await fixture.complete("none", tenant: "acme")
      let event = try #require(try await fixture.queue.events().last)
      _ = try await deliver(fixture)
      let claimed = try #require(try await fixture.claim().first)
      #expect(claimed.destination == Self.a && claimed.job == job && claimed.kind == "note")
      let file = try #require(claimed.files.first)
      #expect(file.mediaType == WebhookMessage.mediaType && claimed.queue == "deliveries.webhook.a.example..acme")
      let request = DeliveryRequest(
        id: claimed.id.rawValue, attempt: 1, tenant: claimed.tenant, destination: try Destination(claimed.destination),
        document: DeliveredDocument(
          job: job.rawValue, kind: "note", payload: [], path: "", bytes: Int(file.bytes), sha256: file.sha256,
          mediaType: file.mediaType, completedAt: claimed.completedAt), options: claimed.options)
      let message = try #require(WebhookMessage(eventOf: request))
      #expect(message.id == event.id && message.body.count == file.bytes)
      #expect(String(decoding: message.body, as: UTF8.self) == event.json)
      // The options of a share cannot contain an event.
      var forged = request
      forged.document.sha256 = DeliveryFixture.artifact.sha256
      #expect(WebhookMessage(eventOf: forged) == nil)
    }
  }

  @Test func `the delivery of an event is not an event to deliver, that of a document is`() async throws {
    try await DeliveryFixture.with { fixture async throws in
      _ = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a)
      try await fixture.complete("folder:out", tenant: "acme")
      #expect(try await deliver(fixture) == [Self.a])
      let claimed = try await fixture.claim(10)
      #expect(Set(claimed.map(\.destination)) == ["folder:out", Self.a])
      _ = try await fixture.deliveries.complete(many: claimed.map { ($0.ref, DeliveryFixture.receipt()) })
      #expect(try await fixture.deliveryEvents() == ["delivered", "delivered"])
      #expect(try await deliver(fixture) == [Self.a])
      let last = try #require(try await fixture.claim().first)
      _ = try await fixture.deliveries.complete(many: [(last.ref, DeliveryFixture.receipt())])
      #expect(try await deliver(fixture).isEmpty)
    }
  }

  /// The first completed batch of a tenant with such a subscription ended the deliveries of all events: its event has
  /// no kind.
  @Test func `the event of a batch is delivered, and its delivery is pruned`() async throws {
    try await DeliveryFixture.with { fixture async throws in
      _ = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a, types: ["pressrun.batch.completed"])
      var job = NewJob(kind: "note", payload: Array("{}".utf8))
      job.tenant = "acme"
      job.batch = "nightly"
      try await fixture.queue.cancel(try await fixture.queue.enqueue(job).id)
      try await fixture.makeDue()
      #expect(try await deliver(fixture) == [Self.a])
      let claimed = try #require(try await fixture.claim().first)
      #expect(claimed.destination == Self.a && claimed.job.rawValue == 0 && claimed.kind == "batch")
      _ = try await fixture.deliveries.complete(many: [(claimed.ref, DeliveryFixture.receipt())])
      while try await fixture.queue.prune().hasMore {}
      #expect(try await fixture.deliveries.list().count == 1)
      try await fixture.database.execute(
        script: """
          update pressrun.jobs
          set enqueued_at = enqueued_at - interval '1 year', finished_at = finished_at - interval '1 year'
          """)
      while try await fixture.queue.prune().hasMore {}
      #expect(try await fixture.deliveries.list().isEmpty)
    }
  }

  /// Regression: such an event ended the deliveries of all events, which only the log of the server showed.
  @Test func `an event that cannot be delivered is a refused delivery, and the others are delivered`() async throws {
    try await DeliveryFixture.with { fixture async throws in
      _ = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a)
      try await fixture.database.execute(
        script: """
          insert into pressrun.events (job_id, type, destination_kind, record)
          values (0, 'pressrun.job.x', 'none', '{"data": {"tenant": "acme", "kind": "note", "job": "no number"}}')
          """)
      let job = try await fixture.complete("none", tenant: "acme")
      #expect(try await deliver(fixture) == [Self.a, Self.a])
      #expect(try await deliver(fixture).isEmpty)
      let claimed = try await fixture.claim(10)
      #expect(claimed.map(\.job) == [job])
      let refused = try #require(try await fixture.deliveries.list().first { $0.state == .refused })
      #expect(refused.refusal?.hasPrefix("the event cannot be delivered: ") == true)
      #expect(try await fixture.deliveryEvents() == ["refused"])
      let again = await #expect(throws: QueueError.self) { try await fixture.deliveries.retry(refused.id) }
      #expect(again?.code == .wrongState)
      try await fixture.database.execute(
        script: "update pressrun.deliveries set requested_at = requested_at - interval '10 years'")
      while try await fixture.queue.prune().hasMore {}
      #expect(try await fixture.deliveries.list().allSatisfy { $0.state != .refused })
    }
  }

  /// The delivery of an event about the job was recorded as a delivery of its archive.
  @Test func `only deliveries of an archive are part of the record of its document`() async throws {
    try await DeliveryFixture.with { fixture async throws in
      _ = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a)
      let job = try await fixture.complete("folder:out", tenant: "acme")
      try await fixture.database.execute(
        script: """
          select pressrun.register_document('deed', repeat('cd', 32), 10, 'acme');
          select pressrun.record_build(\(job), 'deed', 0, repeat('ab', 32), '{}');
          """)
      #expect(try await deliver(fixture) == [Self.a])
      let claimed = try await fixture.claim(10)
      #expect(claimed.count == 2)
      _ = try await fixture.deliveries.complete(many: claimed.map { ($0.ref, DeliveryFixture.receipt()) })
      #expect(try await fixture.count("select count(*)::int from pressrun.annotation_receipts") == 1)
      #expect(
        try await fixture.count(
          "select count(*)::int from pressrun.annotation_receipts where destination = 'folder:out'") == 1)
    }
  }

  @Test func `only events after the subscription are delivered`() async throws {
    try await DeliveryFixture.with { fixture async throws in
      try await fixture.complete("none", tenant: "acme")
      let first = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a)
      #expect(try await deliver(fixture).isEmpty)
      try await fixture.complete("none", tenant: "acme")
      _ = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.b)
      #expect(try await deliver(fixture) == [Self.a])
      #expect(try await fixture.deliveries.unsubscribe(first))
      #expect(try await !fixture.deliveries.unsubscribe(first))
      try await fixture.complete("none", tenant: "acme")
      #expect(try await deliver(fixture) == [Self.b])
      #expect(try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a, types: ["pressrun.*"]) == first)
      #expect(try await deliver(fixture).isEmpty)
      let all = try await fixture.deliveries.subscriptions(of: "acme")
      #expect(all.map(\.destination) == [Self.a, Self.b] && all.allSatisfy(\.isActive))
      #expect(all.first?.types == ["pressrun.*"])
      #expect(try await fixture.deliveries.subscriptions(of: "default").isEmpty)
    }
  }

  @Test func `without subscriptions nothing is read`() async throws {
    try await DeliveryFixture.with { fixture async throws in
      try await fixture.complete("none", tenant: "acme")
      #expect(try await fixture.count("select pressrun.deliver_events()") == 0)
      let id = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a)
      _ = try await fixture.deliveries.unsubscribe(id)
      try await fixture.complete("none", tenant: "acme")
      #expect(try await fixture.count("select pressrun.deliver_events()") == 0)
      #expect(try await fixture.count("select sequence::int from pressrun.subscription_position") == 1)
    }
  }

  @Test func `webhooks that cannot be used and patterns that are malformed or match no event are refused`() async throws
  {
    try await DeliveryFixture.with { fixture async throws in
      for destination in [
        "email:pm@fund.example", "webhook", "none", "webhook:ftp://a.example/", "webhook:https://me@a.example/",
      ] {
        await #expect(throws: QueueError.self, "\(destination)") {
          _ = try await fixture.deliveries.subscribe(tenant: "acme", to: destination)
        }
      }
      for types in [
        [], [""], ["Pressrun"], ["a%"], ["a\\"], [String(repeating: "a", count: 101)], Array(repeating: "a", count: 21),
        ["pressrun.job.complete"], ["pressrun.job.*", "job.completed"],
      ] {
        await #expect(throws: QueueError.self, "\(types)") {
          _ = try await fixture.deliveries.subscribe(tenant: "acme", to: Self.a, types: types)
        }
      }
      try await fixture.queue.setPolicy(of: "stranger", sharing: true, allowed: ["folder"], denied: [])
      let denied = await #expect(throws: QueueError.self) {
        _ = try await fixture.deliveries.subscribe(tenant: "stranger", to: Self.a)
      }
      #expect(denied?.code == .destinationDenied)
      #expect(try await fixture.deliveries.subscriptions().isEmpty)
    }
  }
}
