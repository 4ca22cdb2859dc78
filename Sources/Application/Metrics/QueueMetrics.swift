import JobQueue
import Logging
import Monitoring
import Postgres

/// Metrics of the queue, read from its views when metrics are read. The login needs the role `pressrun_monitor`.
///
/// The views count unfinished jobs, which takes long if there are many. Results are therefore kept
/// (`CachedCollection`): reading metrics often does not load the database.
package struct QueueMetrics: Sendable {
  let queue: JobQueue
  let log: Logger

  /// Registers the metrics.
  package static func register(in registry: MetricsRegistry, queue: JobQueue, log: Logger) {
    let metrics = QueueMetrics(queue: queue, log: log)
    let cache = CachedCollection { await metrics.families() }
    registry.collect(descriptions.map(\.name)) { await cache.families() }
  }

  /// Registers the metrics if the login may read the views of the queue. A login of a worker may not.
  package static func registerIfAllowed(in registry: MetricsRegistry, queue: JobQueue, log: Logger) async {
    let isAllowed = try? await queue.query("select has_table_privilege('pressrun.queue_depth', 'select')").single()
      .decode(0, as: Bool.self)
    if isAllowed == true { register(in: registry, queue: queue, log: log) }
  }

  /// Every metric with its samples. Metrics whose query fails are left out; `pressrun_queue_scrape_success` reports
  /// them.
  func families() async -> [MetricFamily] {
    var samples: [String: [MetricSample]] = [:]
    for (name, statement) in Self.statements {
      let label = [MetricLabel("query", name)]
      let start = ContinuousClock.now
      do {
        for row in try await queue.query(statement) {
          samples[try row.decode("name"), default: []].append(try MetricSample(row))
        }
        samples["pressrun_queue_scrape_success", default: []].append(MetricSample(1, labels: label))
      } catch {
        log.warning("the metrics of the queue cannot be read: \(error)", metadata: ["query": "\(name)"])
        samples["pressrun_queue_scrape_success", default: []].append(MetricSample(0, labels: label))
      }
      samples["pressrun_queue_scrape_duration_seconds", default: []].append(
        MetricSample((ContinuousClock.now - start) / .seconds(1), labels: label))
    }
    return Self.descriptions.map { family in
      var family = family
      family.samples = samples[family.name] ?? []
      return family
    }
  }

  private static let statements = [
    ("depth", statement(EmbeddedText.metrics_depth_sql, "metrics_depth")),
    ("workers", statement(EmbeddedText.metrics_workers_sql, "metrics_workers")),
    ("statistics", statement(EmbeddedText.metrics_statistics_sql, "metrics_statistics")),
    ("alarms", statement(EmbeddedText.metrics_alarms_sql, "metrics_alarms")),
    ("deliveries", statement(EmbeddedText.metrics_deliveries_sql, "metrics_deliveries")),
  ]

  private static func statement(_ text: String, _ name: String) -> Statement {
    Statement(text, name: name)
  }

  /// Every metric that the statements return.
  static let descriptions = [
    MetricFamily("pressrun_queue_jobs", "Unfinished jobs of a queue.", .gauge),
    MetricFamily(
      "pressrun_queue_oldest_job_seconds", "Age of the oldest job that is ready; 0 if none is or the queue is paused.",
      .gauge),
    MetricFamily("pressrun_queue_paused", "Whether the queue is paused.", .gauge),
    MetricFamily("pressrun_workers", "Workers and relays with a heartbeat in the last minute.", .gauge),
    MetricFamily("pressrun_worker_slots", "What these can work on at the same time.", .gauge),
    MetricFamily("pressrun_kind_attempts", "Attempts of the last recorded minute, by outcome.", .gauge),
    MetricFamily(
      "pressrun_kind_queued_seconds", "Percentiles of the time from ready to claimed, in the last recorded minute.",
      .gauge),
    MetricFamily(
      "pressrun_kind_running_seconds", "Percentiles of the duration of attempts, in the last recorded minute.", .gauge),
    MetricFamily("pressrun_alarm_severity", "Alarms of the view pressrun.alarms: 0 off, 1 warn, 2 page.", .gauge),
    MetricFamily("pressrun_alarm_value", "The value that an alarm compares with its thresholds.", .gauge),
    MetricFamily("pressrun_table_dead_rows", "Dead rows of a table.", .gauge),
    MetricFamily("pressrun_table_bytes", "Size of a table with its indexes.", .gauge),
    MetricFamily("pressrun_documents_total", "Deliveries of the installation that ended, by outcome.", .counter),
    MetricFamily("pressrun_circuit_breakers", "Circuit breakers of destinations, by state.", .gauge),
    MetricFamily("pressrun_queue_scrape_success", "Whether a query of the queue's metrics succeeded.", .gauge),
    MetricFamily("pressrun_queue_scrape_duration_seconds", "Duration of a query of the queue's metrics.", .gauge),
  ]
}

extension MetricSample {
  /// A row with `labels`, an array of names and values in turn, and `value`.
  fileprivate init(_ row: Row) throws {
    let texts: [String] = try row.decode("labels")
    self.init(
      try row.decode("value"),
      labels: stride(from: 0, to: texts.count - 1, by: 2).map { MetricLabel(texts[$0], texts[$0 + 1]) })
  }
}
