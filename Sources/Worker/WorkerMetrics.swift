import JobQueue
import Monitoring
import Rendering

/// Metrics of a worker process.
package struct WorkerMetrics: Sendable {
  private let registry: MetricsRegistry
  private let rendering: Histogram
  private let stages: Counter
  private let pages: Counter
  private let failures: Counter

  package init(in registry: MetricsRegistry) {
    self.registry = registry
    rendering = registry.histogram(
      "pressrun_render_duration_seconds", "Time from the request to a renderer to its answer.", labels: ["kind"])
    stages = registry.counter(
      "pressrun_render_stage_seconds_total", "Time of finished documents in each stage of rendering.",
      labels: ["stage"])
    pages = registry.counter("pressrun_rendered_pages_total", "Pages of finished documents.", labels: ["kind"])
    failures = registry.counter(
      "pressrun_renderer_failures_total", "Renderer processes terminated while rendering, by code.", labels: ["code"])
  }

  /// Registers counters and gauges computed from the worker's state.
  func observe(_ worker: Worker) {
    registry.collect(["pressrun_worker_jobs_total", "pressrun_worker_running_jobs", "pressrun_renderers"]) {
      [weak worker] in
      guard let worker else { return [] }
      let counts = await worker.counts
      let outcomes = [
        ("completed", counts.completed), ("retried", counts.retried), ("discarded", counts.discarded),
        ("cancelled", counts.cancelled), ("released", counts.released), ("stale", counts.stale),
      ]
      return [
        MetricFamily(
          "pressrun_worker_jobs_total", "Attempts of this worker that ended, by outcome.", .counter,
          outcomes.map { MetricSample(Double($0.1), labels: [MetricLabel("outcome", $0.0)]) }),
        MetricFamily(
          "pressrun_worker_running_jobs", "Jobs that this worker holds.", .gauge, [MetricSample(Double(counts.running))]
        ),
        MetricFamily(
          "pressrun_renderers", "Renderer processes of this worker.", .gauge,
          [MetricSample(Double(worker.slots.count))]),
      ]
    }
  }

  func record(_ outcome: RenderOutcome, of job: ClaimedJob, duration: Duration) {
    switch outcome {
    case .rendered(let report, _):
      rendering.observe(duration, job.kind)
      pages.add(Double(report.pages.count), job.kind)
      for (stage, milliseconds) in report.timings where milliseconds >= 0 { stages.add(milliseconds / 1000, stage) }
    case .failed(let failure):
      rendering.observe(duration, job.kind)
      if failure.endedRenderer { failures.add(1, failure.code) }
    case .done, .interrupted, .unavailable: break
    }
  }
}
