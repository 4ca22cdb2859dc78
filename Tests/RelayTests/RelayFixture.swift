import Application
import ArtifactStore
import Delivery
import Foundation
import JobQueue
import Logging
import Postgres
import TestSupport
import Testing

@testable import Relay

/// A queue with one completed job, its artifact in a folder, and relays that deliver it with fake senders.
///
/// Leases are so long that they never expire by themselves, and further attempts are not due before `makeDue`. Tests of
/// expiry set the time of expiry in the database.
struct RelayFixture: Sendable {
  let queue: JobQueue
  let store: ArtifactStore
  /// A completed job.
  fileprivate(set) var job: JobID
  /// The bytes of its document.
  static let document = Array("%PDF-1.7 a document".utf8)
  let folder: String
  /// The database's connection URL.
  let url: String

  var deliveries: DeliveryQueue { DeliveryQueue(queue) }

  /// A further completed job.
  func completedJob(_ artifacts: [Artifact]) async throws -> JobID {
    let job = try await queue.enqueue(NewJob(kind: "note", payload: Array("{}".utf8), destination: "none")).id
    let worker = try await queue.register(
      worker: WorkerDescription(host: "test", pid: 1, version: "test", slots: 1))
    let claimed = try #require(try await queue.claim(worker: worker, limit: 1, lease: .seconds(3600)).first)
    _ = try await queue.complete(claimed.ref, Completion(artifacts: artifacts))
    try await queue.unregister(worker: worker)
    return job
  }

  /// Requests deliveries of the document.
  func share(_ destinations: String...) async throws -> [JobID] { try await share(destinations) }

  func share(_ destinations: [String]) async throws -> [JobID] {
    var ids: [JobID] = []
    for destination in destinations { ids.append(try await deliveries.share(job, with: destination)) }
    return ids
  }

  /// `count` addresses of one destination.
  static func addresses(_ destination: String, _ count: Int) -> [String] { (1...count).map { "\(destination)/\($0)" } }

  static func destinations(
    _ senders: [String: FakeSender?], _ change: (String, inout DestinationLimits) -> Void = { _, _ in }
  ) -> DestinationConfigurations {
    DestinationConfigurations(
      senders.map { name, sender in
        var limits = DestinationLimits()
        change(name, &limits)
        return DestinationConfiguration(name: name, limits: limits, sender: FakeConfiguration(sender))
      })
  }

  func relay(
    _ destinations: DestinationConfigurations, drains: Bool = false, concurrency: Int = 64, queues: [String] = [],
    lease: Duration = .seconds(3600), grace: Duration = .seconds(3600), cancelTime: Duration = .seconds(3600),
    unconfiguredPause: Duration = .seconds(3600), idleTime: Duration = .seconds(3600), store: ArtifactStore? = nil,
    manager: ServiceManager? = nil,
    lines: TestLog? = nil, sleep: @escaping @Sendable (Duration) async throws -> Void = Self.sleep
  ) async throws -> Relay {
    try await deliveries.register(destinations)
    let settings = RelaySettings(
      concurrency: concurrency, queues: queues, drains: drains, lease: lease, pollInterval: .milliseconds(100),
      rescueInterval: .milliseconds(200), gracePeriod: grace, cancelTime: cancelTime,
      unconfiguredPause: unconfiguredPause, idleTime: idleTime)
    return relayWithoutRegistration(
      destinations, settings, store: store, manager: manager, lines: lines, sleep: sleep)
  }

  func relayWithoutRegistration(
    _ destinations: DestinationConfigurations,
    _ settings: RelaySettings = RelaySettings(
      lease: .seconds(3600), pollInterval: .milliseconds(100), unconfiguredPause: .seconds(3600)),
    store: ArtifactStore? = nil, manager: ServiceManager? = nil, lines: TestLog? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void = Self.sleep
  ) -> Relay {
    Relay(
      queue: queue, store: store ?? self.store, destinations: destinations, settings: settings,
      log: Logger(label: "test") { _ in lines ?? TestLog() }, manager: manager, sleep: sleep)
  }

  static func sleep(_ time: Duration) async throws { try await Task.sleep(for: time) }

  func delivery(_ id: JobID) async throws -> DeliveryRecord { try await deliveries.show(id).delivery }

  func wait(for id: JobID, _ state: DeliveryState) async throws {
    try await until { try await delivery(id).state == state }
  }

  /// Waits for the end of an attempt.
  func waitForAttempt(of id: JobID) async throws -> AttemptRecord {
    try await until { try await deliveries.show(id).attempts.contains { $0.finishedAt != nil } }
    return try #require(try await deliveries.show(id).attempts.last)
  }

  /// Makes deliveries that wait for their next attempt due.
  func makeDue() async throws {
    _ = try await queue.database.query(
      "update pressrun.jobs set run_at = now() where state = 'retryable' or state = 'scheduled'")
  }

  /// Waits for a condition in the database.
  func until(_ condition: @Sendable () async throws -> Bool) async throws {
    try await queue.database.untilChanged(to: condition)
  }
}

func withRelayFixture(_ body: @Sendable (RelayFixture) async throws -> Void) async throws {
  try await TestDatabase.withDatabase { test in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fixture-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = ArtifactStore(root: folder + "/artifacts")
    let artifact = try await store.put(RelayFixture.document)
    let queue = test.queue
    try await queue.register(kinds: [KindSettings(name: "note")])
    _ = try await queue.database.query(
      """
      update pressrun.kinds set backoff_base_seconds = 3600, backoff_limit_seconds = 3600 where name like 'deliver.%'
      """)
    let allowed = try Policy(isSharingEnabled: true, allowed: ["*"], denied: [])
    try await PolicyStore(queue: queue).set(allowed, for: "default")
    var fixture = RelayFixture(queue: queue, store: store, job: JobID(rawValue: 0), folder: folder, url: test.url)
    fixture.job = try await fixture.completedJob([
      Artifact(sha256: artifact.sha256, bytes: Int64(artifact.bytes), pages: [])
    ])
    try await body(fixture)
  }
}

extension RelayFixture {
  /// Registers the destinations before deliveries to them are requested.
  func prepared<Value: Sendable>(
    _ senders: [String: FakeSender], _ body: () async throws -> Value
  ) async throws -> Value {
    try await deliveries.register(Self.destinations(senders.mapValues { $0 }))
    return try await body()
  }
}
