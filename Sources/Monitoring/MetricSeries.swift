import Synchronization

/// The values of a metric by the values of its labels.
///
/// The number of label values is bounded (`limit`), because each is kept by this process and by Prometheus. Values
/// beyond the limit are counted under the label values `(other)`.
final class MetricSeries<Value: Sendable>: Sendable {
  static var limit: Int { 500 }
  /// Label values are cut to this number of characters.
  static var longestValue: Int { 200 }

  private let labels: [String]
  private let empty: Value
  private let values: Mutex<[[String]: Value]>

  /// Makes a series. Without labels it has a value from the beginning.
  init(labels: [String], empty: Value) {
    self.labels = labels
    self.empty = empty
    values = Mutex(labels.isEmpty ? [[]: empty] : [:])
  }

  /// - Parameter labelValues: one for each label, in their order. Missing ones are empty, further ones are left out: no
  ///   metric ends the process.
  func update(_ labelValues: [String], _ change: (inout Value) -> Void) {
    let short = labels.indices.map { $0 < labelValues.count ? String(labelValues[$0].prefix(Self.longestValue)) : "" }
    values.withLock { values in
      let key = values[short] != nil || values.count < Self.limit ? short : short.map { _ in "(other)" }
      change(&values[key, default: empty])
    }
  }

  /// All values, ordered by their labels.
  var all: [(labels: [MetricLabel], value: Value)] {
    values.withLock { $0 }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, value in
      (zip(labels, key).map { MetricLabel($0, $1) }, value)
    }
  }
}

/// A number that only grows, since the start of the process.
package struct Counter: Sendable {
  let series: MetricSeries<Double>

  /// - Parameters:
  ///   - amount: not negative; a negative one is not added.
  ///   - labels: the values of the labels, in the order of their registration.
  package func add(_ amount: Double = 1, _ labels: String...) {
    if amount >= 0 { series.update(labels) { $0 += amount } }
  }
}

/// Counts observations in buckets.
package struct Histogram: Sendable {
  /// Buckets for durations from a millisecond to a minute.
  package static let seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

  let series: MetricSeries<Counts>
  let buckets: [Double]

  package func observe(_ value: Double, _ labels: String...) {
    series.update(labels) { $0.add(value, buckets: buckets) }
  }

  /// Observes a duration in seconds.
  package func observe(_ duration: Duration, _ labels: String...) {
    series.update(labels) { $0.add(duration / .seconds(1), buckets: buckets) }
  }

  struct Counts: Sendable {
    /// The number of observations in each bucket, without the observations of smaller buckets.
    var buckets: [Int]
    var count = 0
    var sum = 0.0

    init(buckets: Int) { self.buckets = Array(repeating: 0, count: buckets) }

    mutating func add(_ value: Double, buckets bounds: [Double]) {
      if let bucket = bounds.firstIndex(where: { value <= $0 }) { buckets[bucket] += 1 }
      count += 1
      sum += value
    }

    func samples(buckets bounds: [Double], labels: [MetricLabel]) -> [MetricSample] {
      var total = 0
      var samples: [MetricSample] = []
      for (bound, count) in zip(bounds, buckets) {
        total += count
        samples.append(
          MetricSample(
            Double(total), labels: labels + [MetricLabel("le", PrometheusText.number(bound))], suffix: "_bucket"))
      }
      samples.append(MetricSample(Double(count), labels: labels + [MetricLabel("le", "+Inf")], suffix: "_bucket"))
      samples.append(MetricSample(sum, labels: labels, suffix: "_sum"))
      samples.append(MetricSample(Double(count), labels: labels, suffix: "_count"))
      return samples
    }
  }
}
