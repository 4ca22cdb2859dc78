import Application
import ArtifactStore
import Delivery
import Foundation
import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Relay

/// Destinations that are missing, wrong, unavailable or denied.
@Suite(.hangLimit) struct RelayDestinationTests {
  @Test func aDestinationThatIsNoLongerConfiguredWaits() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.deliver)
      let ids = try await fixture.prepared(["s3:gone": sender]) { try await fixture.share("s3:gone/a") }
      let log = TestLog()
      // What waits for an hour would not be among what is left.
      let relay = try await fixture.relay(
        RelayFixture.destinations(["s3:out": sender]), drains: true, unconfiguredPause: .seconds(60), lines: log)
      let counts = try await relay.run()
      #expect(counts.released == 1 && counts.failed == 0)
      let details = try await fixture.deliveries.show(ids[0])
      #expect(details.delivery.state == .pending && details.delivery.attempt == 0)
      #expect(details.attempts.last?.errorMessage?.contains("\"s3:gone/a\" is not configured") == true)
      let left = await relay.left
      #expect(left == [UnfinishedJobs(obstacle: nil, count: 1)])
      // It is delivered once it is configured again.
      try await fixture.makeDue()
      let again = try await fixture.relay(RelayFixture.destinations(["s3:gone": sender]), drains: true)
      #expect(try await again.run().delivered == 1)
    }
  }

  @Test func aDestinationWhoseSecretIsMissingWaits() async throws {
    try await withRelayFixture { fixture in
      let ids = try await fixture.prepared(["s3:out": FakeSender(.deliver)]) { try await fixture.share("s3:out/a") }
      let relay = try await fixture.relay(RelayFixture.destinations(["s3:out": nil]))
      let run = Task { try await relay.run() }
      let attempt = try await fixture.waitForAttempt(of: ids[0])
      #expect(attempt.errorMessage?.contains("the environment variable TOKEN is not set") == true)
      await relay.stop()
      #expect(try await run.value.released == 1)
      #expect(try await fixture.delivery(ids[0]).attempt == 0)
    }
  }

  @Test func theBreakerOfAnUnavailableDestinationOpens() async throws {
    try await withRelayFixture { fixture in
      let (down, up) = (FakeSender(.fail(.unavailable)), FakeSender(.deliver))
      let senders = ["s3:down": down, "s3:up": up]
      let ids = try await fixture.prepared(senders) {
        let ids = try await fixture.share(RelayFixture.addresses("s3:down", 10))
        return try await ids + fixture.share("s3:up/a")
      }
      let destinations = RelayFixture.destinations(senders) { name, limits in
        limits.concurrency = 1
        if name == "s3:down" {
          limits.breaker.failures = 3
          // No probe, however slow the machine is.
          limits.breaker.pause = .seconds(3600)
          limits.breaker.maximumPause = .seconds(3600)
        }
      }
      let relay = try await fixture.relay(destinations)
      let run = Task { try await relay.run() }
      try await fixture.wait(for: ids[10], .delivered)
      try await fixture.until {
        try await fixture.deliveries.breakers().first { $0.queue == "deliveries.s3.down" }?.state == .open
      }
      await relay.stop()
      _ = try await run.value
      #expect(down.requests.count == 3)
      let breaker = try #require(try await fixture.deliveries.breakers().first { $0.queue == "deliveries.s3.down" })
      #expect(breaker.threshold == 3 && breaker.lastErrorCode == "connect_failed")
    }
  }

  @Test func aDeliveryThatThePolicyDeniesByNowIsRefused() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.deliver)
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let policy = try Policy(isSharingEnabled: true, allowed: ["*"], denied: ["s3"])
      try await PolicyStore(queue: fixture.queue).set(policy, for: "default")
      _ = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]), drains: true).run()
      #expect(try await fixture.delivery(ids[0]).state == .refused)
      #expect(sender.requests.isEmpty)
      #expect(try await fixture.queue.job(fixture.job).job.state == .completed)
    }
  }

  @Test func aMissingArtifactIsAnErrorOfTheAttempt() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.deliver)
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let empty = ArtifactStore(root: fixture.folder + "/empty")
      let relay = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]), store: empty)
      let run = Task { try await relay.run() }
      let attempt = try await fixture.waitForAttempt(of: ids[0])
      #expect(attempt.errorCode == "artifact_missing")
      await relay.stop()
      #expect(try await run.value.retried == 1)
      #expect(sender.requests.isEmpty)
    }
  }

  @Test func aRelayThatCannotReadArtifactsCostsNoAttempt() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.deliver)
      let ids = try await fixture.prepared(["s3:out": sender]) { try await fixture.share("s3:out/a") }
      let sha256 = try await fixture.delivery(ids[0]).sha256
      // A link in place of the file: it is not followed.
      let place = fixture.folder + "/loop"
      let path = "\(place)/objects/\(sha256.prefix(2))/\(sha256.dropFirst(2)).pdf"
      try FileManager.default.createDirectory(
        atPath: "\(place)/objects/\(sha256.prefix(2))", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      let relay = try await fixture.relay(
        RelayFixture.destinations(["s3:out": sender]), store: ArtifactStore(root: place))
      let run = Task { try await relay.run() }
      _ = try await fixture.waitForAttempt(of: ids[0])
      await relay.stop()
      #expect(try await run.value.released >= 1)
      let delivery = try await fixture.delivery(ids[0])
      #expect(delivery.state == .pending && delivery.attempt == 0)
    }
  }

  @Test func onlyTheQueuesThatAreNamedAreServed() async throws {
    try await withRelayFixture { fixture in
      let senders = ["s3:a": FakeSender(.deliver), "s3:b": FakeSender(.deliver)]
      let ids = try await fixture.prepared(senders) { try await fixture.share("s3:a/x", "s3:b/x") }
      let relay = try await fixture.relay(
        RelayFixture.destinations(senders), drains: true, queues: ["deliveries.s3.b"])
      #expect(try await relay.run().delivered == 1)
      #expect(try await fixture.delivery(ids[0]).state == .pending)
      #expect(try await fixture.delivery(ids[1]).state == .delivered)
    }
  }

  @Test func newConfigurationsAreUsedFromTheNextAttemptOn() async throws {
    try await withRelayFixture { fixture in
      let (old, new) = (FakeSender(.wait), FakeSender(.deliver))
      let ids = try await fixture.prepared(["s3:out": old]) { try await fixture.share("s3:out/a") }
      let relay = try await fixture.relay(RelayFixture.destinations(["s3:out": old]))
      let run = Task { try await relay.run() }
      await old.waitForStart()
      await relay.use(RelayFixture.destinations(["s3:out": new]))
      let more = try await fixture.share("s3:out/b")
      try await fixture.wait(for: more[0], .delivered)
      #expect(new.requests.count == 1 && old.closed == 0)
      old.release()
      try await fixture.wait(for: ids[0], .delivered)
      await relay.stop()
      _ = try await run.value
      #expect(old.requests.count == 1 && old.closed == 1)
    }
  }

  @Test func aFileWithAnErrorLeavesTheConfiguration() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.deliver)
      let file = fixture.folder + "/destinations.yaml"
      let installation = Installation(
        environment: ["PRESSRUN_DESTINATIONS": file], workingFolder: fixture.folder, program: "/nonexistent/pressrun")
      try Data("fax: {}\n".utf8).write(to: URL(fileURLWithPath: file))
      #expect(throws: DeliveryError.self) { try installation.destinations() }
      let log = TestLog()
      let relay = try await fixture.relay(RelayFixture.destinations(["s3:out": sender]), lines: log)
      await relay.reload(from: installation)
      #expect(await log.line(with: "the destinations stay as they were: \(file):1: fax: unknown kind of destination"))
      try FileManager.default.removeItem(atPath: file)
      await relay.reload(from: installation)
      #expect(await log.line(with: "the file cannot be read"))
      #expect(await relay.pool.configurations.names == ["s3:out"])
      try Data("folder: { out: { root: /srv/out } }\n".utf8).write(to: URL(fileURLWithPath: file))
      await relay.reload(from: installation)
      #expect(await relay.pool.configurations.names == ["folder:out"])
      let registered = try await fixture.queue.database.query("select endpoint from pressrun.destinations")
      #expect(try registered.map { try $0.decode(0, as: String.self) } == ["folder:out"])
    }
  }

  @Test func aRelayNeedsNoOtherRightsThanItsRoles() async throws {
    try await withRelayFixture { fixture in
      let sender = FakeSender(.deliver)
      let destinations = RelayFixture.destinations(["s3:out": sender, "s3:down": FakeSender(.fail(.unavailable))])
      let ids = try await fixture.prepared(["s3:out": sender, "s3:down": sender, "s3:gone": sender]) {
        try await fixture.share("s3:out/a", "s3:down/a", "s3:gone/a")
      }
      let owner = fixture.queue.database
      let name = try await owner.query("select current_database()").single().decode(0, as: String.self)
      let login = "relay_of_\(name)"
      try await owner.execute(script: "create role \(login) login in role pressrun_relay")
      let database = Database(url: fixture.url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      let log = TestLog()
      let own = RelayFixture(
        queue: JobQueue(database: database), store: fixture.store, job: fixture.job, folder: fixture.folder,
        url: fixture.url)
      // As `pressrun deliver` does when it starts.
      try await own.deliveries.registerIfAllowed(destinations, log: .init(label: "test") { _ in log })
      let relay = own.relayWithoutRegistration(destinations, lines: log)
      let run = Task { try await relay.run() }
      try await fixture.wait(for: ids[0], .delivered)
      _ = try await fixture.waitForAttempt(of: ids[1])
      _ = try await fixture.waitForAttempt(of: ids[2])
      await relay.stop()
      let counts = try await run.value
      #expect(counts.delivered == 1 && counts.retried == 1 && counts.released == 1 && counts.stale == 0)
      // What a relay does more seldom.
      #expect(
        try await own.deliveries.refusal(tenant: "default", kind: "note", destination: "s3:out/a") == nil)
      _ = try await own.queue.rescue()
      _ = try await own.queue.pruneDue()
      _ = try await own.queue.pending(queues: DeliveryQueue.allQueues)
      _ = try await own.queue.unfinished(queues: DeliveryQueue.allQueues)
      // It may not hold leases of jobs that are not deliveries.
      _ = try await fixture.queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8), destination: "none"))
      let worker = try await fixture.queue.register(
        worker: WorkerDescription(host: "test", pid: 1, version: "test", slots: 1))
      let ref = try #require(
        try await fixture.queue.claim(worker: worker, limit: 1, lease: .seconds(3600)).first
      ).ref
      let reply = try await own.queue.heartbeat(worker: worker, holding: [ref], lease: .seconds(3600))
      #expect(reply.lost == [ref])
      #expect(try await own.queue.release([ref]) == 0)
      #expect(try await own.queue.snooze([ref], for: .seconds(60)) == 0)
      _ = try await fixture.queue.cancel(ref.job)
      #expect(try await own.queue.cancelled([ref]) == 0)
      #expect(try await fixture.queue.cancelled([ref]) == 1)
      let lines = await log.remaining()
      #expect(lines.contains { $0.contains("may not register destinations") })
      #expect(!lines.contains { $0.contains("permission denied") })
      await database.close()
      try await owner.execute(script: "drop owned by \(login); drop role \(login)")
    }
  }
}
