import ArtifactStore
import JobQueue
import Logging
import Postgres

/// A worker: claims jobs for as many renderers as it has, renders, stores and completes them, until it is asked to stop
/// or, where it drains, until nothing is left.
///
/// Nothing is lost with it: what it holds is held under a lease that its heartbeats extend. Where it dies, the leases
/// run out and another worker takes the jobs; where it only was away, its late writes name an old lease and change
/// nothing.
package actor Worker {
  let queue: JobQueue
  let settings: WorkerSettings
  let keeper: ArtifactKeeper
  let renderers: [Renderer]
  let log: Logger
  /// Rung when there may be something to claim, or something has ended.
  let bell = Bell()
  /// Rung when a heartbeat should not wait for its time.
  let pulse = Bell()
  /// Jobs whose cancellation was heard of before their claim.
  var cancelledAhead: Set<JobID> = []
  var workload: Workload
  /// Consecutive troubles of this worker's own: no renderer to be had, no artifact to be stored.
  var trouble = RetryDelay(first: .milliseconds(500), limit: .seconds(30))
  var troubleEnds = ContinuousClock.now
  private(set) var lastTrouble: FleetError?

  package init(queue: JobQueue, store: ArtifactStore, settings: WorkerSettings, log: Logger) {
    self.queue = queue
    self.settings = settings
    self.log = log
    keeper = ArtifactKeeper(store)
    workload = Workload(slots: settings.concurrency)
    renderers = (1...max(1, settings.concurrency)).map { Renderer(settings.renderer, name: "renderer \($0)") }
  }

  package var tally: WorkerTally { workload.tally }

  /// Works until it is stopped or, where it drains, until nothing is left. A worker runs once.
  /// - Throws: `FleetError` where no renderer can be started; `QueueError`, `PostgresError` where the queue refuses.
  ///
  /// Cancelling the calling task is the first call of `stop`.
  package func run() async throws -> WorkerTally {
    // A task of its own, which cancellation cannot reach: what is in hand is brought to its end.
    let life = Task { try await live() }
    return try await withTaskCancellationHandler {
      try await life.value
    } onCancel: {
      Task { await stop() }
    }
  }

  private func live() async throws -> WorkerTally {
    for renderer in renderers { try await renderer.warmUp() }
    let description = WorkerDescription(
      host: Host.name, pid: Int(Host.process), version: pressrunVersion, slots: settings.concurrency,
      queues: settings.queues)
    guard let worker = try await insist("register the worker", { try await self.queue.register(worker: description) })
    else { return tally }
    log.notice("worker started", metadata: ["worker": "\(worker)", "slots": "\(settings.concurrency)"])

    let upkeep = Task {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.heartbeats(worker) }
        group.addTask { await self.rescues() }
        group.addTask { await self.listen() }
      }
    }
    var failure: (any Error)?
    do {
      try await claimAndWork(worker)
    } catch {
      failure = error
      workload.enter(.stopping)
    }
    while !workload.isEmpty { await bell.wait(atMost: .seconds(1)) }
    upkeep.cancel()
    await upkeep.value
    for renderer in renderers { await renderer.stop() }
    await takeLeave(worker)
    if let failure { throw failure }
    return tally
  }

  /// Stops claiming. What is in hand is finished, or given back after the grace period; a second call gives it back
  /// now.
  package func stop() {
    guard workload.phase == .working else { return stopNow() }
    log.notice("stopping", metadata: ["running": "\(workload.tally.running)"])
    workload.enter(.finishing)
    bell.ring()
    let grace = settings.gracePeriod
    Task {
      try? await Task.sleep(for: grace)
      stopNow()
    }
  }

  private func stopNow() {
    workload.enter(.stopping)
    bell.ring()
  }

  /// Ends with the phase of working: asked to stop, or drained.
  private func claimAndWork(_ worker: WorkerID) async throws {
    while workload.phase == .working {
      if settings.drains, trouble.failures >= Self.troublesUntilDrainFails, let lastTrouble { throw lastTrouble }
      let pause = ContinuousClock.now.duration(to: troubleEnds)
      guard workload.claimable > 0, pause <= .zero else {
        await bell.wait(atMost: workload.claimable > 0 ? pause : settings.pollInterval)
        continue
      }
      let limit = workload.claimable
      let claimed = try await insist("claim") {
        try await self.queue.claim(
          worker: worker, queues: self.settings.queues, limit: limit, lease: self.settings.lease)
      }
      guard let jobs = claimed else { return }
      for job in jobs { begin(job) }
      if jobs.count == limit { continue }
      if settings.drains && workload.isEmpty {
        let pending = try await insist("look for what is left") {
          try await self.queue.pending(queues: self.settings.queues)
        }
        if let pending, pending.total == 0 { return }
      }
      await bell.wait(atMost: settings.pollInterval)
    }
  }

  /// A worker that runs on waits for better times; one that drains would never end.
  private static let troublesUntilDrainFails = 8

  /// Notes that this worker cannot do its work just now, and claims no more for a while.
  func noteTrouble(_ what: String, _ error: some Error) {
    let pause = trouble.next()
    troubleEnds = .now + pause
    lastTrouble = (error as? FleetError) ?? FleetError(code: .system, message: "\(what): \(error)")
    log.error("\(what); claiming again in \(pause.rounded): \(error)")
  }

  private func begin(_ job: ClaimedJob) {
    guard let slot = workload.take(job.ref) else {
      log.error("claimed more than there are slots", metadata: ["job": "\(job.ref.job)"])
      return
    }
    let renderer = renderers[slot]
    Task { await work(job, on: renderer) }
    // Whether this very claim is meant, the answer to a heartbeat says.
    if cancelledAhead.remove(job.ref.job) != nil { pulse.ring() }
  }
}
