import Foundation
import JobQueue
import Postgres
import TestSupport
import Testing

@testable import Delivery

/// A migrated database with the kind `note`, a registered worker and a registered relay. The tenants `default` and
/// `acme` may use all destinations.
struct DeliveryFixture: Sendable {
  let database: Database
  let queue: JobQueue
  let deliveries: DeliveryQueue
  let worker: WorkerID
  let relay: WorkerID

  static func with(_ body: @Sendable (DeliveryFixture) async throws -> Void) async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds: [KindSettings(name: "note", maxAttempts: 3)])
      for tenant in ["default", "acme"] {
        try await test.queue.setPolicy(of: tenant, sharing: true, allowed: ["*"], denied: [])
      }
      try await test.database.execute(
        script: """
          insert into pressrun.destinations (endpoint)
          select unnest(array['email', 'print', 'folder', 'link', 'webhook', 's3:reports', 'folder:out'])
          on conflict do nothing
          """)
      let worker = try await test.queue.register(worker: WorkerDescription(host: "h", pid: 1, version: "v", slots: 4))
      let relay = try await test.queue.register(
        worker: WorkerDescription(host: "h", pid: 2, version: "v", slots: 4, queues: DeliveryQueue.allQueues))
      try await body(
        DeliveryFixture(
          database: test.database, queue: test.queue, deliveries: DeliveryQueue(test.queue), worker: worker,
          relay: relay))
    }
  }

  static let artifact = Artifact(
    sha256: String(repeating: "ab", count: 32), bytes: 1234, pages: [PagePoints(width: 595.28, height: 841.89)])
  static let down = SendError(
    code: "connection_refused", message: "no answer", retry: .later(notBefore: nil), isDestinationDown: true)

  static func receipt(_ protocol: String = "smtp") -> Receipt {
    Receipt(
      protocol: `protocol`, address: "pm@fund.example", time: Date(timeIntervalSince1970: 1_795_357_859),
      remoteID: "<7@pressrun>", response: "250 OK", bytes: 1234, sha256: artifact.sha256, details: ["tls": "1.3"])
  }

  /// Enqueues and completes a job.
  /// - Returns: the job.
  @discardableResult
  func complete(
    _ destination: String? = nil, tenant: String = "default", priority: Int = 0, options: String? = nil
  ) async throws -> JobID {
    let id = try await queue.enqueue(
      NewJob(
        kind: "note", payload: Array(#"{"n": 1}"#.utf8), tenant: tenant, destination: destination, priority: priority,
        deliveryOptions: options.map { Array($0.utf8) })
    ).id
    let job = try #require(try await queue.claim(worker: worker, limit: 1, lease: .seconds(3600)).first)
    #expect(job.ref.job == id)
    _ = try await queue.complete(job.ref, Completion(artifact: Self.artifact))
    return id
  }

  /// Enqueues and completes a job with a destination.
  /// - Returns: its delivery.
  @discardableResult
  func request(_ destination: String = "email:pm@fund.example", tenant: String = "default") async throws -> JobID {
    let job = try await complete(destination, tenant: tenant)
    return try #require(try await deliveries.list(DeliveryFilter(job: job)).first).id
  }

  func claim(_ limit: Int = 1, capacity: DeliveryCapacity = DeliveryCapacity(), lease: Duration = .seconds(3600))
    async throws -> [ClaimedDelivery]
  {
    try await deliveries.claim(relay: relay, limit: limit, lease: lease, capacity: capacity)
  }

  func state(_ id: JobID) async throws -> DeliveryState { try await deliveries.show(id).delivery.state }

  /// Makes all waiting deliveries available, as maintenance does when their time has come.
  func makeDue() async throws {
    try await database.execute(
      script: """
        update pressrun.jobs set run_at = now() where state in ('scheduled', 'retryable');
        update pressrun.maintenance_tasks set due_at = '-infinity';
        """)
    try await queue.maintain()
  }

  func count(_ sql: String) async throws -> Int {
    try await database.query(Statement(sql)).single().decode(0, as: Int.self)
  }

  /// The types of all events, except events of jobs.
  func deliveryEvents() async throws -> [String] {
    try await queue.events().map(\.type).filter { $0.hasPrefix("pressrun.delivery.") }
      .map { String($0.dropFirst("pressrun.delivery.".count)) }
  }
}
