import Postgres

extension JobQueue {
  /// Statistics of the last hour by minutes, of up to a day by ten minutes, of a longer span by two hours.
  package func statistics(_ series: StatisticsSeries, span: Duration) async throws -> [StatisticsPeriod] {
    try await query(
      Statements.statistics, [.text(series.queue), .text(series.kind), .text("\(span.components.seconds) seconds")]
    ).map(StatisticsPeriod.init)
  }

  /// All alarms in the order of docs/operations.md, whether or not they are in force.
  package func alarms() async throws -> [Alarm] {
    try await query(Statements.alarms).map(Alarm.init)
  }
}

extension StatisticsPeriod {
  init(_ row: Row) throws {
    self.init(
      at: try row.decode("at"), available: try row.decode("available"), running: try row.decode("running"),
      enqueued: try row.decode("enqueued"),
      completed: try row.decode("completed"), failed: try row.decode("failed"),
      discarded: try row.decode("discarded"), queuedMedian: try row.decode("queued_p50"),
      queuedP95: try row.decode("queued_p95"), runningMedian: try row.decode("running_p50"),
      runningP95: try row.decode("running_p95"), workers: try row.decode("workers"), slots: try row.decode("slots"),
      busy: try row.decode("busy"))
  }
}

extension Alarm {
  init(_ row: Row) throws {
    self.init(
      name: try row.decode("alarm"), title: try row.decode("title"), anchor: try row.decode("anchor"),
      value: try row.decode("value"), unit: try row.decode("unit"), warnAt: try row.decode("warn_at"),
      pageAt: try row.decode("page_at"), isMinimum: try row.decode("is_minimum"),
      severity: Severity(rawValue: try row.decode("severity")) ?? .none,
      subject: try row.decode("subject"))
  }
}
