import Foundation
import JobQueue
import TestTraits
import Testing

@testable import Delivery

/// The commands `deliveries` and `share`, and what other commands show of deliveries.
@Suite(.hangLimit) struct DeliveryCommandTests {
  /// The installation's queue after a job with a delivery to a folder was completed.
  private static func withDelivery(
    _ body: @Sendable (TestInstallation, _ job: JobID, _ delivery: JobID) async throws -> Void
  ) async throws {
    try await TestInstallation.with { installation in
      let queue = installation.queue
      try await installation.database.execute(
        script: """
          insert into pressrun.destinations (endpoint) values ('folder'), ('folder:out') on conflict do nothing
          """)
      let payload = try installation.file("note.json", Payloads.note())
      let enqueued = try await installation.pressrun(
        "enqueue", "note", payload, "--destination", "folder", "--option", "name=a b", "--option", "copies:=2")
      let id = JobID(rawValue: try #require(enqueued.lines.first.flatMap { Int64($0) }))
      let worker = try await queue.register(worker: WorkerDescription(host: "h", pid: 1, version: "v", slots: 1))
      let claimed = try #require(try await queue.claim(worker: worker, limit: 1, lease: .seconds(3600)).first)
      let artifact = Artifact(sha256: String(repeating: "ab", count: 32), bytes: 1234, pages: [])
      _ = try await queue.complete(claimed.ref, Completion(artifact: artifact))
      let delivery = try #require(try await DeliveryQueue(queue).list(DeliveryFilter(job: id)).first)
      try await body(installation, id, delivery.id)
    }
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func aDeliveryIsListedAndShown() async throws {
    try await Self.withDelivery { installation, job, delivery in
      let list = try await installation.pressrun("deliveries", "list").output
      #expect(list.contains("folder") && list.contains("pending"))
      let shown = try await installation.pressrun("deliveries", "show", "\(delivery)").output
      #expect(shown.contains(#"{"name": "a b", "copies": 2}"#) && shown.contains("deliveries.folder"))
      let record = try Self.object(
        try await installation.pressrun("deliveries", "list", "--json", "--state", "pending").output)
      #expect(record["id"] as? Int64 == delivery.rawValue && record["job"] as? Int64 == job.rawValue)
      #expect(try await installation.pressrun("deliveries", "list", "--state", "failed").output.isEmpty)
      #expect(
        try await installation.pressrun("jobs", "show", "\(job)").output.contains("delivery \(delivery): pending"))
      let details = try Self.object(try await installation.pressrun("jobs", "show", "\(job)", "--json").output)
      #expect((details["deliveries"] as? [Any])?.count == 1)
      try await installation.pressrun("deliveries", "show", "4711", status: 1)
      try await installation.pressrun("deliveries", "retry", status: 2)
      // It was an error of the database with the status 1.
      try await installation.pressrun("links", "list", "--limit", "-1", status: 2)
    }
  }

  @Test func deliveriesAreCancelledRetriedAndShared() async throws {
    try await Self.withDelivery { installation, job, delivery in
      #expect(
        try await installation.pressrun("deliveries", "cancel", "\(delivery)").output == "\(delivery) cancelled\n")
      #expect(
        try await installation.pressrun("deliveries", "retry", "--state", "cancelled", "--destination", "folder").output
          == "\(delivery)\n")
      let shared = try await installation.pressrun("share", "\(job)", "folder", "folder:out", "--option", "name=x")
      let ids = shared.output.split(separator: "\n")
      #expect(ids.count == 2)
      let options =
        try Self.object(
          try await installation.pressrun("deliveries", "show", "\(ids[1])", "--json").output)["options"] as? String
      #expect(options == #"{"name": "x"}"#)
      try await installation.pressrun("share", "\(job)", "nonsense:x", status: 2)
      try await installation.pressrun("share", "\(job)", "folder", "--option", "name", status: 2)
      try await installation.pressrun("share", "4711", "folder", status: 1)
      _ = try await installation.database.query(
        """
        insert into pressrun.breakers (queue, state, opened_at, next_probe_at)
        values ('deliveries.folder', 'open', '2026-01-02T03:04:05Z', '2026-01-02T03:05:05Z')
        on conflict (queue) do update set state = excluded.state, opened_at = excluded.opened_at, next_probe_at = excluded.next_probe_at
        """)
      #expect(
        try await installation.pressrun("deliveries", "show", "\(delivery)").output.contains(
          """
          waits        the queue "deliveries.folder" is unavailable since 2026-01-02T03:04:05Z, and is tried again at 2026-01-02T03:05:05Z
          """))
      #expect(try await installation.pressrun("deliveries", "cancel", "--all").output.split(separator: "\n").count == 3)
    }
  }

  @Test func openCircuitBreakersAreShownAndClosed() async throws {
    try await TestInstallation.with { installation in
      try await installation.pressrun("migrate")
      #expect(!(try await installation.pressrun("status").output.contains("CIRCUIT BREAKER")))
      _ = try await installation.database.query(
        """
        insert into pressrun.breakers (queue, state, failures, last_error)
        values ('deliveries.email', 'disabled', 1, '410 Gone')
        """)
      let status = try await installation.pressrun("status").output
      #expect(status.contains("deliveries.email") && status.contains("disabled") && status.contains("410 Gone"))
      try await installation.pressrun("deliveries", "enable", "deliveries.email")
      #expect(!(try await installation.pressrun("status").output.contains("CIRCUIT BREAKER")))
      try await installation.pressrun("deliveries", "enable", "deliveries.nope", status: 1)
    }
  }
}
