import Encodings
import FoundationEssentials
import JobQueue
import Postgres
import Web

extension Dashboard {
  /// The spans of the charts.
  enum Span: String, CaseIterable, Sendable {
    case quarter = "15m"
    case hours = "6h"
    case week = "7d"

    var seconds: Int {
      switch self {
      case .quarter: 900
      case .hours: 21_600
      case .week: 604_800
      }
    }
    var title: String {
      switch self {
      case .quarter: "15 minutes"
      case .hours: "6 hours"
      case .week: "7 days"
      }
    }
    /// The length of the periods of `pressrun.statistics_of`.
    var step: Int {
      switch self {
      case .quarter: 60
      case .hours: 600
      case .week: 7200
      }
    }
  }

  /// Errors of the last day that many jobs share.
  struct FailureGroup: Sendable {
    var kind: String
    var code: String
    var jobs: Int
    var latest: Date
    var example: JobID
    var message: String
  }

  var overviewRoutes: [Route] {
    let span = Parameter<Span>.query("span", .oneOf(Span.allCases), default: .quarter, "The time of the charts.")
    return [
      page("/", .viewer, "Show the state of the installation.", parameters: [span.declaration] + Notice.parameters) {
        visitor, request in try await overview(visitor, try request[span])
      }
    ]
  }

  private func overview(_ visitor: Visitor, _ span: Span) async throws -> Page {
    let names = visitor.tenants.names
    async let depths = depths.depths(of: names) { try await queueDepths(names) }
    async let failures = failureGroups(names)
    guard visitor.seesAll else {
      return Page(
        title: "Overview", section: .overview, isLive: true,
        content: """
          <h1>Overview</h1>
          <div data-live="tiles">\(tiles(try await depths, nil))</div>
          <div data-live="failures">\(failuresTable(try await failures))</div>
          """)
    }
    async let documents = queue.statistics(.documents, span: .seconds(span.seconds))
    async let sent = queue.statistics(.deliveries, span: .seconds(span.seconds))
    async let alarms = queue.alarms()
    async let capacity = capacity()
    let charts = charts(try await documents, try await sent, span)
    return Page(
      title: "Overview", section: .overview, isLive: true,
      content: """
        <h1>Overview</h1>
        <div data-live="alarms">\(alarmList(try await alarms))</div>
        <div data-live="tiles">\(tiles(try await depths, try await capacity))</div>
        <section aria-labelledby="charts"><div class="heading"><h2 id="charts">Last \(span.title)</h2>\(spans(span))</div>
        <div class="charts" data-live="charts">\(charts.map(\.html))</div></section>
        <div data-live="failures">\(failuresTable(try await failures))</div>
        <div data-live="queues">\(queueSummary(try await depths))</div>
        """)
  }

  // MARK: Reading

  /// - Parameter tenants: nil for all.
  func queueDepths(_ tenants: [String]?) async throws -> [QueueDepth] {
    let rows =
      if let tenants {
        try await queue.query(Statements.tenantDepths, [.texts(tenants)])
      } else {
        try await queue.query(Statements.queueDepths)
      }
    return try rows.map { row in
      QueueDepth(
        queue: try row.decode("queue"), available: try row.decode("available"), running: try row.decode("running"),
        waiting: try row.decode("waiting"), oldestSeconds: try row.decode("oldest_seconds"),
        isPaused: try row.decode("paused"), maxRunning: try row.decode("max_running"),
        maxDepth: try row.decode("max_depth"))
    }
  }

  private func failureGroups(_ tenants: [String]?) async throws -> [FailureGroup] {
    try await queue.query(Statements.failureGroups, [tenants.map { .texts($0) } ?? .null]).map { row in
      FailureGroup(
        kind: try row.decode(0), code: try row.decode(1), jobs: try row.decode(2), latest: try row.decode(3),
        example: JobID(rawValue: try row.decode(4)), message: try row.decode(5))
    }
  }

  // MARK: Parts

  private func alarmList(_ alarms: [Alarm]) -> HTML {
    let active = alarms.filter { $0.severity != .none }
    guard !active.isEmpty else {
      return "<p class=\"calm\">\(UI.badge("all clear", .good)) None of the \(alarms.count) alarms is in force.</p>"
    }
    let items = active.sorted { $0.severity == .page && $1.severity != .page }.map { alarm -> HTML in
      let remedy = Remedy.of(alarm)
      return """
        <li class="alarm \(alarm.severity.rawValue)">
        <div class="what"><strong>\(alarm.title)</strong> \(alarm.subject.map { UI.code($0) }) \
        <span class="measure">\(Self.measure(alarm))</span></div>
        <p>\(remedy.text) \(remedy.link)</p>
        </li>
        """
    }
    return
      "<section aria-labelledby=\"alarms\"><h2 id=\"alarms\" class=\"unseen\">Alarms</h2><ul class=\"alarms\">\(items)</ul></section>"
  }

  private static func measure(_ alarm: Alarm) -> String {
    let format: (Double) -> String = { value in
      alarm.unit == "s" ? Format.seconds(value) : Format.decimal(value, places: value < 1 ? 2 : 0)
    }
    let limit = alarm.severity == .page ? alarm.pageAt ?? alarm.warnAt : alarm.warnAt
    return "\(alarm.value.map(format) ?? "–") \(alarm.isMinimum ? "of at least" : "above") \(format(limit))"
  }

  /// What the workers of documents that answer can do.
  private struct Capacity {
    var workers = 0
    var slots = 0
    var busy = 0
  }

  /// The capacity now. Workers write the statistics, so the last period of these says nothing once they have all ended.
  private func capacity() async throws -> Capacity {
    var capacity = Capacity()
    for row in try await queue.query(Statements.workers) {
      let queues: [String] = try row.decode("queues")
      let age: Double = try row.decode("heartbeat_age_seconds")
      guard queues != ["deliveries.*"], age < 60 else { continue }
      capacity.workers += 1
      capacity.slots += try row.decode("slots", as: Int.self)
      capacity.busy += try row.decode("running", as: Int.self)
    }
    return capacity
  }

  private func tiles(_ depths: [QueueDepth], _ capacity: Capacity?) -> HTML {
    let documents = depths.filter { !$0.queue.hasPrefix("deliveries.") }
    let oldest = depths.filter { !$0.isPaused }.compactMap(\.oldestSeconds).max()
    func tile(_ name: String, _ value: String, _ note: String, _ address: String) -> HTML {
      "<a class=\"tile\" href=\"\(address)\"><span class=\"name\">\(name)</span><span class=\"value\">\(value)</span><span class=\"note\">\(note)</span></a>"
    }
    let sending = depths.filter { $0.queue.hasPrefix("deliveries.") }
    var tiles = [
      tile(
        "Ready", Format.count(documents.map(\.available).reduce(0, +)),
        oldest.map { "oldest waits \(Format.seconds($0))" } ?? "none waits", "/jobs?state=available"),
      tile("Running", Format.count(documents.map(\.running).reduce(0, +)), "documents", "/jobs?state=running"),
      tile(
        "Later", Format.count(documents.map(\.waiting).reduce(0, +)), "scheduled or tried again",
        "/jobs?state=scheduled&state=retryable"),
      tile(
        "Deliveries", Format.count(sending.map { $0.available + $0.running + $0.waiting }.reduce(0, +)), "not finished",
        "/destinations"),
    ]
    if let capacity {
      tiles.append(
        tile(
          "Workers", Format.count(capacity.workers), "\(capacity.busy) of \(capacity.slots) slots busy", "/workers"))
    } else {
      tiles[3] = tile(
        "Deliveries", Format.count(sending.map { $0.available + $0.running + $0.waiting }.reduce(0, +)), "not finished",
        "/jobs")
    }
    return "<div class=\"tiles\">\(tiles)</div>"
  }

  private func spans(_ current: Span) -> HTML {
    let links = Span.allCases.map { span -> HTML in
      let mark = span == current ? HTML(trusted: " aria-current=\"true\"") : nil
      return "<a href=\"/?span=\(span.rawValue)\"\(mark)>\(span.title)</a>"
    }
    return "<nav class=\"choice\" aria-label=\"Time of the charts\">\(links)</nav>"
  }

  private func failuresTable(_ failures: [FailureGroup]) -> HTML {
    let rows = failures.map { group -> [HTML] in
      let address =
        "/jobs?state=discarded&kind=\(PercentEncoding.encode(group.kind))&error=\(PercentEncoding.encode(group.code))"
      return [
        UI.link(group.code, address), UI.code(group.kind), HTML(escaping: Format.count(group.jobs)),
        UI.time(group.latest),
        UI.job(group.example), "<span class=\"excerpt\">\(group.message)</span>",
      ]
    }
    return """
      <section aria-labelledby="failures"><h2 id="failures">Discarded in the last day</h2>
      \(UI.table(
        "Errors of discarded jobs", ["Error", "Kind", "#Jobs", "Latest", "Example", "Message"], rows,
        empty: "No job was discarded in the last day."))
      </section>
      """
  }

  private func queueSummary(_ depths: [QueueDepth]) -> HTML {
    let active = depths.filter { $0.available + $0.running + $0.waiting > 0 || $0.isPaused }.sorted {
      ($0.oldestSeconds ?? -1) > ($1.oldestSeconds ?? -1)
    }
    let rows = active.prefix(8).map { depth -> [HTML] in
      [
        "\(UI.code(depth.queue)) \(depth.isPaused ? UI.badge("paused", .warn) : nil)", UI.number(depth.available),
        UI.number(depth.running), UI.number(depth.waiting), HTML(escaping: Format.seconds(depth.oldestSeconds)),
      ]
    }
    return """
      <section aria-labelledby="queues"><h2 id="queues"><a href="/queues">Queues</a> with unfinished jobs</h2>
      \(UI.table(
        "Queues with unfinished jobs", ["Queue", "#Ready", "#Running", "#Later", "#Oldest waits"], Array(rows),
        empty: "There are no unfinished jobs."))
      </section>
      """
  }
}
