import Foundation
import JobQueue
import Postgres
import TestTraits
import Testing

@testable import Delivery

/// The states of a delivery and the transitions between them.
@Suite(.hangLimit) struct DeliveryStateTests {
  @Test func completionRequestsADelivery() async throws {
    try await DeliveryFixture.with { test async throws in
      let job = try await test.complete("email:pm@fund.example", tenant: "acme", options: #"{"subject": "Report"}"#)
      let record = try #require(try await test.deliveries.list().first)
      #expect(record.job == job && record.kind == "note" && record.tenant == "acme")
      #expect(record.destination == "email:pm@fund.example" && record.queue == "deliveries.email")
      #expect(record.state == .pending && record.attempt == 0 && record.isChosen)
      #expect(record.sha256 == DeliveryFixture.artifact.sha256 && record.bytes == 1234 && record.receipt == nil)
      let claimed = try #require(try await test.claim().first)
      #expect(claimed.id == record.id && claimed.attempt == 1 && claimed.maxAttempts == 20)
      #expect(claimed.destination == record.destination && claimed.tenant == "acme" && claimed.job == job)
      #expect(String(decoding: claimed.options, as: UTF8.self) == #"{"subject": "Report"}"#)
      #expect(String(decoding: claimed.payload, as: UTF8.self) == #"{"n": 1}"#)
      #expect(
        claimed.files.map(\.sha256) == [record.sha256] && claimed.files[0].bytes == 1234
          && claimed.files[0].mediaType == "application/pdf")
      #expect(!claimed.mayHaveArrived && claimed.timeout == .seconds(600))
      #expect(try await test.state(record.id) == .delivering)
    }
  }

  @Test func deliveredDeliveryHasAReceipt() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      let claimed = try #require(try await test.claim().first)
      var receipt = DeliveryFixture.receipt()
      receipt.response = "250 \0" + String(repeating: "x", count: 2000)
      #expect(try await test.deliveries.complete(many: [(claimed.ref, receipt)]) == [true])
      let details = try await test.deliveries.show(id)
      #expect(details.delivery.state == .delivered && details.delivery.finishedAt != nil)
      receipt.response = "250 \u{FFFD}" + String(repeating: "x", count: 995)
      #expect(details.delivery.receipt == receipt)
      #expect(details.attempts.map(\.outcome) == [.completed])
      let row = try await test.database.query(
        "select protocol, address, remote_id, response from pressrun.delivery_overview"
      ).single()
      #expect(try row.decode(0, as: String.self) == "smtp")
      #expect(try row.decode(1, as: String.self) == "pm@fund.example")
      #expect(try row.decode(2, as: String.self) == "<7@pressrun>")
      #expect(try row.decode(3, as: String.self).hasPrefix("250 "))
    }
  }

  @Test func eventsAreCloudEventsAboutTheDelivery() async throws {
    struct Event: Decodable {
      struct Contents: Decodable {
        var delivery: Int64, job: Int64, kind: String, tenant: String, destination: String, attempt: Int
        var receipt: Receipt?
      }
      var specversion: String, id: String, source: String, type: String, subject: String
      var data: Contents
    }
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      let claimed = try #require(try await test.claim().first)
      _ = try await test.deliveries.complete(many: [(claimed.ref, DeliveryFixture.receipt())])
      let events = try await test.queue.events()
      #expect(events.map(\.type) == ["pressrun.job.completed", "pressrun.delivery.delivered"])
      #expect(!events[0].json.contains("delivered") && events[0].json.contains(#""state": "requested""#))
      let event = try Receipt.decoder.decode(Event.self, from: Data(events[1].json.utf8))
      #expect(event.specversion == "1.0" && event.id == events[1].id && event.source == "/pressrun/note")
      #expect(event.subject == "delivery/\(id)" && event.data.delivery == id.rawValue)
      #expect(event.data.job == claimed.job.rawValue && event.data.kind == "note" && event.data.attempt == 1)
      #expect(event.data.receipt == DeliveryFixture.receipt())
    }
  }

  @Test func failedAttemptIsRetriedNotBeforeTheTimeAsked() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      for (pause, least) in [(nil, 4.0), (Duration.seconds(500), 500.0), (.seconds(1e9), 86_400)] {
        let claimed = try #require(try await test.claim().first)
        let error = SendError(code: "greylisted", message: "try later", retry: .later(notBefore: pause))
        guard case .retry = try await test.deliveries.fail(claimed.ref, error) else {
          Issue.record("not to be retried")
          return
        }
        let record = try await test.deliveries.show(id).delivery
        #expect(record.state == .pending && record.errorCode == "greylisted" && record.errorMessage == "try later")
        let wait = try #require(record.runAt).timeIntervalSince(claimed.claimedAt)
        #expect(wait >= least && wait < least + 100, "\(wait)")
        try await test.makeDue()
      }
    }
  }

  @Test func permanentAndLastFailuresAreFinal() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      var claimed = try #require(try await test.claim().first)
      let never = SendError(code: "mailbox_unknown", message: "550 no such user", retry: .never)
      #expect(try await test.deliveries.fail(claimed.ref, never) == .discarded)
      #expect(try await test.state(id) == .failed)
      try await test.deliveries.retry(id)
      try await test.database.execute(script: "update pressrun.jobs set max_attempts = 2 where id = \(id)")
      claimed = try #require(try await test.claim().first)
      #expect(claimed.attempt == 2 && !claimed.mayHaveArrived)
      let later = SendError(code: "busy", message: "421", retry: .later(notBefore: nil))
      #expect(try await test.deliveries.fail(claimed.ref, later) == .discarded)
      let details = try await test.deliveries.show(id)
      #expect(details.delivery.state == .failed && details.attempts.map(\.errorCode) == ["mailbox_unknown", "busy"])
      #expect(try await test.deliveryEvents() == ["failed", "failed"])
    }
  }

  @Test func unknownOutcomeIsKeptForAllLaterAttempts() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      var claimed = try #require(try await test.claim().first)
      let lost = SendError(
        code: "connection_lost", message: "after DATA", retry: .later(notBefore: nil), isOutcomeUnknown: true)
      _ = try await test.deliveries.fail(claimed.ref, lost)
      #expect(try await test.deliveries.show(id).delivery.isOutcomeUnknown)
      for attempt in 2...3 {
        try await test.makeDue()
        claimed = try #require(try await test.claim().first)
        #expect(claimed.attempt == attempt && claimed.mayHaveArrived)
        let known = SendError(code: "busy", message: "", retry: .later(notBefore: nil))
        _ = try await test.deliveries.fail(claimed.ref, known)
      }
      let details = try await test.deliveries.show(id)
      #expect(details.attempts.map(\.isOutcomeUnknown) == [true, false, false])
      #expect(!details.delivery.isOutcomeUnknown)
    }
  }

  @Test func expiredLeaseIsAnAttemptWithUnknownOutcome() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      let old = try #require(try await test.claim(lease: .zero).first)
      #expect(try await test.queue.rescue() == 1)
      let details = try await test.deliveries.show(id)
      #expect(details.attempts.map(\.outcome) == [.expired] && details.attempts[0].isOutcomeUnknown)
      #expect(details.delivery.errorMessage?.contains("The document may have arrived") == true)
      try await test.makeDue()
      let new = try #require(try await test.claim().first)
      #expect(new.mayHaveArrived && new.ref.lease == old.ref.lease + 1)
    }
  }

  @Test func staleRelayChangesNothing() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      let old = try #require(try await test.claim(lease: .zero).first)
      try await test.queue.rescue()
      try await test.makeDue()
      let new = try #require(try await test.claim().first)
      #expect(try await test.deliveries.complete(many: [(old.ref, DeliveryFixture.receipt())]) == [false])
      #expect(try await test.deliveries.fail(old.ref, DeliveryFixture.down) == .stale)
      #expect(try await test.deliveries.refuse(old.ref, rule: "r") == false)
      #expect(try await test.queue.release([old.ref]) == 0)
      #expect(try await test.state(id) == .delivering)
      #expect(try await test.deliveries.breakers().isEmpty)
      #expect(try await test.count("select sum(count)::int from pressrun.incidents where what = 'fenced'") == 4)
      #expect(
        try await test.deliveries.complete(
          many: [(old.ref, DeliveryFixture.receipt()), (new.ref, DeliveryFixture.receipt())]) == [false, true])
      #expect(try await test.deliveryEvents() == ["delivered"])
    }
  }

  @Test func otherJobsAreNotCompletedOrFailedAsDeliveries() async throws {
    try await DeliveryFixture.with { test async throws in
      _ = try await test.queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8)))
      let job = try #require(try await test.queue.claim(worker: test.worker, limit: 1, lease: .seconds(3600)).first)
      #expect(try await test.deliveries.complete(many: [(job.ref, DeliveryFixture.receipt())]) == [false])
      #expect(try await test.deliveries.fail(job.ref, DeliveryFixture.down) == .stale)
      #expect(try await test.queue.job(job.ref.job).job.state == .running)
    }
  }

  @Test func releasedDeliveryIsPendingAgainAndItsOutcomeKnown() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      let claimed = try #require(try await test.claim().first)
      #expect(try await test.queue.release([claimed.ref]) == 1)
      #expect(try await test.state(id) == .pending)
      let again = try #require(try await test.claim().first)
      #expect(again.attempt == 1 && !again.mayHaveArrived)
    }
  }

  @Test func pendingDeliveryIsCancelledAtOnce() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      #expect(try await test.deliveries.cancel(id) == .cancelled)
      #expect(try await test.state(id) == .cancelled)
      #expect(try await test.claim().isEmpty)
      #expect(try await test.deliveryEvents() == ["cancelled"])
      try await test.deliveries.retry(id)
      #expect(try await test.claim().map(\.id) == [id])
    }
  }

  @Test func deliveringDeliveryIsCancelledThroughItsRelayUnlessItArrived() async throws {
    try await DeliveryFixture.with { test async throws in
      let ids = [try await test.request(), try await test.request(), try await test.request()]
      let claimed = try await test.claim(3)
      #expect(claimed.map(\.id) == ids)
      for id in ids { #expect(try await test.deliveries.cancel(id) == .delivering) }
      let reply = try await test.queue.heartbeat(
        worker: test.relay, holding: claimed.map(\.ref), lease: .seconds(3600))
      #expect(Set(reply.cancelled) == Set(claimed.map(\.ref)))
      #expect(try await test.queue.cancelled([claimed[0].ref]) == 1)
      #expect(try await test.deliveries.fail(claimed[1].ref, DeliveryFixture.down) == .cancelled)
      #expect(try await test.deliveries.complete(many: [(claimed[2].ref, DeliveryFixture.receipt())]) == [true])
      var states: [DeliveryState] = []
      for id in ids { states.append(try await test.state(id)) }
      #expect(states == [.cancelled, .cancelled, .delivered])
    }
  }

  @Test func policyIsCheckedAtEveryClaim() async throws {
    try await DeliveryFixture.with { test async throws in
      let refused = try await test.request(tenant: "acme")
      let allowed = try await test.request("folder", tenant: "acme")
      try await test.queue.setPolicy(of: "acme", sharing: true, allowed: ["folder"], denied: [])
      // A claim of one delivery does not return none because a policy refused the first one.
      #expect(try await test.claim(1).map(\.id) == [allowed])
      let details = try await test.deliveries.show(refused)
      #expect(details.delivery.state == .refused && details.delivery.refusal?.contains("acme") == true)
      #expect(details.attempts.map(\.outcome) == [.refused])
      #expect(try await test.queue.job(details.delivery.job).job.state == .completed, "its job and document are kept")
      #expect(try await test.deliveryEvents() == ["refused"])

      var error = await #expect(throws: QueueError.self) { try await test.deliveries.retry(refused) }
      #expect(error?.code == .destinationDenied)
      error = await #expect(throws: QueueError.self) { try await test.deliveries.cancel(allowed.next) }
      #expect(error?.code == .unknownJob)
      try await test.queue.setPolicy(of: "acme", sharing: true, allowed: ["*"], denied: [])
      try await test.deliveries.retry(refused)
      #expect(try await test.state(refused) == .pending)
      #expect(try await test.claim().map(\.id) == [refused])
    }
  }

  @Test func relayMayRefuseADelivery() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      let claimed = try #require(try await test.claim().first)
      #expect(try await test.deliveries.refuse(claimed.ref, rule: "not this document"))
      let record = try await test.deliveries.show(id).delivery
      #expect(record.state == .refused && record.refusal == "not this document")
      #expect(record.errorCode == "destination_denied")
    }
  }

  @Test func deliveryRefusedAtCompletionHasNoJobUntilItIsRetried() async throws {
    try await DeliveryFixture.with { test async throws in
      let enqueued = try await test.queue.enqueue(
        NewJob(kind: "note", payload: Array("{}".utf8), tenant: "acme", destination: "email:pm@fund.example"))
      try await test.queue.setPolicy(of: "acme", sharing: false, allowed: [], denied: [])
      let job = try #require(try await test.queue.claim(worker: test.worker, limit: 1, lease: .seconds(3600)).first)
      _ = try await test.queue.complete(job.ref, Completion(artifact: DeliveryFixture.artifact))
      let record = try #require(try await test.deliveries.list(DeliveryFilter(states: [.refused])).first)
      #expect(record.job == enqueued.id && record.refusal != nil && record.attempt == 0 && record.finishedAt != nil)
      #expect(try await test.count("select count(*)::int from pressrun.jobs") == 1)
      var error = await #expect(throws: QueueError.self) { try await test.deliveries.cancel(record.id) }
      #expect(error?.code == .wrongState)
      error = await #expect(throws: QueueError.self) { try await test.deliveries.retry(record.id) }
      #expect(error?.code == .destinationDenied)
      try await test.queue.setPolicy(of: "acme", sharing: true, allowed: ["*"], denied: [])
      try await test.deliveries.retry(record.id)
      #expect(try await test.state(record.id) == .pending)
      #expect(try await test.claim().map(\.id) == [record.id])
    }
  }

  @Test func deliveredDeliveryIsNeitherRetriedNorCancelled() async throws {
    try await DeliveryFixture.with { test async throws in
      let id = try await test.request()
      let claimed = try #require(try await test.claim().first)
      _ = try await test.deliveries.complete(many: [(claimed.ref, DeliveryFixture.receipt())])
      for operation in [test.deliveries.retry, { _ = try await test.deliveries.cancel($0) }] {
        let error = await #expect(throws: QueueError.self) { try await operation(id) }
        #expect(error?.code == .wrongState)
      }
      let error = await #expect(throws: QueueError.self) { try await test.deliveries.retry(id.next) }
      #expect(error?.code == .unknownJob)
    }
  }

  @Test(arguments: ["jobs", "attempts", "deliveries", "events", "counter_deltas"])
  func completionIsAllOrNothing(table: String) async throws {
    try await DeliveryFixture.with { test async throws in
      try await test.request()
      try await test.request("folder")
      let claimed = try await test.claim(2)
      try await test.database.execute(
        script: """
          create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'no space'; end $$;
          create trigger fail_here before insert or update on pressrun.\(table)
            for each row execute function fail_here();
          """)
      await #expect(throws: PostgresError.self) {
        try await test.deliveries.complete(many: claimed.map { ($0.ref, DeliveryFixture.receipt()) })
      }
      try await test.database.execute(script: "drop trigger fail_here on pressrun.\(table)")
      #expect(try await test.deliveries.list(DeliveryFilter(states: [.delivering])).count == 2)
      #expect(
        try await test.deliveries.complete(many: claimed.map { ($0.ref, DeliveryFixture.receipt()) }) == [true, true])
    }
  }
}

extension JobID {
  fileprivate var next: JobID { JobID(rawValue: rawValue + 1) }
}
