import Application
import ArtifactStore
import JobQueue
import Logging
import Postgres
import Rendering
import System

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
  let completer: Completer
  let renderers: [any DocumentMaker]
  let manager: ServiceManager?
  let log: Logger
  /// Rung when there may be something to claim, or something has ended.
  let bell = Bell()
  /// Rung when a heartbeat should not wait for its time.
  let pulse = Bell()
  let pages = PageCounts()
  /// Jobs whose cancellation was heard of before their claim.
  var cancelledAhead: Set<JobID> = []
  private var workload: Workload
  /// Claimed jobs whose rendering has not begun.
  private var unbegun: [LeaseRef: ClaimedJob] = [:]
  /// Consecutive troubles of this worker's own: no renderer to be had, no artifact to be stored.
  var trouble = RetryDelay(first: .milliseconds(500), limit: .seconds(30))
  var troubleEnds = ContinuousClock.now
  private(set) var lastTrouble: (any Error)?

  /// - Parameters:
  ///   - manager: is told when this worker is ready, alive and stopping.
  ///   - makers: one for each slot; nil for renderer processes.
  package init(
    queue: JobQueue, store: ArtifactStore, settings: WorkerSettings, log: Logger, manager: ServiceManager? = nil,
    makers: [any DocumentMaker]? = nil
  ) throws {
    self.queue = queue
    self.settings = settings
    self.log = log
    self.manager = manager
    keeper = try ArtifactKeeper(store, threads: min(4, max(1, settings.concurrency)))
    completer = Completer { try await queue.complete(many: $0) }
    renderers =
      try makers ?? (1...max(1, settings.concurrency)).map { try Renderer(settings.renderer, name: "renderer \($0)") }
    workload = Workload(slots: renderers.count)
  }

  package var tally: WorkerTally { workload.tally }
  var phase: Workload.Phase { workload.phase }
  var refs: [LeaseRef] { workload.refs }

  /// Works until it is stopped or, where it drains, until nothing is left. A worker runs once.
  /// - Throws: `RenderingError` if no renderer can be started; `QueueError`, `PostgresError` where the queue refuses.
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
    if let problem = await renderers.first?.sandboxProblem {
      log.warning("renderers keep all system calls: \(problem)")
    }
    let description = WorkerDescription(
      host: Host.name, pid: Int(Host.process), version: pressrunVersion, slots: settings.concurrency,
      queues: settings.queues)
    guard let worker = try await insist("register the worker", { try await self.queue.register(worker: description) })
    else { return tally }
    log.notice("worker started", metadata: ["worker": "\(worker)", "slots": "\(settings.concurrency)"])
    manager?.ready()

    let services = Task {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.heartbeats(worker) }
        group.addTask { await self.rescues() }
        group.addTask { await self.upkeep() }
        group.addTask { await self.listen() }
        group.addTask { await self.signsOfLife() }
      }
    }
    var failure: (any Error)?
    do {
      try await claimAndWork(worker)
    } catch {
      failure = error
      enter(.stopping)
    }
    while !workload.isEmpty { await bell.wait(atMost: .seconds(1)) }
    manager?.stopping()
    services.cancel()
    await services.value
    for renderer in renderers { await renderer.stop() }
    await takeLeave(worker)
    if let failure { throw failure }
    return tally
  }

  // MARK: Being told

  /// Stops claiming. What has begun is finished, or given back after the grace period; a second call gives it back now.
  package func stop() {
    guard workload.phase == .working || workload.phase == .quiet else { return stopNow() }
    log.notice("stopping", metadata: ["running": "\(workload.tally.running)"])
    manager?.stopping()
    enter(.finishing)
    let grace = settings.gracePeriod
    Task {
      try? await Task.sleep(for: grace)
      stopNow()
    }
  }

  private func stopNow() { enter(.stopping) }

  /// Stops claiming until `resume`; what is in hand is finished.
  package func quiet() {
    guard workload.phase == .working else { return }
    log.notice("quiet: claiming no more until SIGCONT")
    enter(.quiet)
  }

  /// Claims again.
  package func resume() {
    guard workload.phase == .quiet else { return }
    log.notice("claiming again")
    enter(.working)
  }

  private func enter(_ phase: Workload.Phase) {
    giveUp(workload.enter(phase))
    manager?.status(statusLine)
    bell.ring()
  }

  /// For people who look at the service manager.
  var statusLine: String {
    let tally = workload.tally
    let state =
      switch workload.phase {
      case .working: "working"
      case .quiet: "quiet (SIGCONT to go on)"
      case .finishing: "finishing what has begun"
      case .stopping: "stopping"
      }
    return "\(state): \(tally.running) of \(settings.concurrency) running, \(tally.completed) completed"
  }

  // MARK: Claiming

  /// Ends with the phase of working: asked to stop, or drained.
  private func claimAndWork(_ worker: WorkerID) async throws {
    var lookAgain: RetryDelay?
    while workload.phase == .working || workload.phase == .quiet {
      if settings.drains, trouble.failures >= Self.troublesUntilDrainFails, let lastTrouble { throw lastTrouble }
      let pause = ContinuousClock.now.duration(to: troubleEnds)
      guard workload.claimable > 0, pause <= .zero else {
        await bell.wait(atMost: workload.claimable > 0 ? pause : settings.pollInterval)
        continue
      }
      let limit = workload.claimable
      // The same however often it is asked: jobs whose answer was lost come with the next one.
      let token = ClaimToken()
      let claimed = try await insist("claim") {
        try await self.queue.claim(
          worker: worker, queues: self.settings.queues, limit: limit, lease: self.settings.lease, token: token)
      }
      guard let jobs = claimed else { return }
      for job in jobs { take(job) }
      begin()
      // Whoever enqueued while this worker had no need of more did not wake it, and may commit any moment.
      if !jobs.isEmpty { lookAgain = RetryDelay(first: .milliseconds(10), limit: settings.pollInterval) }
      if jobs.count == limit { continue }
      if settings.drains && workload.isEmpty {
        let pending = try await insist("look for what is left") {
          try await self.queue.pending(queues: self.settings.queues)
        }
        if let pending, pending.total == 0 { return }
      }
      await bell.wait(atMost: min(lookAgain?.next() ?? settings.pollInterval, settings.pollInterval))
    }
  }

  /// A worker that runs on waits for better times; one that drains would never end.
  private static let troublesUntilDrainFails = 8

  /// Notes that this worker cannot do its work just now, and claims no more for a while.
  func noteTrouble(_ what: String, _ error: some Error) {
    let pause = trouble.next()
    troubleEnds = .now + pause
    lastTrouble = (error as? RenderingError) ?? WorkerError(code: .storeUnavailable, message: "\(what): \(error)")
    log.error("\(what); claiming again in \(pause.rounded): \(error)")
  }

  private func take(_ job: ClaimedJob) {
    guard workload.take(job.ref) else { return }
    unbegun[job.ref] = job
    switch workload.phase {
    case .finishing, .stopping:
      // The answer to the claim came after the word to stop.
      giveUp(workload.stop([job.ref], .shutdown))
    case .working, .quiet:
      // Whether this very claim is meant, the answer to a heartbeat says.
      if cancelledAhead.remove(job.ref.job) != nil { pulse.ring() }
    }
  }

  /// Hands waiting jobs to free renderers.
  private func begin() {
    while let (ref, slot) = workload.next() {
      guard let job = unbegun.removeValue(forKey: ref) else { continue }
      workload.rendering(ref, in: Task { await work(job, on: renderers[slot]) })
    }
  }

  // MARK: One job

  /// The renderer of this job is free for the next.
  func rendered(_ job: ClaimedJob, in duration: Duration) {
    workload.rendered(job.ref, in: duration)
    begin()
    // Claims may go on while this job is stored and recorded.
    if workload.claimable > 0 { bell.ring() }
  }

  func stopReason(_ job: ClaimedJob) -> Workload.StopReason? { workload.stopReason(job.ref) }

  func finish(_ job: ClaimedJob, counting count: WritableKeyPath<WorkerTally, Int>) {
    workload.finish(job.ref, counting: count)
    pages[job.ref] = nil
    // Not for each of many: whoever wakes has to lie down again.
    if workload.isEmpty || workload.claimable > 0 { bell.ring() }
  }

  func stop(_ refs: [LeaseRef], _ reason: Workload.StopReason) { giveUp(workload.stop(refs, reason)) }

  /// - Returns: whether the job is in hand.
  func stop(job: JobID, _ reason: Workload.StopReason) -> Bool {
    let refs = workload.refs(of: job)
    stop(refs, reason)
    return !refs.isEmpty
  }

  /// Gives up jobs that had not begun.
  private func giveUp(_ refs: [LeaseRef]) {
    for ref in refs {
      guard let job = unbegun.removeValue(forKey: ref) else { continue }
      Task { await giveUp(job) }
    }
  }
}
