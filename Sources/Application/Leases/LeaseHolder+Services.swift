import JobQueue
import Logging
import OperatingSystem
import Postgres

/// The services that run beside the claims of a worker or a relay.
extension LeaseHolder {
  /// Runs until the task is cancelled.
  package func runServices(_ worker: WorkerID) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.sendHeartbeats(worker) }
      group.addTask { await self.rescueAndPrune() }
      group.addTask { await self.maintain() }
      group.addTask { await self.listen() }
      group.addTask { await self.notifyWatchdog() }
    }
  }

  /// Extends the leases of held jobs, and stops jobs whose lease was lost or whose cancellation was requested.
  private func sendHeartbeats(_ worker: WorkerID) async {
    var delay = RetryDelay(first: .milliseconds(100), limit: leaseSettings.lease / 6)
    var reported: String?
    while true {
      do {
        let refs = heldLeases
        let reply = try await queue.heartbeat(
          worker: worker, holding: refs, lease: leaseSettings.lease, pages: finishedPages,
          memory: ProcessMemory.residentWithChildren)
        outages.succeeded()
        delay.reset()
        stop(reply.lost, .leaseLost)
        stop(reply.cancelled, .cancelRequested)
        let problem = problem
        if problem != reported {
          try await queue.report(problem: problem, of: worker)
          reported = problem
        }
        guard await heartbeatIsDue() else { return }
      } catch {
        // The leases may expire meanwhile. Rendering continues; the lease decides whether the result counts.
        outages.failed("heartbeat", error)
        guard await sleep(delay.next()) else { return }
      }
    }
  }

  /// Waits until the next heartbeat is due: after a third of the lease, and earlier if the process holds jobs.
  ///
  /// The workload is checked at the shorter interval, because a job may be claimed during the wait.
  /// - Returns: false if the task was cancelled.
  private func heartbeatIsDue() async -> Bool {
    let interval = leaseSettings.lease / 3
    let latest = ContinuousClock.now + interval
    repeat {
      await heartbeatTrigger.wait(atMost: min(interval, intervalWhileHolding))
      if Task.isCancelled { return false }
    } while heldLeases.isEmpty && ContinuousClock.now < latest
    return true
  }

  /// Short enough that a cancelled document stops within a second if a connection pooler suppresses notifications.
  private var intervalWhileHolding: Duration { .milliseconds(700) }

  /// Reports to the service manager that this actor runs, twice per watchdog interval.
  private func notifyWatchdog() async {
    guard let manager, let watchdog = manager.watchdog else { return }
    repeat {
      manager.alive()
      manager.status(statusLine)
    } while await sleep(watchdog / 2)
  }

  /// Runs the queue's maintenance, so that schedules run and batches complete while this process claims nothing.
  private func maintain() async {
    repeat {
      do {
        // The notification of promoted jobs is lost if a connection pooler suppresses notifications.
        if try await queue.maintain() > 0 { wakeup.signal() }
        outages.succeeded()
      } catch {
        outages.failed("maintenance", error)
      }
    } while await sleep(maintenanceInterval * Double.random(in: 0.8...1.2))
  }

  private var maintenanceInterval: Duration { .seconds(1) }

  /// Rescues jobs with expired leases, of any worker, and removes finished jobs whose retention time is over.
  private func rescueAndPrune() async {
    while await sleep(leaseSettings.rescueInterval * Double.random(in: 0.8...1.2)) {
      do {
        try await rescue()
        try await prune()
      } catch {
        outages.failed("rescue", error)
      }
    }
  }

  private func rescue() async throws {
    var rescued = 0
    for _ in 0..<rescueSteps {
      let step = try await queue.rescue(limit: rescueStep)
      rescued += step
      if step < rescueStep { break }
    }
    if rescued > 0 { log.notice("rescued jobs of workers that are gone", metadata: ["jobs": "\(rescued)"]) }
  }

  private var rescueStep: Int { 100 }
  private var rescueSteps: Int { 100 }

  /// Removes a limited number of jobs at a time, so that the database has capacity for other work.
  private func prune() async throws {
    var pruned = 0
    for _ in 0..<pruneSteps {
      let step = try await queue.pruneDue()
      pruned += step.jobs
      if !step.hasMore { break }
    }
    if pruned > 0 { log.info("removed finished jobs whose time is over", metadata: ["jobs": "\(pruned)"]) }
  }

  private var pruneSteps: Int { 40 }

  /// Reacts to the database's notifications.
  private func listen() async {
    for await notification in queue.wakeups() {
      switch notification {
      case .connected:
        // Notifications sent before the connection was established are lost, including those of cancellations.
        await checkSchema()
        wakeup.signal()
        heartbeatTrigger.signal()
      case .jobs(let name): if leaseSettings.queues.isEmpty || leaseSettings.queues.contains(name) { wakeup.signal() }
      case .cancelRequested(let id):
        let refs = heldLeases.filter { $0.job == id }
        stop(refs, .cancelRequested)
        if !refs.isEmpty { continue }
        // The job belongs to another process, or to a claim in progress whose result has not arrived.
        if cancelledBeforeClaim.count >= 1000 { cancelledBeforeClaim.removeAll() }
        cancelledBeforeClaim.insert(id)
      }
    }
  }

  /// Ends the process if the schema no longer fits it, such as after an upgrade or a restore while the database was out
  /// of reach.
  private func checkSchema() async {
    do {
      try await queue.checkSchema()
    } catch let error as QueueError {
      log.error("\(error.message)")
      refusal = error
    } catch {
      outages.failed("check the schema", error)
    }
  }

  /// Records that this process has ended. Errors are only logged.
  package func deregister(_ worker: WorkerID) async {
    do {
      try await queue.unregister(worker: worker)
    } catch {
      log.warning("unregister: \(error)")
    }
  }

  /// Repeats an operation while the database cannot be reached.
  /// - Returns: nil if the process was told to stop meanwhile and the grace period is over too.
  package func retryTransient<Value: Sendable>(
    _ what: String, _ operation: () async throws -> Value
  ) async throws -> Value? {
    var delay = RetryDelay(first: .milliseconds(100), limit: .seconds(5))
    while true {
      do {
        let value = try await operation()
        outages.succeeded()
        return value
      } catch let error as PostgresError where error.isTransient {
        // After the grace period, try a few more times, because the database may be restarting.
        if phase == .stopping && delay.failures > 2 { return nil }
        let pause = delay.next()
        outages.failed(what, error)
        try? await Task.sleep(for: pause)
      }
    }
  }

  /// The jobs that keep a draining process from finishing, if an operator must change something before they can be
  /// claimed; otherwise nil.
  /// - Parameter stuck: jobs without an obstacle that this process cannot work on.
  package func unclaimable(stuck: Int = 0) async throws -> [UnfinishedJobs]? {
    let left = try await retryTransient("look for what is left") {
      try await self.queue.unfinished(queues: self.leaseSettings.queues, kinds: self.claimedKinds)
    }
    guard let left, left.filter({ $0.obstacle == nil }).reduce(0, { $0 + $1.count }) <= stuck else { return nil }
    return left
  }

  /// - Returns: false if the task was cancelled.
  private func sleep(_ duration: Duration) async -> Bool {
    (try? await Task.sleep(for: duration)) != nil
  }
}
