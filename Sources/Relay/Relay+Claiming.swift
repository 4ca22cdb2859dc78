import Application
import Delivery
import JobQueue
import Logging

extension Relay {
  package var claimable: Int { load.claimable }

  package func claim(_ relay: WorkerID, limit: Int) async throws -> Int? {
    // Retries use the same token, so that a claim whose answer was lost returns the same deliveries again.
    let token = ClaimToken()
    let capacity = capacity()
    let claimed = try await retryTransient("claim deliveries") {
      try await self.deliveries.claim(
        relay: relay, limit: limit, lease: self.settings.lease, capacity: capacity, token: token)
    }
    guard let claimed else { return nil }
    for delivery in claimed { hold(delivery) }
    return claimed.count
  }

  private func capacity() -> DeliveryCapacity {
    let standard = DeliveryLoad.standardCapacity
    let capacities = load.capacities(at: .now)
    guard !settings.queues.isEmpty else { return DeliveryCapacity(perQueue: standard, queues: capacities) }
    let served = settings.queues.map { ($0, capacities[$0] ?? standard) }
    return DeliveryCapacity(perQueue: 0, queues: Dictionary(served) { first, _ in first })
  }

  package func isDrained() async throws -> Bool {
    guard drains, load.isEmpty, let left = try await unclaimable(stuck: unconfigured.count) else { return false }
    self.left = left
    return true
  }

  /// Stops claiming for a while because this relay cannot read artifacts at present.
  func pauseClaims(_ what: String) {
    let pause = failureDelay.next()
    nextClaim = .now + pause
    if problem == nil { log.error("\(what); claiming deliveries again in \(pause.rounded)") }
    problem = what
    heartbeatTrigger.signal()
  }

  /// Ends the pause of claims.
  func resumeClaims() {
    failureDelay.reset()
    guard let ended = problem.take() else { return }
    log.notice("claiming deliveries again; the problem is over", metadata: ["problem": "\(ended)"])
    heartbeatTrigger.signal()
  }

  private func hold(_ delivery: ClaimedDelivery) {
    // Before the delivery is added: it takes a token of the rate.
    if let destination = try? Destination(delivery.destination),
      let configuration = pool.configurations.configuration(for: destination)
    {
      load.setLimit(DeliveryLoad.QueueLimit(configuration.limits), of: delivery.queue, isTemporary: true)
    }
    guard load.add(delivery.ref, queue: delivery.queue, at: .now) else { return }
    unstarted[delivery.ref] = delivery
    switch load.phase {
    case .finishing, .stopping:
      // The relay was stopped while the claim was in progress.
      settle(load.stop([delivery.ref], .shutdown))
    case .working, .quiet:
      // The heartbeat's answer says whether the cancellation concerns this lease.
      if cancelledBeforeClaim.remove(delivery.ref.job) != nil { heartbeatTrigger.signal() }
      start(queue: delivery.queue)
    }
  }

  /// Starts waiting deliveries of a queue up to its limit.
  func start(queue: String) {
    while let ref = load.startNext(of: queue) {
      guard let delivery = unstarted.removeValue(forKey: ref) else { continue }
      load.setTask(Task { await run(delivery) }, of: ref)
    }
  }

  func finish(_ delivery: ClaimedDelivery, counting count: WritableKeyPath<RelayCounts, Int>) {
    load.finish(delivery.ref, counting: count)
    start(queue: delivery.queue)
    // Wake the claim loop only if it has something to do.
    if load.isEmpty || load.claimable > 0 { wakeup.signal() }
  }

  package func stop(_ refs: [LeaseRef], _ reason: StopReason) { settle(load.stop(refs, reason)) }

  /// Releases or cancels deliveries that were stopped before they started.
  func settle(_ refs: [LeaseRef]) {
    for ref in refs {
      guard let delivery = unstarted.removeValue(forKey: ref) else { continue }
      Task { finish(delivery, counting: await settle(delivery)) }
    }
  }

  /// Once a second: releases deliveries that wait for a destination that has become slow, and closes idle connections.
  func tidy() async {
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      settle(load.stopWaiting(longerThan: .seconds(1), at: .now))
      for sender in pool.idle(since: .now - settings.idleTime) { await sender.close() }
    }
  }
}
