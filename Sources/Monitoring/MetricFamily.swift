/// A metric with all its samples at one moment, named and typed as Prometheus defines them.
package struct MetricFamily: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  /// Such as `pressrun_http_requests_total`: in base units (seconds, bytes); the names of counters end in `_total`.
  package var name: String
  /// One sentence that describes the metric.
  package var help: String
  package var kind: Kind
  package var samples: [MetricSample]

  package init(_ name: String, _ help: String, _ kind: Kind, _ samples: [MetricSample] = []) {
    self.name = name
    self.help = help
    self.kind = kind
    self.samples = samples
  }
}

/// One value of a metric.
package struct MetricSample: Hashable, Sendable {
  /// `_bucket`, `_sum` or `_count` of a histogram; empty otherwise.
  package var suffix: String
  package var labels: [MetricLabel]
  package var value: Double

  package init(_ value: Double, labels: [MetricLabel] = [], suffix: String = "") {
    self.suffix = suffix
    self.labels = labels
    self.value = value
  }
}

package struct MetricLabel: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
