import ArtifactStore
import JobQueue
import Logging
import Postgres
import Rendering

extension Worker {
  /// Renders one job and records what became of it. Cancelling the task interrupts the rendering, never the recording.
  func work(_ job: ClaimedJob, on renderer: any DocumentMaker) async {
    let start = ContinuousClock.now
    let outcome = await render(job, on: renderer)
    rendered(job, in: .now - start)
    // From here on nobody cancels this task; but it may have been.
    if Task.isCancelled {
      await Task { await conclude(job, outcome) }.value
    } else {
      await conclude(job, outcome)
    }
  }

  private func render(_ job: ClaimedJob, on renderer: any DocumentMaker) async -> RenderOutcome {
    let request = RenderRequest(
      kind: job.kind, created: Int64(job.enqueuedAt.timeIntervalSince1970.rounded(.down)),
      cpuSeconds: Int(job.timeout.components.seconds) + 1, memory: settings.renderer.memory(for: job.kind))
    do throws(RenderFailure) {
      let payload = try await payload(of: job)
      return await renderer.render(request, payload: payload, timeout: job.timeout) { [pages] in pages[job.ref] = $0 }
    } catch {
      // Reading what the job is to be made of was cut short with it.
      return Task.isCancelled ? .interrupted : .failed(error)
    }
  }

  private func conclude(_ job: ClaimedJob, _ outcome: RenderOutcome) async {
    let count: WritableKeyPath<WorkerTally, Int>
    switch outcome {
    case .rendered(let report, let pdf): count = await complete(job, report, pdf)
    case .done: count = await complete(job, Completion(artifact: nil))
    case .failed(let failure): count = await fail(job, failure)
    case .interrupted: count = await settle(job, stopReason(job) ?? .shutdown)
    case .unavailable(let error):
      noteTrouble("no renderer", error)
      count = await release(job)
    }
    finish(job, counting: count)
  }

  /// Ends a job that had to be stopped before it began.
  func giveUp(_ job: ClaimedJob) async {
    finish(job, counting: await settle(job, stopReason(job) ?? .shutdown))
  }

  private func complete(
    _ job: ClaimedJob, _ report: RenderReport, _ pdf: [UInt8]
  ) async -> WritableKeyPath<WorkerTally, Int> {
    if stopReason(job) == .leaseLost { return dropped(job) }
    let stored: ArtifactRef
    do throws(ArtifactError) {
      stored = try await keeper.keep(pdf)
    } catch {
      noteTrouble("the artifact cannot be stored", error)
      return await release(job)
    }
    trouble.reset()
    if let archive = report.archive {
      guard
        await record(job, "record the archive", { try await self.record(archive, sha256: stored.sha256, of: job) })
          != nil
      else { return dropped(job) }
    }
    let artifact = Artifact(
      sha256: stored.sha256, bytes: Int64(stored.bytes),
      pages: report.pages.map { PageSize(width: $0.width, height: $0.height) })
    return await complete(job, Completion(artifact: artifact, warnings: report.warnings, timings: report.timings))
  }

  private func complete(_ job: ClaimedJob, _ completion: Completion) async -> WritableKeyPath<WorkerTally, Int> {
    switch await record(job, "complete", { try await self.completer.complete(job.ref, completion) }) {
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
    if stopReason(job) == .leaseLost { return dropped(job) }
    let failure = await judged(failure, of: job)
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

  /// A document that has ended several renderers in a row will end the next one too: its failure is then permanent.
  /// Where the job was retried after its end, what was before that does not count.
  private func judged(_ failure: RenderFailure, of job: ClaimedJob) async -> RenderFailure {
    guard failure.endedRenderer, !failure.isPermanent, job.attempt >= settings.renderersPerDocument,
      let details = try? await queue.job(job.ref.job)
    else { return failure }
    let ended = details.attemptsSinceItsEnd
      .filter { $0.finishedAt != nil && $0.lease < job.ref.lease && $0.outcome != .released }
      .sorted { $0.lease > $1.lease }
      .prefix { RenderFailure.codesOfEndedRenderers.contains($0.errorCode ?? "") }
    guard ended.count + 1 >= settings.renderersPerDocument else { return failure }
    var judged = failure
    judged.isPermanent = true
    judged.message =
      "The document has ended \(ended.count + 1) renderers, one after the other; the last: \(failure.message)"
    return judged
  }

  private func settle(_ job: ClaimedJob, _ reason: Workload.StopReason) async -> WritableKeyPath<WorkerTally, Int> {
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
    _ job: ClaimedJob, _ what: String, _ write: () async throws -> Outcome
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

extension RenderFailure {
  /// Failures in which the renderer's process came to its end.
  static let codesOfEndedRenderers: Set<String> = ["crashed", "forbidden", "memory", "protocol", "timeout"]

  var endedRenderer: Bool { Self.codesOfEndedRenderers.contains(code) }
}
