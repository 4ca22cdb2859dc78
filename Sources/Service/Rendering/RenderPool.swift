import Composition
import Monitoring
import Rendering

/// The renderer processes of a service for documents that a client waits for, separate from the workers' processes.
///
/// A request gets a free renderer at once, or waits in a queue of limited length. If the queue is full, the request is
/// refused with a time after which to try again.
package actor RenderPool {
  /// The size of the pool, and the limits of one document.
  package struct Settings: Sendable {
    /// Renderer processes, which are started when they are first needed.
    package var renderers = 2
    /// Requests that wait for a renderer; further ones are refused.
    package var queue = 16
    /// Time for one document.
    package var timeLimit: Duration = .seconds(30)
    /// Private memory of a renderer for one document, in bytes.
    package var memory = 512 << 20
    package init() {}
  }

  /// The reason for which a valid document was not rendered.
  package enum Refusal: Error, Hashable, Sendable {
    /// All renderers are busy and the queue is full.
    case full(retryAfter: Duration)
    /// The service is about to end.
    case draining
  }

  package let settings: Settings
  private var free: [any RenderSlot]
  private var waiting: [(id: Int, continuation: CheckedContinuation<(any RenderSlot)?, Never>)] = [] {
    didSet { queueChanged(waiting.count) }
  }
  private var nextID = 0
  private var isDraining = false
  /// A moving average, for the time after which a refused request is to be tried again.
  private var averageTime = Duration.milliseconds(200)
  private let all: [any RenderSlot]
  private let metrics: RenderPoolMetrics?
  private let queueChanged: @Sendable (Int) -> Void

  /// - Parameters:
  ///   - slots: nil for renderer processes.
  ///   - queueChanged: called with the number of requests that wait for a renderer whenever it has changed.
  /// - Throws: `RenderingError` if the system cannot create a thread.
  package init(
    _ renderer: RendererSettings, settings: Settings = Settings(), metrics: MetricsRegistry? = nil,
    slots: [any RenderSlot]? = nil, queueChanged: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws {
    self.queueChanged = queueChanged
    self.settings = settings
    all = try slots ?? (1...max(1, settings.renderers)).map { try Renderer(renderer, name: "request renderer \($0)") }
    free = all
    self.metrics = metrics.map { RenderPoolMetrics(in: $0) }
  }

  /// Starts the renderers before the first request.
  /// - Throws: `RenderingError` if one does not start.
  package func warmUp() async throws {
    for slot in all { try await slot.warmUp() }
  }

  /// One sentence for each layer of the sandbox that the renderers lack; none before they are started.
  package var sandboxProblems: [String] { get async { await all.first?.sandboxProblems ?? [] } }

  /// Requests that wait for a renderer.
  package var queued: Int { waiting.count }
  /// Requests that are being rendered.
  package var running: Int { all.count - free.count }

  /// Renders one document. Cancelling the task interrupts it, or takes it out of the queue.
  /// - Parameter kind: for metrics: a kind of document, or `html`.
  /// - Throws: `Refusal`; `CancellationError`.
  package func render(_ request: RenderRequest, payload: [UInt8], kind: String) async throws -> RenderOutcome {
    let slot: any RenderSlot
    do {
      slot = try await acquire()
    } catch let refusal as Refusal {
      metrics?.refused(refusal)
      throw refusal
    }
    let start = ContinuousClock.now
    let outcome = await slot.render(request, payload: payload, artifacts: [], timeout: settings.timeLimit) { _ in }
    let duration = ContinuousClock.now - start
    averageTime = averageTime * 0.8 + duration * 0.2
    metrics?.rendered(outcome, kind: kind, duration: duration)
    release(slot)
    return outcome
  }

  /// Refuses further requests. Those that wait or run are finished.
  package func drain() { isDraining = true }

  /// Ends the renderers, after the last request.
  package func stop() async {
    isDraining = true
    for slot in all { await slot.stop() }
  }

  private func acquire() async throws -> any RenderSlot {
    guard !isDraining else { throw Refusal.draining }
    if let slot = free.popLast() { return slot }
    guard waiting.count < settings.queue else {
      throw Refusal.full(retryAfter: averageTime * (Double(waiting.count) / Double(all.count) + 1))
    }
    let id = nextID
    nextID += 1
    let slot = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<(any RenderSlot)?, Never>) in
        if Task.isCancelled { continuation.resume(returning: nil) } else { waiting.append((id, continuation)) }
      }
    } onCancel: {
      Task { await self.abandon(id) }
    }
    guard let slot else { throw CancellationError() }
    return slot
  }

  private func abandon(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume(returning: nil)
  }

  private func release(_ slot: any RenderSlot) {
    if waiting.isEmpty { free.append(slot) } else { waiting.removeFirst().continuation.resume(returning: slot) }
  }
}

private struct RenderPoolMetrics: Sendable {
  private let durations: Histogram
  private let refusals: Counter

  init(in registry: MetricsRegistry) {
    durations = registry.histogram(
      "pressrun_request_render_duration_seconds", "Time in a renderer of documents that a request waits for.",
      labels: ["kind", "outcome"])
    refusals = registry.counter(
      "pressrun_request_render_refusals_total", "Requests refused because all renderers were busy.", labels: ["reason"])
  }

  func rendered(_ outcome: RenderOutcome, kind: String, duration: Duration) {
    let name =
      switch outcome {
      case .rendered, .done: "rendered"
      case .failed(let failure): failure.isPermanent ? "invalid" : "failed"
      case .interrupted: "interrupted"
      case .unavailable: "unavailable"
      }
    durations.observe(duration, kind, name)
  }

  func refused(_ refusal: RenderPool.Refusal) {
    switch refusal {
    case .full: refusals.add(1, "full")
    case .draining: refusals.add(1, "draining")
    }
  }
}
