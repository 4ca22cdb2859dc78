import ArtifactStore
import JobQueue
import Logging
import Postgres

extension Worker {
  /// Renders one job and records what became of it.
  func work(_ job: ClaimedJob, on renderer: Renderer) async {
    let request = RenderRequest(
      kind: job.kind, created: Int64(job.enqueuedAt.timeIntervalSince1970.rounded(.down)),
      cpuSeconds: Int(job.timeout.components.seconds) + 1, memory: settings.renderer.memory(for: job.kind))
    let render = Task { await renderer.render(request, payload: job.payload, timeout: job.timeout) }
    workload.rendering(job.ref, in: render)
    let count: WritableKeyPath<WorkerTally, Int>
    switch await render.value {
    case .rendered(let report, let pdf): count = await finish(job, report, pdf)
    case .failed(let failure): count = await fail(job, failure)
    case .interrupted: count = await giveUp(job, workload.stopReason(job.ref) ?? .shutdown)
    case .unavailable(let error):
      noteTrouble("no renderer", error)
      count = await release(job)
    }
    workload.finish(job.ref, counting: count)
    bell.ring()
  }

  private func finish(
    _ job: ClaimedJob, _ report: RenderReport, _ pdf: [UInt8]
  ) async -> WritableKeyPath<WorkerTally, Int> {
    if workload.stopReason(job.ref) == .leaseLost { return dropped(job) }
    let stored: ArtifactRef
    do throws(ArtifactError) {
      stored = try await keeper.keep(pdf)
    } catch {
      noteTrouble("the artifact cannot be stored", error)
      return await release(job)
    }
    trouble.reset()
    let artifact = Artifact(sha256: stored.sha256, bytes: Int64(stored.bytes), pages: report.pages)
    let completion = Completion(artifact: artifact, warnings: report.warnings, timings: report.timings)
    switch await record(job, "complete", { try await self.queue.complete(job.ref, completion) }) {
    case .completed?:
      log.info("completed", metadata: describe(job))
      return \.completed
    case .refused(let rule)?:
      log.warning("discarded: \(rule)", metadata: describe(job))
      return \.discarded
    case .cancelled?:
      return \.cancelled
    case .stale?, nil:
      return dropped(job)
    }
  }

  private func fail(_ job: ClaimedJob, _ failure: RenderFailure) async -> WritableKeyPath<WorkerTally, Int> {
    if workload.stopReason(job.ref) == .leaseLost { return dropped(job) }
    let recorded = JobFailure(code: failure.code, message: failure.description, isPermanent: failure.isPermanent)
    switch await record(job, "fail", { try await self.queue.fail(job.ref, recorded) }) {
    case .retry(let time)?:
      log.warning("failed, to be tried again at \(time): \(failure.description)", metadata: describe(job))
      return \.retried
    case .discarded?:
      log.warning("discarded: \(failure.description)", metadata: describe(job))
      return \.discarded
    case .cancelled?:
      return \.cancelled
    case .stale?, nil:
      return dropped(job)
    }
  }

  private func giveUp(_ job: ClaimedJob, _ reason: Workload.StopReason) async -> WritableKeyPath<WorkerTally, Int> {
    switch reason {
    case .leaseLost: return dropped(job)
    case .shutdown: return await release(job)
    case .cancelRequested:
      let count = await record(job, "cancel", { try await self.queue.cancelled([job.ref]) })
      return count == 1 ? \.cancelled : dropped(job)
    }
  }

  private func release(_ job: ClaimedJob) async -> WritableKeyPath<WorkerTally, Int> {
    let count = await record(job, "release", { try await self.queue.release([job.ref]) })
    return count == 1 ? \.released : dropped(job)
  }

  private func dropped(_ job: ClaimedJob) -> WritableKeyPath<WorkerTally, Int> {
    log.warning("the lease is no longer held: nothing was recorded", metadata: describe(job))
    return \.stale
  }

  /// Writes an outcome, however often it takes. Nil where that is impossible: the lease will run out, and the job come
  /// back to the queue.
  private func record<Outcome: Sendable>(
    _ job: ClaimedJob, _ what: String, _ write: @Sendable () async throws -> Outcome
  ) async -> Outcome? {
    do {
      return try await insist(what, write)
    } catch {
      log.error("\(what): \(error)", metadata: describe(job))
      return nil
    }
  }

  private func describe(_ job: ClaimedJob) -> Logger.Metadata {
    ["job": "\(job.ref.job)", "kind": "\(job.kind)", "attempt": "\(job.attempt)"]
  }
}
