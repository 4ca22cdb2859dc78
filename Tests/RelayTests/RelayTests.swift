import ArtifactStore
import Delivery
import Foundation
import JobQueue
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Relay

/// A relay with a queue in PostgreSQL and fake senders.
@Suite(.hangLimit) struct RelayTests {
  @Test func receiptsAreRecorded() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.deliver)
      let ids = try await fixture.prepared(["s3:out": sender]) {
        try await fixture.share(RelayFixture.addresses("s3:out", 20))
      }
      let counts = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]), drains: true).run()
      #expect(counts.delivered == 20 && counts.running == 0)
      for id in ids {
        let delivery = try await fixture.delivery(id)
        #expect(delivery.state == .delivered)
        let receipt = try #require(delivery.receipt)
        #expect(receipt.protocol == "fake" && receipt.address == delivery.destination)
        #expect(receipt.remoteID == "\(id)" && receipt.sha256 == delivery.sha256)
        #expect(receipt.bytes == RelayFixture.document.count)
      }
      #expect(sender.closed == 1)
    }
  }

  @Test func aSenderGetsTheDocumentAsALocalFile() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.deliver)
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      _ = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]), drains: true).run()
      let request = try #require(sender.requests.first)
      #expect(request.id == ids[0].rawValue && request.attempt == 1 && !request.mayHaveArrived)
      #expect(request.tenant == "default" && request.destination.description == "s3:out/a")
      #expect(request.document.job == fixture.job.rawValue && request.document.kind == "note")
      #expect(request.document.payload == Array("{}".utf8))
      #expect(FileManager.default.contents(atPath: request.document.path) == Data(RelayFixture.document))
    }
  }

  @Test func aSenderGetsAllFilesOfADelivery() async throws {
    try await withRelayFixture { fixture in
      let texts = ["%PDF-1.7", "page one", "page two", "Subject: body"]
      var artifacts: [Artifact] = []
      for (index, output) in ["pdf", "png", "png", "html-mail"].enumerated() {
        let stored = try await fixture.store.put(Array(texts[index].utf8))
        artifacts.append(
          Artifact(
            output: output, fileName: index == 0 ? "Visit.pdf" : "", sha256: stored.sha256, bytes: Int64(stored.bytes),
            mediaType: ["pdf": "application/pdf", "png": "image/png"][output] ?? "message/rfc822", pages: []))
      }
      let job = try await fixture.completedJob(artifacts)
      let (mail, bucket) = (FakeSender(.deliver), FakeSender(.deliver))
      let senders = ["s3:out": bucket, "email": mail]
      try await fixture.prepared(senders) {
        for destination in ["s3:out", "email:pm@fund.example"] {
          _ = try await fixture.deliveries.share(
            job, with: destination, options: Array(#"{"output": ["pdf", "png"]}"#.utf8))
        }
      }
      _ = try await fixture.relay(RelayFixture.destinations(senders), drains: true).run()
      for sender in [mail, bucket] {
        let request = try #require(sender.requests.first)
        #expect(request.documents.map(\.sha256) == artifacts.prefix(3).map(\.sha256))
        #expect(request.documents.map(\.number) == [nil, 1, 2])
        #expect(request.documents.map(\.fileName) == ["Visit.pdf", "", ""])
        for (document, text) in zip(request.documents, texts) {
          #expect(FileManager.default.contents(atPath: document.path) == Data(text.utf8))
        }
      }
      #expect(mail.requests.first?.mailBody?.sha256 == artifacts[3].sha256)
      let body = FileManager.default.contents(atPath: mail.requests.first?.mailBody?.path ?? "")
      #expect(body == Data(texts[3].utf8))
      #expect(bucket.requests.first?.mailBody == nil)
    }
  }

  @Test func aHangingDestinationUsesItsOwnConcurrencyOnly() async throws {
    try await withRelayFixture { fixture in
      let (slow, fast) = (FakeSender(.hang(isOutcomeUnknown: false)), FakeSender(.deliver))
      let senders = ["s3:slow": slow, "s3:fast": fast]
      let ids = try await fixture.prepared(senders) {
        let slow = try await fixture.share(RelayFixture.addresses("s3:slow", 20))
        return try await slow + fixture.share(RelayFixture.addresses("s3:fast", 20))
      }
      let destinations = RelayFixture.destinations(senders) { name, limits in
        if name == "s3:slow" { limits.concurrency = 3 }
      }
      let relay = try await fixture.relay(destinations, concurrency: 8)
      let run = Task { try await relay.run() }
      for id in ids[20...] { try await fixture.wait(for: id, .delivered) }
      for _ in 0..<3 { await slow.waitForStart() }
      #expect(slow.mostRunning == 3)
      let held = try await fixture.deliveries.list(DeliveryFilter(states: [.delivering]))
      #expect(held.count == 3)
      await relay.stop()
      await relay.stop()
      let counts = try await run.value
      #expect(counts.delivered == 20 && counts.released >= 3)
      #expect(slow.mostRunning == 3)
      #expect(try await fixture.deliveries.list(DeliveryFilter(states: [.pending])).allSatisfy { $0.attempt == 0 })
    }
  }

  @Test func aPermanentErrorFailsTheDelivery() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.fail(.rejected))
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let counts = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]), drains: true).run()
      #expect(counts.failed == 1)
      let delivery = try await fixture.delivery(ids[0])
      #expect(delivery.state == .failed && delivery.errorCode == "mailbox_unknown" && !delivery.isOutcomeUnknown)
    }
  }

  @Test func anAttemptWithUnknownOutcomeSaysSoToTheNext() async throws {
    try await withRelayFixture { fixture in
      var error = SendError.unavailable
      error.isOutcomeUnknown = true
      let sender = FakeSender(.fail(error))
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let relay = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]), drains: true)
      let run = Task { try await relay.run() }
      let attempt = try await fixture.waitForAttempt(of: ids[0])
      #expect(attempt.errorCode == "connect_failed")
      #expect(try await fixture.delivery(ids[0]).isOutcomeUnknown)
      sender.behave(.deliver)
      try await fixture.makeDue()
      #expect(try await run.value.delivered == 1)
      #expect(sender.requests.map(\.attempt) == [1, 2])
      #expect(sender.requests.map(\.mayHaveArrived) == [false, true])
    }
  }

  @Test func anAttemptThatExceedsItsTimeLimitIsCancelled() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.hang(isOutcomeUnknown: true))
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let destinations = RelayFixture.destinations(["s3:out": sender]) { $1.timeout = .milliseconds(20) }
      let relay = try await fixture.relay(destinations)
      let run = Task { try await relay.run() }
      let attempt = try await fixture.waitForAttempt(of: ids[0])
      #expect(attempt.errorCode == "timed_out")
      #expect(attempt.errorMessage?.contains("not finished after 20ms: the connection was lost") == true)
      #expect(try await fixture.delivery(ids[0]).isOutcomeUnknown)
      await relay.stop()
      #expect(try await run.value.retried == 1)
    }
  }

  @Test func aSenderThatIgnoresItsTimeLimitIsAbandonedAndKeepsItsSlot() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.wait)
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a", "s3:out/b") }
      let destinations = RelayFixture.destinations(["s3:out": sender]) { $1.concurrency = 1 }
      // The time limit of the first attempt passes once it has begun, and the time for its end too; no others do.
      let sleeps = Mutex(0)
      let relay = try await fixture.relay(destinations) { _ in
        let number = sleeps.withLock { count in
          count += 1
          return count
        }
        if number == 1 { await sender.waitForStart() }
        if number > 2 { try await Task.sleep(for: .seconds(86_400)) }
      }
      let run = Task { try await relay.run() }
      let attempt = try await fixture.waitForAttempt(of: ids[0])
      #expect(attempt.errorCode == "timed_out")
      #expect(try await fixture.delivery(ids[0]).isOutcomeUnknown)
      #expect(sender.requests.count == 1)
      sender.release()
      sender.behave(.deliver)
      try await fixture.wait(for: ids[1], .delivered)
      #expect(sender.mostRunning == 1)
      await relay.stop()
      _ = try await run.value
    }
  }

  @Test func theResultOfADeliveryWhoseLeaseWasLostIsDropped() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.wait)
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let relay = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]))
      let run = Task { try await relay.run() }
      await sender.waitForStart()
      try await fixture.queue.expireLease(of: ids[0])
      sender.release()
      await relay.stop()
      let counts = try await run.value
      #expect(counts.stale == 1 && counts.delivered == 0)
      let delivery = try await fixture.delivery(ids[0])
      #expect(delivery.state == .pending && delivery.receipt == nil && delivery.isOutcomeUnknown)
    }
  }

  @Test func aCancelledDeliveryIsStopped() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.hang(isOutcomeUnknown: false))
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let relay = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]), drains: true)
      let run = Task { try await relay.run() }
      await sender.waitForStart()
      try await fixture.deliveries.cancel(ids[0])
      #expect(try await run.value.cancelled == 1)
      #expect(try await fixture.delivery(ids[0]).state == .cancelled)
    }
  }
}
