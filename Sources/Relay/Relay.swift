import Application
import ArtifactStore
import Delivery
import JobQueue
import Logging
import OperatingSystem

/// A relay claims deliveries, sends each document to its destination, and records the receipts and failures, until it
/// is asked to stop or, if it drains, until no delivery is left.
///
/// It holds each delivery under a lease that its heartbeats extend. If the relay dies, the leases expire, the attempts
/// are recorded with unknown outcome, and other relays claim the deliveries. Any number of relays may run.
package actor Relay: LeaseHolder {
  package let queue: JobQueue
  let deliveries: DeliveryQueue
  let settings: RelaySettings
  let store: ArtifactStore
  let receipts: BatchWriter<(ref: LeaseRef, receipt: Receipt), Bool>
  package let manager: ServiceManager?
  package let log: Logger
  package let outages: OutageLog
  let metrics: RelayMetrics?
  let sleep: @Sendable (Duration) async throws -> Void
  package let wakeup = AsyncEvent()
  package let heartbeatTrigger = AsyncEvent()
  package var cancelledBeforeClaim: Set<JobID> = []
  var load: DeliveryLoad
  var pool: SenderPool
  /// Claimed deliveries that have not started.
  var unstarted: [LeaseRef: ClaimedDelivery] = [:]
  /// Deliveries that were put off because their destination is not configured here.
  var unconfigured: Set<JobID> = []
  var drains: Bool
  /// The deliveries that remained when a relay that drains ended: those that cannot be claimed, and, without an
  /// obstacle, those whose destination is not configured here.
  package internal(set) var left: [UnfinishedJobs] = []
  /// Delay after failures of this relay rather than of a destination: artifacts cannot be read.
  var failureDelay = RetryDelay(first: .milliseconds(500), limit: .seconds(30))
  package internal(set) var nextClaim = ContinuousClock.now
  package internal(set) var problem: String?
  package var refusal: (any Error)?

  /// - Parameters:
  ///   - services: what senders may use; their check of destinations is this relay's.
  ///   - manager: notified when this relay is ready, alive and stopping.
  ///   - metrics: records what the relay does; a registry serves one relay.
  ///   - sleep: waits until a time limit of an attempt has passed.
  package init(
    queue: JobQueue, store: ArtifactStore, destinations: DestinationConfigurations, settings: RelaySettings,
    log: Logger, services: SenderServices = .none, manager: ServiceManager? = nil,
    metrics: RelayMetrics? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    let deliveries = DeliveryQueue(queue)
    self.queue = queue
    self.deliveries = deliveries
    self.settings = settings
    self.log = log
    outages = OutageLog(log)
    self.manager = manager
    self.metrics = metrics
    self.sleep = sleep
    self.store = store
    receipts = BatchWriter(missing: false) { try await deliveries.complete(many: $0) }
    drains = settings.drains
    load = DeliveryLoad(total: settings.concurrency)
    var services = services
    services.policy = { tenant, kind, destination throws(SendError) in
      try await deliveries.check(destination, tenant: tenant, kind: kind)
    }
    pool = SenderPool(destinations, services)
    for (name, limit) in Self.limits(destinations) { load.setLimit(limit, of: name) }
  }

  package var counts: RelayCounts { load.counts }
  package var phase: HolderPhase { load.phase }
  package var heldLeases: [LeaseRef] { load.refs }
  package nonisolated var leaseSettings: LeaseSettings {
    LeaseSettings(
      queues: queues, lease: settings.lease, rescueInterval: settings.rescueInterval,
      pollInterval: settings.pollInterval, gracePeriod: settings.gracePeriod)
  }
  nonisolated var queues: [String] { settings.queues.isEmpty ? DeliveryQueue.allQueues : settings.queues }

  /// Delivers until it is stopped or, if it drains, until no delivery is left. Call it once.
  ///
  /// Cancelling the calling task has the effect of the first call of `stop`.
  /// - Throws: `QueueError`, `PostgresError` if the queue refuses.
  package func run() async throws -> RelayCounts {
    try await runUntilStopped { try await self.work() }
    return counts
  }

  private func work() async throws {
    metrics?.observe(self)
    let description = WorkerDescription(
      host: Host.name, pid: Int(Host.process), version: pressrunVersion, slots: settings.concurrency, queues: queues)
    try await holdLeases(
      as: "relay", description, ["destinations": "\(pool.configurations.names.count)"],
      tidy: { _ in await self.tidy() },
      close: { for sender in pool.removeAll() { await sender.close() } })
  }

  // MARK: Control

  /// Ends when every delivery is in a final state.
  package func drain() {
    drains = true
    wakeup.signal()
  }

  /// Uses other configurations for the attempts that begin from now on. Attempts that have begun finish with the old
  /// ones.
  package func use(_ destinations: DestinationConfigurations) {
    let unused = pool.replace(destinations, links: linkMaker(destinations))
    for (name, limit) in Self.limits(destinations) { load.setLimit(limit, of: name) }
    log.notice("destinations: \(destinations.names.joined(separator: ", "))")
    Task { for sender in unused { await sender.close() } }
    wakeup.signal()
  }

  private func linkMaker(_ destinations: DestinationConfigurations) -> LinkMaker? {
    do {
      return try destinations.linkMaker(queue)
    } catch {
      log.error("no share links are made: \(error)")
      return nil
    }
  }

  /// The limits of the destinations that have a queue of their own.
  private static func limits(_ all: DestinationConfigurations) -> [String: DeliveryLoad.QueueLimit] {
    var limits: [String: DeliveryLoad.QueueLimit] = [:]
    for configuration in all.names.compactMap({ all[$0] }) {
      limits[configuration.queue] = DeliveryLoad.QueueLimit(configuration.limits)
    }
    return limits
  }

  package func enter(_ phase: HolderPhase) {
    settle(load.enter(phase))
    announcePhase()
  }

  package var statusLine: String {
    let state =
      switch load.phase {
      case .working: "delivering"
      case .quiet: "quiet (SIGCONT to continue)"
      case .finishing: "finishing running attempts"
      case .stopping: "stopping"
      }
    return "\(state): \(counts.running) of \(settings.concurrency) running, \(counts.delivered) delivered"
  }
}

extension DeliveryLoad.QueueLimit {
  init(_ limits: DestinationLimits) { self.init(concurrency: limits.concurrency, rate: limits.rate) }
}

extension DeliveryQueue {
  /// The reason for which the policy of a tenant refuses a destination for documents of a kind; nil if it is allowed.
  fileprivate func check(_ destination: Destination, tenant: String, kind: String) async throws(SendError) -> String? {
    do {
      return try await refusal(tenant: tenant, kind: kind, destination: destination.description)
    } catch {
      throw SendError(
        code: "policy_unavailable", message: "the policy cannot be read: \(error)", retry: .later(notBefore: nil))
    }
  }
}
