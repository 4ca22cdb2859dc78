import FoundationEssentials
import JobQueue

/// The charts of the overview.
extension Dashboard {
  func charts(
    _ documents: [StatisticsPeriod], _ sent: [StatisticsPeriod], _ span: Span
  ) -> [Chart] {
    let now = Date.now
    let step = Double(span.step)
    let frame = ChartFrame(span: now.addingTimeInterval(-Double(span.seconds))...now, step: step)
    let perMinute = { (value: Int?) -> Double? in value.map { Double($0) * 60 / step } }
    let number: @Sendable (Double) -> String = { Format.decimal($0, places: $0 < 10 ? 1 : 0) }
    let seconds: @Sendable (Double) -> String = { $0 == 0 ? "0" : Format.seconds($0) }
    return [
      frame.chart(
        "Documents", "per minute", documents, number,
        [
          ("completed", "first", true, { perMinute($0.completed) }),
          ("enqueued", "second", false, { perMinute($0.enqueued) }),
          ("failed attempts", "third", false, { perMinute($0.failed) }),
        ]),
      frame.chart(
        "Unfinished", "documents", documents, number,
        [
          ("ready", "first", true, { Double($0.available) }), ("running", "second", false, { Double($0.running) }),
        ]),
      frame.chart(
        "Waiting", "from ready to started", documents, seconds,
        [("p95", "second", false, \.queuedP95), ("median", "first", false, \.queuedMedian)]),
      frame.chart(
        "Running", "duration of attempts", documents, seconds,
        [("p95", "second", false, \.runningP95), ("median", "first", false, \.runningMedian)]),
      frame.chart(
        "Deliveries", "per minute", sent, number,
        [
          ("delivered", "first", true, { perMinute($0.completed) }),
          ("failed attempts", "third", false, { perMinute($0.failed) }),
          ("given up", "second", false, { perMinute($0.discarded) }),
        ]),
      frame.chart(
        "Slots", "of workers", documents, number,
        [
          ("in use", "first", true, { $0.busy.map(Double.init) }),
          ("all", "second", false, { $0.slots.map(Double.init) }),
        ]),
    ]
  }

  /// What the charts of a page have in common.
  private struct ChartFrame {
    var span: ClosedRange<Date>
    var step: Double

    func chart(
      _ title: String, _ note: String, _ periods: [StatisticsPeriod], _ format: @escaping @Sendable (Double) -> String,
      _ lines: [(String, String, Bool, (StatisticsPeriod) -> Double?)]
    ) -> Chart {
      Chart(
        title: title, note: note, format: format, periods: periods.map(\.at),
        lines: lines.map { name, style, isFilled, value in
          Chart.Line(name: name, style: style, values: periods.map(value), isFilled: isFilled)
        }, span: span, step: step)
    }
  }
}
