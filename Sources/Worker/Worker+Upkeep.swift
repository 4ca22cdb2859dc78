import Application
import JobQueue
import Logging
import Postgres

extension Worker {
  /// Extends the leases held, and stops what must be stopped.
  func heartbeats(_ worker: WorkerID) async {
    var delay = RetryDelay(first: .milliseconds(100), limit: settings.lease / 6)
    while true {
      do {
        let reply = try await queue.heartbeat(
          worker: worker, holding: refs, lease: settings.lease, pages: pages.all)
        delay.reset()
        stop(reply.lost, .leaseLost)
        stop(reply.cancelled, .cancelRequested)
        await pulse.wait(atMost: refs.isEmpty ? settings.lease / 3 : min(settings.lease / 3, Self.pulseWhileHolding))
        if Task.isCancelled { return }
      } catch {
        // The leases may run out meanwhile. What is in hand goes on all the same: the lease decides in the end.
        log.warning("heartbeat: \(error)")
        guard await sleep(delay.next()) else { return }
      }
    }
  }

  /// Often enough that a cancelled document stops within a second where a pooler swallows notifications.
  private static let pulseWhileHolding = Duration.milliseconds(700)

  /// Tells the service manager that this actor still gets its turns, twice in the time that it waits for that.
  func signsOfLife() async {
    guard let manager, let watchdog = manager.watchdog else { return }
    repeat {
      manager.alive()
      manager.status(statusLine)
    } while await sleep(watchdog / 2)
  }

  /// Schedules run and batches end also while this worker claims nothing: its slots are taken, or it is quiet.
  func upkeep() async {
    while await sleep(Self.upkeepInterval * Double.random(in: 0.8...1.2)) {
      do { try await queue.upkeep() } catch { log.warning("upkeep: \(error)") }
    }
  }

  private static let upkeepInterval = Duration.seconds(1)

  /// Looks for leases that ran out, whoever held them, and for finished jobs whose time is over.
  func rescues() async {
    while await sleep(settings.rescueInterval * Double.random(in: 0.8...1.2)) {
      do {
        try await rescue()
        try await prune()
      } catch {
        log.warning("rescue: \(error)")
      }
    }
  }

  private func rescue() async throws {
    var rescued = 0
    for _ in 0..<Self.rescueSteps {
      let step = try await queue.rescue(limit: Self.rescueStep)
      rescued += step
      if step < Self.rescueStep { break }
    }
    if rescued > 0 { log.notice("rescued jobs of workers that are gone", metadata: ["jobs": "\(rescued)"]) }
  }

  private static let rescueStep = 100
  private static let rescueSteps = 100

  /// Removes finished jobs whose time is over, no more at a time than leaves room for all else.
  private func prune() async throws {
    var pruned = 0
    for _ in 0..<40 {
      let step = try await queue.pruneDue()
      pruned += step.jobs
      if !step.hasMore { break }
    }
    if pruned > 0 { log.info("removed finished jobs whose time is over", metadata: ["jobs": "\(pruned)"]) }
  }

  /// Wakes the claims when the database says that there is something.
  func listen() async {
    for await wakeup in queue.wakeups() {
      switch wakeup {
      case .connected:
        // Anything may have happened in the gap, cancellations too.
        bell.ring()
        pulse.ring()
      case .jobs(let name): if settings.queues.isEmpty || settings.queues.contains(name) { bell.ring() }
      case .cancelRequested(let id):
        if stop(job: id, .cancelRequested) { continue }
        // Perhaps the answer to a claim is just on its way here; mostly it is another worker's.
        if cancelledAhead.count >= 1000 { cancelledAhead.removeAll() }
        cancelledAhead.insert(id)
      }
    }
  }

  func takeLeave(_ worker: WorkerID) async {
    do {
      try await queue.unregister(worker: worker)
    } catch {
      log.warning("unregister: \(error)")
    }
  }

  /// Repeats what the database could not do because it was out of reach. Nil where the worker was told to stop
  /// meanwhile and the grace period is over too.
  func insist<Value: Sendable>(
    _ what: String, _ operation: () async throws -> Value
  ) async throws -> Value? {
    var delay = RetryDelay(first: .milliseconds(100), limit: .seconds(5))
    while true {
      do {
        return try await operation()
      } catch let error as PostgresError where error.isTransient {
        // One more try after the end, for a database that is just coming back.
        if phase == .stopping && delay.failures > 2 { return nil }
        let pause = delay.next()
        log.warning("\(what): the database is out of reach, again in \(pause.rounded): \(error.message)")
        try? await Task.sleep(for: pause)
      }
    }
  }

  /// False where the task was cancelled.
  private func sleep(_ duration: Duration) async -> Bool {
    (try? await Task.sleep(for: duration)) != nil
  }
}
