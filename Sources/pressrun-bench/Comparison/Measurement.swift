/// One measured figure with the goal it is checked against. `--json` prints it with names in snake_case.
struct Measurement: Codable, Sendable {
  var name: String
  var unit: String
  /// The median.
  var value: Double
  var samples: [Double]
  /// The competitor that it is compared with, and that competitor's median; nil if the goal applies to the figure
  /// itself.
  var against: String?
  var reference: Double?
  var referenceSamples: [Double]?
  /// Limit of the value, or of its ratio to the reference; nil if there is no goal.
  var goal: Double?
  /// Whether the goal is an upper limit.
  var isMost = false

  var ratio: Double? { reference.map { $0 > 0 ? value / $0 : 0 } }
  /// It is nil if there is no goal.
  var isMet: Bool? { goal.map { isMost ? (ratio ?? value) <= $0 : (ratio ?? value) >= $0 } }
}

extension [Double] {
  /// 0 if empty.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
  }

  /// The smallest value that at least this share of the values does not exceed; 0 if empty.
  func percentile(_ share: Double) -> Double {
    guard !isEmpty else { return 0 }
    let index = Int((Double(count) * share).rounded(.up)) - 1
    return sorted()[Swift.max(0, Swift.min(count - 1, index))]
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// The duration of `body` in seconds.
func timed(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (.now - start).seconds
}
