import FoundationEssentials
import JobQueue
import Postgres
import Web

extension Dashboard {
  var workerRoutes: [Route] {
    [
      page("/workers", .viewer, "List the workers and relays.") { visitor, _ in
        try visitor.requireAll()
        let workers = try await queue.query(Statements.workers)
        let running = try await queue.query(Statements.runningJobs)
        return Page(
          title: "Workers", section: .workers, isLive: true,
          content: """
            <h1>Workers</h1>
            <div data-live="workers">\(UI.table(
              "Workers and relays", ["Worker", "Serves", "Host", "Version", "Slots", "#Leases", "#Memory", "Heartbeat", "Started"],
              try workers.map(workerRow), empty: "No worker is registered. Start one with pressrun work."))</div>
            <section aria-labelledby="running" data-live="running"><h2 id="running">Running jobs</h2>
            \(UI.table(
              "Running jobs, oldest first", ["Job", "Kind", "Tenant", "Worker", "Started", "#Pages so far", "Lease"],
              try running.map(runningRow), empty: "No job is running."))</section>
            """)
      }
    ]
  }

  private func workerRow(_ row: Row) throws -> [HTML] {
    let (slots, running): (Int, Int) = (try row.decode("slots"), try row.decode("running"))
    let age: Double = try row.decode("heartbeat_age_seconds")
    let queues: [String] = try row.decode("queues")
    let serves =
      queues.isEmpty ? "documents" : queues == ["deliveries.*"] ? "deliveries" : queues.joined(separator: ", ")
    let width = slots > 0 ? min(running, slots) * 200 / slots : 0
    return [
      HTML(escaping: String(try row.decode("id", as: Int64.self))), HTML(escaping: serves),
      "\(try row.decode("host", as: String.self)) <span class=\"hint\">pid \(try row.decode("pid", as: Int.self))</span>",
      HTML(escaping: try row.decode("version")),
      """
      <svg class="progress" viewBox="0 0 200 8" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="busy" x="0" y="0" width="\(width)" height="8"/></svg> \(running) of \(slots)
      """,
      UI.number(try row.decode("leases")),
      UI.text(try row.decode("memory_bytes", as: Int64?.self).map(Format.bytes)),
      "\(try workerState(row, isAlive: age < 60)) \(Format.seconds(age)) ago",
      UI.time(try row.decode("started_at")),
    ]
  }

  /// Whether the worker answers and can work, with its problem.
  private func workerState(_ row: Row, isAlive: Bool) throws -> HTML {
    guard isAlive else { return UI.badge("silent", .bad) }
    guard let problem = try row.decode("problem", as: String?.self) else { return UI.badge("alive", .good) }
    return "\(UI.badge("has a problem", .bad)) <span class=\"hint\">\(problem)</span>"
  }

  private func lease(_ end: Date?) -> HTML {
    "\(end.map { $0 > .now } ?? true ? "ends" : "ended") \(UI.time(end))"
  }

  private func runningRow(_ row: Row) throws -> [HTML] {
    [
      UI.job(JobID(rawValue: try row.decode("id"))), UI.code(try row.decode("kind")),
      HTML(escaping: try row.decode("tenant")), UI.number(try row.decode("claimed_by", as: Int?.self)),
      UI.time(try row.decode("claimed_at")), UI.number(try row.decode("pages_done")),
      try lease(row.decode("lease_expires_at")),
    ]
  }
}
