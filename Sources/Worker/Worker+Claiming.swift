import Application
import JobQueue
import Logging
import Rendering

extension Worker {
  package var claimable: Int { workload.claimable }

  package func claim(_ worker: WorkerID, limit: Int) async throws -> Int? {
    if givesUp, let lastFailure { throw lastFailure }
    // Retries use the same token, so that a claim whose answer was lost returns the same jobs again.
    let token = ClaimToken()
    let jobs = try await retryTransient("claim") {
      try await self.queue.claim(
        worker: worker, queues: self.settings.queues, limit: limit, lease: self.settings.lease, token: token)
    }
    guard let jobs else { return nil }
    for job in jobs { hold(job) }
    startJobs()
    return jobs.count
  }

  package func isDrained() async throws -> Bool {
    guard settings.drains, workload.isEmpty, let left = try await unclaimable() else { return false }
    self.left = left
    return true
  }

  /// A worker that does not drain retries for ever.
  private var givesUp: Bool { settings.drains && failureDelay.failures >= Self.failuresUntilDrainFails }

  private static let failuresUntilDrainFails = 8

  /// Stops claiming for a while because this worker cannot render or store documents at present. The first of several
  /// consecutive failures is logged; all are reported to the database.
  func pauseClaims(_ what: String, _ error: some Error) {
    let pause = failureDelay.next()
    nextClaim = givesUp ? .now : .now + pause
    lastFailure = error is RenderingError ? error : WorkerError(code: .storeUnavailable, message: "\(what): \(error)")
    if problem == nil { log.error("\(what); claiming again in \(pause.rounded): \(error)") }
    problem = "\(what): \(error)"
    heartbeatTrigger.signal()
  }

  /// Ends the pause of claims.
  func resumeClaims() {
    failureDelay.reset()
    guard let ended = problem.take() else { return }
    log.notice("claiming again; the problem is over", metadata: ["problem": "\(ended)"])
    heartbeatTrigger.signal()
  }

  private func hold(_ job: ClaimedJob) {
    guard workload.add(job.ref) else { return }
    unstarted[job.ref] = job
    switch workload.phase {
    case .finishing, .stopping:
      // The worker was stopped while the claim was in progress.
      settle(workload.stop([job.ref], .shutdown))
    case .working, .quiet:
      // The heartbeat's answer says whether the cancellation concerns this lease.
      if cancelledBeforeClaim.remove(job.ref.job) != nil { heartbeatTrigger.signal() }
    }
  }

  /// Starts waiting jobs in free slots.
  func startJobs() {
    while let (ref, slot) = workload.startNext() {
      guard let job = unstarted.removeValue(forKey: ref) else { continue }
      log.debug("rendering", metadata: describe(job))
      workload.setRenderTask(Task { await run(job, in: slots[slot]) }, of: ref)
    }
  }

  /// Frees the job's slot for the next job.
  func didRender(_ job: ClaimedJob, in duration: Duration) {
    workload.didRender(job.ref, in: duration)
    startJobs()
    // Further jobs can be claimed while this one is stored and recorded.
    if workload.claimable > 0 { wakeup.signal() }
  }

  func finish(_ job: ClaimedJob, counting count: WritableKeyPath<WorkerCounts, Int>) {
    workload.finish(job.ref, counting: count)
    pages[job.ref] = nil
    heldKinds[job.ref] = nil
    signaturePictures[job.ref] = nil
    // Wake the claim loop only if it has something to do.
    if workload.isEmpty || workload.claimable > 0 { wakeup.signal() }
  }

  package func stop(_ refs: [LeaseRef], _ reason: StopReason) { settle(workload.stop(refs, reason)) }

  /// Returns jobs that were claimed ahead to the queue if the slots stay busy.
  func releaseWaitingJobs() async {
    while (try? await Task.sleep(for: Self.longestWait / 2)) != nil {
      settle(workload.stopWaiting(longerThan: Self.longestWait, at: .now))
    }
  }

  private static let longestWait = Duration.seconds(1)

  /// Releases or cancels jobs that were stopped before they started.
  func settle(_ refs: [LeaseRef]) {
    for ref in refs {
      guard let job = unstarted.removeValue(forKey: ref) else { continue }
      Task { finish(job, counting: await settle(job)) }
    }
  }
}
