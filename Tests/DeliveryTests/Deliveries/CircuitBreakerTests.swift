import JobQueue
import Postgres
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct CircuitBreakerTests {
  private static let email = "deliveries.email"

  /// Claims one delivery of the queue and fails it.
  private static func fail(_ test: DeliveryFixture, _ error: SendError = DeliveryFixture.down) async throws {
    let claimed = try #require(try await test.claim(1, capacity: only(email)).first)
    _ = try await test.deliveries.fail(claimed.ref, error)
  }

  private static func only(_ queue: String) -> DeliveryCapacity { DeliveryCapacity(perQueue: 0, queues: [queue: 9]) }

  private static func breaker(_ test: DeliveryFixture) async throws -> CircuitBreaker {
    try #require(try await test.deliveries.breakers().first { $0.queue == email })
  }

  /// Seconds from the last failure to the next probe. Throws if the time of the probe does not agree with it.
  private static func pause(_ test: DeliveryFixture) async throws -> Double {
    try await test.database.query(
      """
      select b.probe_seconds from pressrun.breakers b
      where b.next_probe_at - make_interval(secs => b.probe_seconds)
        between (select max(a.started_at) from pressrun.attempts a) and clock_timestamp()
      """
    ).single().decode(0, as: Double.self)
  }

  private static func makeProbeDue(_ test: DeliveryFixture) async throws {
    try await test.database.execute(script: "update pressrun.breakers set next_probe_at = now() where state = 'open'")
  }

  /// However slow the machine is, no probe becomes due by itself.
  private static func postponeProbe(_ test: DeliveryFixture) async throws {
    try await test.database.execute(
      script: "update pressrun.breakers set next_probe_at = 'infinity' where state = 'open'")
  }

  /// A breaker that five failures have opened until `makeProbeDue`, with more deliveries in the queue.
  private static func open(_ test: DeliveryFixture) async throws {
    for _ in 0..<8 { try await test.request() }
    for _ in 0..<5 { try await fail(test) }
    #expect(try await breaker(test).state == .open)
    try await postponeProbe(test)
  }

  @Test func opensAfterConsecutiveFailures() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<9 { try await test.request() }
      for count in 1...4 {
        try await Self.fail(test)
        let breaker = try await Self.breaker(test)
        #expect(breaker.state == .closed && breaker.failures == count && breaker.openedAt == nil)
      }
      try await Self.fail(test)
      let breaker = try await Self.breaker(test)
      #expect(breaker.state == .open && breaker.failures == 5 && breaker.openedAt != nil && breaker.threshold == 5)
      #expect(breaker.lastErrorCode == "connection_refused" && breaker.lastError == "no answer")
      #expect(try await Self.pause(test) == 30)
      try await Self.postponeProbe(test)
      #expect(try await test.claim(9).isEmpty)
    }
  }

  @Test func otherDestinationsAreNotHeldBack() async throws {
    try await DeliveryFixture.with { test async throws in
      try await Self.open(test)
      let folder = try await test.request("folder")
      #expect(try await test.claim(9).map(\.id) == [folder])
    }
  }

  @Test func successBreaksTheRowOfFailures() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<9 { try await test.request() }
      for _ in 0..<4 { try await Self.fail(test) }
      let claimed = try #require(try await test.claim().first)
      _ = try await test.deliveries.complete(many: [(claimed.ref, DeliveryFixture.receipt())])
      #expect(try await Self.breaker(test).failures == 0)
      for _ in 0..<4 { try await Self.fail(test) }
      #expect(try await Self.breaker(test).state == .closed)
    }
  }

  @Test func failuresOfSingleDocumentsDoNotCount() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<9 { try await test.request() }
      for _ in 0..<9 { try await Self.fail(test, SendError(code: "mailbox_unknown", message: "", retry: .never)) }
      #expect(try await test.deliveries.breakers().isEmpty)
    }
  }

  @Test func oneProbeAtATimeThenSuccessCloses() async throws {
    try await DeliveryFixture.with { test async throws in
      try await Self.open(test)
      try await Self.makeProbeDue(test)
      let probe = try await test.claim(9)
      #expect(probe.count == 1)
      #expect(try await Self.breaker(test).state == .halfOpen)
      #expect(try await test.claim(9).isEmpty, "while the probe is in progress")
      _ = try await test.deliveries.complete(many: [(probe[0].ref, DeliveryFixture.receipt())])
      let breaker = try await Self.breaker(test)
      #expect(
        breaker.state == .closed && breaker.failures == 0 && breaker.openedAt == nil && breaker.nextProbeAt == nil)
      #expect(try await test.claim(9).count == 2)
    }
  }

  @Test func pauseDoublesUpToItsLimit() async throws {
    try await DeliveryFixture.with { test async throws in
      try await Self.open(test)
      var pauses: [Double] = []
      for _ in 0..<6 {
        try await Self.makeProbeDue(test)
        try await test.makeDue()
        try await Self.fail(test)
        #expect(try await Self.breaker(test).state == .open)
        pauses.append(try await Self.pause(test))
      }
      #expect(pauses == [60, 120, 240, 480, 600, 600])
    }
  }

  @Test(arguments: ["released", "expired"])
  func probeThatEndsWithoutAResultIsFollowedByAnother(way: String) async throws {
    try await DeliveryFixture.with { test async throws in
      try await Self.open(test)
      try await Self.makeProbeDue(test)
      let probe = try #require(try await test.claim(9, lease: .zero).first)
      if way == "released" {
        try await test.queue.release([probe.ref])
      } else {
        try await test.queue.rescue()
      }
      #expect(try await test.claim(9).count == 1)
    }
  }

  @Test func probeThatFailsForAnotherReasonLeavesOneMoreFailure() async throws {
    try await DeliveryFixture.with { test async throws in
      try await Self.open(test)
      try await Self.makeProbeDue(test)
      try await Self.fail(test, SendError(code: "mailbox_unknown", message: "", retry: .never))
      #expect(try await Self.breaker(test).state == .closed)
      try await Self.fail(test)
      #expect(try await Self.breaker(test).state == .open)
    }
  }

  @Test func lateSuccessOfAnEarlierAttemptCloses() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<7 { try await test.request() }
      let slow = try #require(try await test.claim().first)
      for _ in 0..<5 { try await Self.fail(test) }
      #expect(try await Self.breaker(test).state == .open)
      _ = try await test.deliveries.complete(many: [(slow.ref, DeliveryFixture.receipt())])
      #expect(try await Self.breaker(test).state == .closed)
    }
  }

  @Test func destinationThatAsksForNoMoreIsDisabledUntilAnOperatorEnablesIt() async throws {
    try await DeliveryFixture.with { test async throws in
      for _ in 0..<3 { try await test.request() }
      let other = try #require(try await test.claim().first)
      try await Self.fail(
        test, SendError(code: "gone", message: "410", retry: .never, disablesDestination: true))
      #expect(try await Self.breaker(test).state == .disabled)
      _ = try await test.deliveries.complete(many: [(other.ref, DeliveryFixture.receipt())])
      #expect(try await Self.breaker(test).state == .disabled)
      #expect(try await test.claim(9).isEmpty)
      try await test.deliveries.enable(queue: Self.email)
      #expect(try await test.claim(9).count == 1)
      let error = await #expect(throws: QueueError.self) { try await test.deliveries.enable(queue: "deliveries.nope") }
      #expect(error?.code == .unknownJob)
    }
  }

  /// A receiver of one tenant that answered 410 stopped the deliveries of all tenants to its host.
  @Test func aURLThatAsksForNoMoreEndsItsSubscriptionsOnly() async throws {
    try await DeliveryFixture.with { test async throws in
      let (gone, other) = ("webhook:https://hooks.example/a", "webhook:https://hooks.example/b")
      for (tenant, url) in [("default", gone), ("acme", gone), ("default", other)] {
        _ = try await test.deliveries.subscribe(tenant: tenant, to: url)
      }
      try await test.database.execute(script: "update pressrun.subscription_position set sequence = 1000000")
      try await test.request(gone)
      let kept = try await test.request(other, tenant: "acme")
      let claimed = try #require(try await test.claim(9).first { $0.destination == gone })
      _ = try await test.deliveries.fail(
        claimed.ref, SendError(code: "gone", message: "410", retry: .never, disablesDestination: true))
      #expect(try await test.state(kept) == .delivering)
      #expect(try await test.deliveries.breakers().isEmpty)
      let active = try await test.deliveries.subscriptions().filter(\.isActive)
      #expect(Set(active.map { "\($0.tenant) \($0.destination)" }) == ["acme \(gone)", "default \(other)"])
    }
  }

  @Test func thresholdAndPausesAreSettings() async throws {
    try await DeliveryFixture.with { test async throws in
      try await test.deliveries.setBreaker(
        of: Self.email, threshold: 1, firstProbe: .seconds(5), maxProbe: .seconds(8))
      for _ in 0..<3 { try await test.request() }
      try await Self.fail(test)
      #expect(try await Self.breaker(test).state == .open)
      #expect(try await Self.pause(test) == 5)
      try await Self.makeProbeDue(test)
      try await Self.fail(test)
      #expect(try await Self.pause(test) == 8)
      for (queue, threshold) in [("default", 5), (Self.email, 0)] {
        let error = await #expect(throws: QueueError.self) {
          try await test.deliveries.setBreaker(of: queue, threshold: threshold)
        }
        #expect(error?.code == .invalidArgument)
      }
    }
  }

  /// The settings of `webhook: default` had no effect.
  @Test func settingsOfTheDefaultWebhookAreThoseOfEachHost() async throws {
    try await DeliveryFixture.with { test async throws in
      try await test.deliveries.setBreaker(
        of: "deliveries.webhook", threshold: 1, firstProbe: .seconds(5), maxProbe: .seconds(8))
      try await test.request("webhook:https://a.example/hook")
      let claimed = try #require(try await test.claim(1).first)
      _ = try await test.deliveries.fail(claimed.ref, DeliveryFixture.down)
      let breaker = try #require(
        try await test.deliveries.breakers().first { $0.queue == "deliveries.webhook.a.example..default" })
      #expect(breaker.state == .open && breaker.threshold == 1)
    }
  }

  /// The circuit breaker of a host stopped the deliveries of all tenants to it.
  @Test func failingURLsOfATenantDelayNoOtherTenant() async throws {
    try await DeliveryFixture.with { test async throws in
      try await test.deliveries.setBreaker(of: "deliveries.webhook", threshold: 1)
      try await test.request("webhook:https://a.example/fails", tenant: "acme")
      let claimed = try #require(try await test.claim(1).first)
      _ = try await test.deliveries.fail(claimed.ref, DeliveryFixture.down)
      try await Self.postponeProbe(test)
      try await test.request("webhook:https://a.example/waits", tenant: "acme")
      let shared = try await test.deliveries.share(
        try await test.complete("none"), with: "webhook:https://a.example/shared")
      let works = try await test.request("webhook:https://a.example/works")
      #expect(try await Set(test.claim(9).map(\.id)) == [shared, works])
    }
  }

  @Test func concurrentClaimsMakeOneProbe() async throws {
    try await DeliveryFixture.with { test async throws in
      try await Self.open(test)
      for _ in 0..<10 { try await test.request() }
      try await Self.makeProbeDue(test)
      let claimed = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 {
          group.addTask {
            let relay = try await test.queue.register(
              worker: WorkerDescription(host: "h", pid: 3, version: "v", slots: 4, queues: DeliveryQueue.allQueues))
            return try await test.deliveries.claim(relay: relay, limit: 5, lease: .seconds(3600)).count
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(claimed == 1)
    }
  }
}
