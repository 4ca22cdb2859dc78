import Delivery
import Foundation
import JobQueue
import TestTraits
import Testing

@testable import Relay

/// Deliveries of a relay that is asked to stop.
@Suite(.hangLimit) struct RelayStopTests {
  @Test func stoppingOnceFinishesRunningAttempts() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.wait)
      let ids = try await fixture.prepared(["s3:out": sender]) {
        try await fixture.share(RelayFixture.addresses("s3:out", 3))
      }
      let destinations = RelayFixture.destinations(["s3:out": sender]) { $1.concurrency = 1 }
      let relay = try await fixture.relay(destinations)
      let run = Task { try await relay.run() }
      let first = await sender.waitForStart()
      await relay.stop()
      sender.release()
      #expect(try await run.value.delivered == 1)
      for id in ids {
        let delivery = try await fixture.delivery(id)
        #expect(delivery.state == (id.rawValue == first?.id ? .delivered : .pending))
      }
    }
  }

  @Test func attemptsThatHaveSentNothingAreReleasedAfterTheGracePeriod() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.hang(isOutcomeUnknown: false))
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let relay = try await fixture.relay(
        RelayFixture.destinations(["s3:out": sender]), grace: .milliseconds(20))
      let run = Task { try await relay.run() }
      await sender.waitForStart()
      await relay.stop()
      // A claim that was under way may meet the delivery again, and give it back again.
      #expect(try await run.value.released >= 1)
      let delivery = try await fixture.delivery(ids[0])
      #expect(delivery.state == .pending && delivery.attempt == 0 && !delivery.isOutcomeUnknown)
    }
  }

  @Test func anAttemptThatWasCutAfterSendingHasAnUnknownOutcome() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.hang(isOutcomeUnknown: true))
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let relay = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]))
      let run = Task { try await relay.run() }
      await sender.waitForStart()
      await relay.stop()
      await relay.stop()
      #expect(try await run.value.retried == 1)
      let delivery = try await fixture.delivery(ids[0])
      #expect(delivery.state == .pending && delivery.attempt == 1 && delivery.isOutcomeUnknown)
    }
  }

  @Test func aSenderThatDoesNotEndIsAbandonedWithUnknownOutcome() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.wait)
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let relay = try await fixture.relay(
        RelayFixture.destinations(["s3:out": sender]), cancelTime: .milliseconds(20))
      let run = Task { try await relay.run() }
      await sender.waitForStart()
      await relay.stop()
      await relay.stop()
      #expect(try await run.value.retried == 1)
      let delivery = try await fixture.delivery(ids[0])
      #expect(delivery.errorCode == "interrupted" && delivery.isOutcomeUnknown)
      sender.release()
    }
  }

  @Test func cancellingTheRunIsAStop() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.wait)
      _ = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let relay = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]))
      let run = Task { try await relay.run() }
      await sender.waitForStart()
      run.cancel()
      sender.release()
      #expect(try await run.value.delivered == 1)
    }
  }

  @Test func aQuietRelayClaimsNothingUntilItIsResumed() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.deliver)
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let destinations = RelayFixture.destinations(["s3:out": sender])
      let quiet = try await fixture.relay(destinations)
      await quiet.quiet()
      let run = Task { try await quiet.run() }
      #expect(try await fixture.relay(destinations, drains: true).run().delivered == 1)
      await quiet.resume()
      let more = try await fixture.share("s3:out/b")
      try await fixture.wait(for: more[0], .delivered)
      await quiet.stop()
      #expect(try await run.value.delivered == 1)
      #expect(try await fixture.delivery(ids[0]).state == .delivered)
    }
  }
}
