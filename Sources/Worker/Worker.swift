import Application
import ArtifactStore
import Composition
import JobQueue
import Logging
import OperatingSystem
import Rendering

/// A worker claims jobs, renders them in its slots, stores the artifacts and records the outcomes, until it is asked to
/// stop or, if it drains, until no job is left.
///
/// It holds each job under a lease that its heartbeats extend. If the worker dies, the leases expire and other workers
/// claim the jobs. If it was only interrupted, its late writes name an old lease and change nothing.
package actor Worker: LeaseHolder {
  package let queue: JobQueue
  let settings: WorkerSettings
  let store: ArtifactStore
  let artifacts: ArtifactWriterPool
  let completions: BatchWriter<(ref: LeaseRef, completion: Completion), CompletionOutcome>
  let slots: [any RenderSlot]
  package let manager: ServiceManager?
  let metrics: WorkerMetrics?
  package let log: Logger
  package let outages: OutageLog
  package let wakeup = AsyncEvent()
  package let heartbeatTrigger = AsyncEvent()
  let pages = PageCounts()
  let imageFetcher: RemoteImageFetcher
  var imageHostCache = TenantCache<[ImageHost]>()
  /// The kinds that this worker can render now, with their versions.
  var capabilities: WorkerCapabilities
  var versions = KindVersions()
  /// The kinds of held jobs that are being rendered.
  var heldKinds: [LeaseRef: JobKind] = [:]
  /// The pictures of visible signatures of held jobs, as PDF.
  var signaturePictures: [LeaseRef: [UInt8]] = [:]
  var payloadDefaultsCache = TenantCache<[String: String]>()
  var sizeClassCache = TenantCache<[String: Set<String>]>()
  package var cancelledBeforeClaim: Set<JobID> = []
  var workload: Workload
  /// The jobs that remained when a worker that drains ended: those that cannot be claimed.
  package internal(set) var left: [UnfinishedJobs] = []
  /// Claimed jobs that have not started.
  var unstarted: [LeaseRef: ClaimedJob] = [:]
  /// Delay after failures of this worker rather than of a job: no renderer starts, or no artifact can be stored.
  var failureDelay = RetryDelay(first: .milliseconds(500), limit: .seconds(30))
  package internal(set) var nextClaim = ContinuousClock.now
  var lastFailure: (any Error)?
  package internal(set) var problem: String?
  package var refusal: (any Error)?

  /// - Parameters:
  ///   - manager: notified when this worker is ready, alive and stopping.
  ///   - metrics: records what the worker does; a registry serves one worker.
  ///   - slots: nil for renderer processes.
  /// - Throws: `SystemError` or `RenderingError` if the system cannot create a thread.
  package init(
    queue: JobQueue, store: ArtifactStore, settings: WorkerSettings, log: Logger, manager: ServiceManager? = nil,
    metrics: WorkerMetrics? = nil, slots: [any RenderSlot]? = nil
  ) throws {
    self.queue = queue
    self.settings = settings
    capabilities = settings.capabilities
    self.log = log
    outages = OutageLog(log)
    self.manager = manager
    self.metrics = metrics
    self.store = store
    imageFetcher = RemoteImageFetcher(addresses: settings.imageAddresses)
    artifacts = try ArtifactWriterPool(store, threads: min(4, max(1, settings.concurrency)))
    completions = BatchWriter(missing: .stale) { try await queue.complete(many: $0) }
    self.slots =
      try slots ?? (1...max(1, settings.concurrency)).map { try Renderer(settings.renderer, name: "renderer \($0)") }
    workload = Workload(slots: self.slots.count)
  }

  package var counts: WorkerCounts { workload.counts }
  package var phase: HolderPhase { workload.phase }
  package var heldLeases: [LeaseRef] { workload.refs }
  package var claimedKinds: [String]? { capabilities.kinds }
  package var finishedPages: [LeaseRef: Int] { pages.all }
  package nonisolated var leaseSettings: LeaseSettings {
    LeaseSettings(
      queues: settings.queues, lease: settings.lease, rescueInterval: settings.rescueInterval,
      pollInterval: settings.pollInterval, gracePeriod: settings.gracePeriod)
  }

  /// Works until it is stopped or, if it drains, until no job is left. Call it once.
  ///
  /// Cancelling the calling task has the effect of the first call of `stop`.
  /// - Throws: `RenderingError` if no renderer starts; `QueueError`, `PostgresError` if the queue refuses.
  package func run() async throws -> WorkerCounts {
    try await runUntilStopped { try await self.work() }
    return counts
  }

  private func work() async throws {
    metrics?.observe(self)
    for slot in slots { try await slot.warmUp() }
    for problem in await slots.first?.sandboxProblems ?? [] {
      log.warning("renderers lack a layer of their sandbox: \(problem)")
    }
    try await openVersions()
    let description = WorkerDescription(
      host: Host.name, pid: Int(Host.process), version: pressrunVersion, slots: settings.concurrency,
      queues: settings.queues, capabilities: capabilities)
    try await holdLeases(
      as: "worker", description, ["slots": "\(settings.concurrency)"],
      tidy: { worker in
        await withDiscardingTaskGroup { group in
          group.addTask { await self.releaseWaitingJobs() }
          group.addTask { await self.watchFolders(worker) }
          group.addTask { await self.reportStorage(worker) }
          group.addTask { await self.timestampChains() }
        }
      },
      close: { for slot in slots { await slot.stop() } })
  }

  package func enter(_ phase: HolderPhase) {
    settle(workload.enter(phase))
    announcePhase()
  }

  package var statusLine: String {
    let state =
      switch workload.phase {
      case .working: "working"
      case .quiet: "quiet (SIGCONT to continue)"
      case .finishing: "finishing running jobs"
      case .stopping: "stopping"
      }
    return "\(state): \(counts.running) of \(settings.concurrency) running, \(counts.completed) completed"
  }
}
