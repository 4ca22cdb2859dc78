import JobQueue
import Monitoring

/// Metrics of a relay process.
package struct RelayMetrics: Sendable {
  private let registry: MetricsRegistry
  private let attempts: Histogram

  package init(in registry: MetricsRegistry) {
    self.registry = registry
    attempts = registry.histogram(
      "pressrun_delivery_duration_seconds", "Duration of attempts to deliver, by kind of destination and outcome.",
      labels: ["destination_kind", "outcome"])
  }

  /// Registers counters and gauges computed from the relay's state.
  func observe(_ relay: Relay) {
    registry.collect(["pressrun_relay_deliveries_total", "pressrun_relay_running_deliveries"]) { [weak relay] in
      guard let counts = await relay?.counts else { return [] }
      let outcomes = [
        ("delivered", counts.delivered), ("retried", counts.retried), ("failed", counts.failed),
        ("refused", counts.refused), ("cancelled", counts.cancelled), ("released", counts.released),
        ("stale", counts.stale),
      ]
      return [
        MetricFamily(
          "pressrun_relay_deliveries_total", "Attempts of this relay that ended, by outcome.", .counter,
          outcomes.map { MetricSample(Double($0.1), labels: [MetricLabel("outcome", $0.0)]) }),
        MetricFamily(
          "pressrun_relay_running_deliveries", "Deliveries that this relay holds.", .gauge,
          [MetricSample(Double(counts.running))]),
      ]
    }
  }

  func record(_ outcome: Attempt.Outcome, of destination: String, duration: Duration) {
    let name: String
    switch outcome {
    case .delivered: name = "delivered"
    case .failed: name = "failed"
    case .interrupted, .putOff, .unable: return
    }
    attempts.observe(duration, String(destination.prefix { $0 != ":" }), name)
  }
}
