import JobQueue
import Logging

/// The lifecycle of a process that holds leases: registration, claims, shutdown.
extension LeaseHolder {
  /// Does the work of the process in a task that cancellation does not reach, so that running jobs are finished.
  /// Cancelling the calling task has the effect of the first call of `stop`.
  package func runUntilStopped(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let life = Task { try await work() }
    return try await withTaskCancellationHandler {
      try await life.value
    } onCancel: {
      Task { await stop() }
    }
  }

  /// Registers the process, claims jobs until it is stopped or, if it drains, until no job is left, and deregisters it
  /// when no lease is held any more.
  /// - Parameters:
  ///   - name: of the process in logs, `worker` or `relay`.
  ///   - metadata: of the log line of the start.
  ///   - tidy: runs beside the claims until it is cancelled.
  ///   - close: is called when no lease is held any more.
  package func holdLeases(
    as name: String, _ description: WorkerDescription, _ metadata: Logger.Metadata,
    tidy: @escaping @Sendable (WorkerID) async -> Void, close: () async -> Void
  ) async throws {
    guard
      let worker = try await retryTransient(
        "register the \(name)", { try await self.queue.register(worker: description) })
    else { return }
    log.notice("\(name) started", metadata: metadata.merging([name: "\(worker)"]) { _, id in id })
    manager?.ready()

    let services = Task {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.runServices(worker) }
        group.addTask { await tidy(worker) }
      }
    }
    var failure: (any Error)?
    do {
      try await claimJobs(worker)
    } catch {
      failure = error
      enter(.stopping)
    }
    while !heldLeases.isEmpty { await wakeup.wait(atMost: .seconds(1)) }
    manager?.stopping()
    services.cancel()
    await services.value
    await close()
    await deregister(worker)
    if let failure { throw failure }
  }

  /// Claims jobs and starts them until the process is stopped or, if it drains, until no job is left.
  private func claimJobs(_ worker: WorkerID) async throws {
    let pollInterval = leaseSettings.pollInterval
    var recheck: RetryDelay?
    while phase == .working || phase == .quiet {
      if let refusal { throw refusal }
      let pause = ContinuousClock.now.duration(to: nextClaim)
      let limit = claimable
      guard limit > 0, pause <= .zero else {
        await wakeup.wait(atMost: limit > 0 ? pause : pollInterval)
        continue
      }
      guard let claimed = try await claim(worker, limit: limit) else { return }
      // Jobs enqueued before this claim marked the process as waiting were not announced to it, so claim again soon.
      if claimed > 0 { recheck = RetryDelay(first: .milliseconds(10), limit: pollInterval) }
      if claimed == limit { continue }
      if try await isDrained() { return }
      await wakeup.wait(atMost: min(recheck?.next() ?? pollInterval, pollInterval))
    }
  }

  /// Writes an outcome to the database, with retries.
  /// - Returns: nil if that is impossible: the lease will expire.
  package func write<Outcome: Sendable>(
    _ what: String, _ metadata: Logger.Metadata, _ operation: () async throws -> Outcome
  ) async -> Outcome? {
    do {
      return try await retryTransient(what, operation)
    } catch {
      log.error("\(what): \(error)", metadata: metadata)
      return nil
    }
  }
}
