import Delivery
import JobQueue
import Logging

/// Recording the outcomes of attempts. Each method returns the count that the outcome increments.
extension Relay {
  typealias Count = WritableKeyPath<RelayCounts, Int>

  func record(_ outcome: Attempt.Outcome, of delivery: ClaimedDelivery) async -> Count {
    if load.stopReason(delivery.ref) == .leaseLost { return drop(delivery) }
    switch outcome {
    case .delivered(let receipt): return await complete(delivery, receipt)
    case .failed(let error): return await fail(delivery, error)
    case .interrupted: return await settle(delivery)
    case .putOff(let reason): return await putOff(delivery, reason)
    case .unable(let reason):
      pauseClaims(reason)
      return await release(delivery)
    }
  }

  private func complete(_ delivery: ClaimedDelivery, _ receipt: Receipt) async -> Count {
    let isRecorded = await write(delivery, "record the receipt") {
      try await self.receipts.record((delivery.ref, receipt))
    }
    guard isRecorded == true else { return drop(delivery) }
    resumeClaims()
    log.info("delivered", metadata: describe(delivery))
    return \.delivered
  }

  private func fail(_ delivery: ClaimedDelivery, _ error: SendError) async -> Count {
    let outcome = await write(delivery, "record the failure") { try await self.deliveries.fail(delivery.ref, error) }
    switch outcome {
    case .retry(let time)?:
      log.warning("not delivered, to be tried again at \(time): \(error.message)", metadata: describe(delivery))
      return \.retried
    case .discarded?:
      log.warning("not delivered: \(error.message)", metadata: describe(delivery))
      return \.failed
    case .cancelled?: return \.cancelled
    case .stale?, nil: return drop(delivery)
    }
  }

  private func putOff(_ delivery: ClaimedDelivery, _ reason: String) async -> Count {
    log.warning("put off: \(reason)", metadata: describe(delivery))
    let count = await write(delivery, "put off") {
      try await self.queue.snooze([delivery.ref], for: self.settings.unconfiguredPause, reason: reason)
    }
    return count == 1 ? \.released : drop(delivery)
  }

  /// Releases, cancels or drops a delivery that was stopped.
  func settle(_ delivery: ClaimedDelivery) async -> Count {
    switch load.stopReason(delivery.ref) ?? .shutdown {
    case .leaseLost: return drop(delivery)
    case .shutdown: return await release(delivery)
    case .cancelRequested:
      let count = await write(delivery, "cancel") { try await self.queue.cancelled([delivery.ref]) }
      return count == 1 ? \.cancelled : drop(delivery)
    }
  }

  private func release(_ delivery: ClaimedDelivery) async -> Count {
    let count = await write(delivery, "release") { try await self.queue.release([delivery.ref]) }
    return count == 1 ? \.released : drop(delivery)
  }

  private func drop(_ delivery: ClaimedDelivery) -> Count {
    log.warning("the lease is no longer held: nothing was recorded", metadata: describe(delivery))
    return \.stale
  }

  private func write<Outcome: Sendable>(
    _ delivery: ClaimedDelivery, _ what: String, _ operation: () async throws -> Outcome
  ) async -> Outcome? {
    await write(what, describe(delivery), operation)
  }

  func describe(_ delivery: ClaimedDelivery) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "delivery": "\(delivery.ref.job)", "destination": "\(delivery.destination)", "attempt": "\(delivery.attempt)",
    ]
    if let trace = delivery.traceParent { metadata["trace_id"] = "\(trace.traceID)" }
    return metadata
  }
}
