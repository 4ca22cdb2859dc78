import Synchronization

/// The metrics of a process. Code that measures holds a `Counter` or `Histogram`; values that are known elsewhere are
/// collected when the metrics are read.
///
/// A name is registered once: registering it again, or a malformed name, is a programming error, which stops the
/// program.
package final class MetricsRegistry: Sendable {
  /// Returns families whose samples are known elsewhere. It must answer soon, and may be called concurrently.
  package typealias Collector = @Sendable () async -> [MetricFamily]

  private struct Source: Sendable {
    var names: Set<String>
    var collect: Collector
  }

  private let sources = Mutex<[Source]>([])

  package init() {}

  /// - Parameter name: ends in `_total`.
  package func counter(_ name: String, _ help: String, labels: [String] = []) -> Counter {
    precondition(name.hasSuffix("_total"), "the name of a counter ends in _total: \(name)")
    let series = MetricSeries(labels: labels, empty: 0.0)
    register(MetricFamily(name, help, .counter), labels) {
      series.all.map { MetricSample($0.value, labels: $0.labels) }
    }
    return Counter(series: series)
  }

  /// - Parameter buckets: upper bounds, ascending, without infinity.
  package func histogram(
    _ name: String, _ help: String, labels: [String] = [], buckets: [Double] = Histogram.seconds
  ) -> Histogram {
    precondition(
      !labels.contains("le") && zip(buckets, buckets.dropFirst()).allSatisfy(<), "invalid buckets of \(name)")
    let series = MetricSeries(labels: labels, empty: Histogram.Counts(buckets: buckets.count))
    register(MetricFamily(name, help, .histogram), labels) {
      series.all.flatMap { $0.value.samples(buckets: buckets, labels: $0.labels) }
    }
    return Histogram(series: series, buckets: buckets)
  }

  /// Adds metrics whose values are known elsewhere.
  /// - Parameter names: of the families that the collector returns.
  package func collect(_ names: [String], _ collector: @escaping Collector) {
    for name in names { precondition(Self.isName(name), "invalid name of a metric: \(name)") }
    sources.withLock { sources in
      precondition(sources.allSatisfy { $0.names.isDisjoint(with: names) }, "registered twice: \(names)")
      sources.append(Source(names: Set(names), collect: collector))
    }
  }

  /// All families in the order in which they were registered.
  package func families() async -> [MetricFamily] {
    var families: [MetricFamily] = []
    for source in sources.withLock({ $0 }) { families += await source.collect() }
    return families
  }

  /// All metrics as `PrometheusText`.
  package func text() async -> String { PrometheusText.text(await families()) }

  private func register(
    _ family: MetricFamily, _ labels: [String], samples: @escaping @Sendable () -> [MetricSample]
  ) {
    for label in labels {
      precondition(Self.isName(label) && !label.hasPrefix("__") && !label.contains(":"), "invalid label \(label)")
    }
    collect([family.name]) {
      var family = family
      family.samples = samples()
      return [family]
    }
  }

  private static func isName(_ name: String) -> Bool { name.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil }
}
