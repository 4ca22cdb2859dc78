import ArtifactStore
import Composition
import Diagnostics
import JobQueue
import Logging
import Rendering

extension Worker {
  /// Renders one job and records its outcome. Cancelling the task interrupts the rendering, never the recording.
  func run(_ job: ClaimedJob, in slot: any RenderSlot) async {
    let start = ContinuousClock.now
    let outcome: Result<RenderOutcome, ArtifactError>
    do throws(ArtifactError) {
      let rendered = try await render(job, in: slot)
      metrics?.record(rendered, of: job, duration: .now - start)
      outcome = .success(rendered)
    } catch {
      outcome = .failure(error)
    }
    didRender(job, in: .now - start)
    // The task may have been cancelled while the document was rendered; database calls would then fail.
    if Task.isCancelled {
      await Task { await record(outcome, of: job) }.value
    } else {
      await record(outcome, of: job)
    }
  }

  /// - Throws: `ArtifactError` if an artifact that the document reads cannot be fetched now.
  private func render(_ job: ClaimedJob, in slot: any RenderSlot) async throws(ArtifactError) -> RenderOutcome {
    var request = RenderRequest(
      kind: job.kind, created: Int64(job.enqueuedAt.timeIntervalSince1970.rounded(.down)),
      cpuSeconds: Int(job.timeout.components.seconds) + 1, memory: settings.renderer.memory(for: job.kind),
      tenant: job.tenant)
    request.assets = job.assets
    do {
      if let version = try await version(of: job) {
        (request.version, request.versionArchive) = (version.sha256, version.archive)
        request.memory = version.kind.memory
      }
      try await checkSigner(of: job)
      _ = try encryption(of: job)
      if let outcome = try await renderSignaturePicture(of: job, like: request, in: slot) { return outcome }
      let input = try await rendererInput(of: job)
      request.defaults = try await payloadDefaults(of: job)
      request.supports = try await openSizeClasses(of: job, request.defaults)
      if let outcome = try await addRemoteImages(to: &request, of: job, input, in: slot) { return outcome }
      let outcome = try await store.withLocalArtifacts(Set(input.artifacts + request.assets.values).sorted()[...]) {
        [request] artifacts in
        await slot.render(request, payload: input.payload, artifacts: artifacts, timeout: job.timeout) { [pages] in
          pages[job.ref] = $0
        }
      }
      return outcome.identified(by: input)
    } catch let error as ArtifactError {
      if Task.isCancelled { return .interrupted }
      throw error
    } catch {
      // The cancellation may have interrupted the reading of the payload.
      return Task.isCancelled ? .interrupted : .failed(Self.failure(error))
    }
  }

  private func record(_ outcome: Result<RenderOutcome, ArtifactError>, of job: ClaimedJob) async {
    let count: WritableKeyPath<WorkerCounts, Int>
    switch outcome {
    case .success(.rendered(let report, let body)): count = await complete(job, report, body)
    case .success(.done): count = await complete(job, Completion(artifact: nil))
    case .success(.failed(let failure)): count = await fail(job, failure)
    case .success(.interrupted): count = await settle(job)
    case .success(.unavailable(let error)):
      pauseClaims("no renderer", error)
      count = await release(job)
    case .failure(let error):
      await checkStore(after: error)
      pauseClaims("an artifact cannot be read", error)
      count = await release(job)
    }
    finish(job, counting: count)
  }

  private func complete(
    _ job: ClaimedJob, _ report: RenderReport, _ body: [UInt8]
  ) async -> WritableKeyPath<WorkerCounts, Int> {
    if workload.stopReason(job.ref) == .leaseLost { return drop(job) }
    let stored: [Artifact]
    let warnings: [String]
    do {
      var archive: ArtifactRef?
      if let record = report.archive {
        // All files of an archive are made of the same PDF.
        let pdf = try await artifacts.store(Array(body.prefix(report.files.first?.bytes ?? body.count)))
        archive = pdf
        guard
          await write(job, "record the archive", { try await self.record(record, sha256: pdf.sha256, of: job) }) != nil
        else { return drop(job) }
      }
      (stored, warnings) = try await storeFiles(of: job, report, body, archive: archive)
    } catch let error as ArtifactError {
      await checkStore(after: error)
      pauseClaims("the artifact cannot be stored", error)
      return await release(job)
    } catch is CancellationError {
      return await settle(job)
    } catch {
      return await fail(job, Self.failure(error))
    }
    resumeClaims()
    return await complete(
      job, Completion(artifacts: stored, warnings: report.warnings + warnings, timings: report.timings))
  }

  private func complete(_ job: ClaimedJob, _ completion: Completion) async -> WritableKeyPath<WorkerCounts, Int> {
    switch await write(job, "complete", { try await self.completions.record((job.ref, completion)) }) {
    case .completed(_, let refusal)?:
      log.info("completed", metadata: describe(job))
      if let first = completion.warnings.first {
        log.warning(
          "\(counted(completion.warnings.count, "warning")) about the document; the first: \(first)",
          metadata: describe(job))
      }
      if let refusal { log.warning("delivery refused: \(refusal)", metadata: describe(job)) }
      return \.completed
    case .cancelled?:
      return \.cancelled
    case .stale?, nil:
      return drop(job)
    }
  }

  private func fail(_ job: ClaimedJob, _ failure: RenderFailure) async -> WritableKeyPath<WorkerCounts, Int> {
    if workload.stopReason(job.ref) == .leaseLost { return drop(job) }
    let failure = await limitingRenderers(failure, of: job)
    let recorded = JobFailure(code: failure.code, message: failure.description, isPermanent: failure.isPermanent)
    switch await write(job, "fail", { try await self.queue.fail(job.ref, recorded) }) {
    case .retry(let time)?:
      log.warning("failed, to be tried again at \(time): \(failure.description)", metadata: describe(job))
      return \.retried
    case .discarded?:
      log.warning("discarded: \(failure.description)", metadata: describe(job))
      return \.discarded
    case .cancelled?:
      return \.cancelled
    case .stale?, nil:
      return drop(job)
    }
  }

  /// Makes a failure permanent if the document has ended `renderersPerDocument` renderers in a row. Attempts before the
  /// latest manual retry do not count.
  private func limitingRenderers(_ failure: RenderFailure, of job: ClaimedJob) async -> RenderFailure {
    guard failure.endedRenderer, !failure.isPermanent, job.attempt >= settings.renderersPerDocument,
      let details = try? await queue.job(job.ref.job)
    else { return failure }
    let ended = details.attemptsSinceItsEnd
      .filter { $0.finishedAt != nil && $0.lease < job.ref.lease && $0.outcome != .released }
      .sorted { $0.lease > $1.lease }
      .prefix { RenderFailure.codesOfEndedRenderers.contains($0.errorCode ?? "") }
    guard ended.count + 1 >= settings.renderersPerDocument else { return failure }
    var limited = failure
    limited.isPermanent = true
    limited.message =
      "The document has ended \(ended.count + 1) renderers, one after the other; the last: \(failure.message)"
    return limited
  }

  /// Releases, cancels or drops a job that was stopped.
  func settle(_ job: ClaimedJob) async -> WritableKeyPath<WorkerCounts, Int> {
    switch workload.stopReason(job.ref) ?? .shutdown {
    case .leaseLost: return drop(job)
    case .shutdown: return await release(job)
    case .cancelRequested:
      let count = await write(job, "cancel", { try await self.queue.cancelled([job.ref]) })
      return count == 1 ? \.cancelled : drop(job)
    }
  }

  private func release(_ job: ClaimedJob) async -> WritableKeyPath<WorkerCounts, Int> {
    let count = await write(job, "release", { try await self.queue.release([job.ref]) })
    return count == 1 ? \.released : drop(job)
  }

  private func drop(_ job: ClaimedJob) -> WritableKeyPath<WorkerCounts, Int> {
    log.warning("the lease is no longer held: nothing was recorded", metadata: describe(job))
    return \.stale
  }

  private func write<Outcome: Sendable>(
    _ job: ClaimedJob, _ what: String, _ operation: () async throws -> Outcome
  ) async -> Outcome? {
    await write(what, describe(job), operation)
  }

  func describe(_ job: ClaimedJob) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["job": "\(job.ref.job)", "kind": "\(job.kind)", "attempt": "\(job.attempt)"]
    if let trace = job.traceParent { metadata["trace_id"] = "\(trace.traceID)" }
    return metadata
  }
}

extension RenderFailure {
  /// Failures that ended the renderer process.
  static let codesOfEndedRenderers: Set<String> = ["crashed", "forbidden", "memory", "protocol", "timeout"]

  var endedRenderer: Bool { Self.codesOfEndedRenderers.contains(code) }
}
