import FoundationEssentials

/// The statistics of one period, for charts.
package struct StatisticsPeriod: Sendable {
  /// The beginning of the period.
  package var at: Date
  /// Ready jobs when the period ended; for periods of more than a minute, the maximum.
  package var available: Int
  /// Running jobs, likewise.
  package var running: Int
  /// It is nil until the following minute has ended.
  package var enqueued: Int?
  /// Jobs that were completed in the period.
  package var completed: Int
  /// Attempts that failed.
  package var failed: Int
  /// Jobs that were discarded in the period.
  package var discarded: Int
  /// Seconds from ready to claimed; nil without attempts.
  package var queuedMedian: Double?
  /// The 95th percentile of the same.
  package var queuedP95: Double?
  /// Seconds of an attempt; nil without attempts.
  package var runningMedian: Double?
  /// The 95th percentile of the same.
  package var runningP95: Double?
  /// Live workers or relays, their slots, and the jobs that they run. Nil except in the series of sums.
  package var workers: Int?
  package var slots: Int?
  package var busy: Int?
}

/// The queue and the kind of a series of statistics.
package struct StatisticsSeries: Hashable, Sendable {
  package var queue: String
  package var kind: String

  package init(queue: String, kind: String) {
    self.queue = queue
    self.kind = kind
  }

  /// The sums of all jobs that make documents.
  package static let documents = StatisticsSeries(queue: "*", kind: "*")
  /// The sums of all deliveries.
  package static let deliveries = StatisticsSeries(queue: "*", kind: "deliver.*")
}

/// An alarm of docs/operations.md.
package struct Alarm: Sendable {
  /// The urgency of the alarm.
  package enum Severity: String, Sendable {
    case none, warn, page
  }
  /// An identifier for programs, such as `slow_start`.
  package var name: String
  /// A title for people.
  package var title: String
  /// The section of docs/operations.md that says what to do.
  package var anchor: String
  /// The measured value; nil if there was nothing to measure.
  package var value: Double?
  /// `s` for seconds, or empty for a number.
  package var unit: String
  /// The threshold for `Severity.warn`.
  package var warnAt: Double
  /// The threshold for `Severity.page`; nil if the alarm is at most a warning.
  package var pageAt: Double?
  /// Whether values below the thresholds are the alarm.
  package var isMinimum: Bool
  package var severity: Severity
  /// The queue, kind or table that has the value.
  package var subject: String?
}
