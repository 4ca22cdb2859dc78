import Encodings
import JobQueue
import Postgres
import Web

extension Dashboard {
  var tenantRoutes: [Route] {
    [
      page("/tenants", .viewer, "List the tenants.") { visitor, request in
        let rows = try await queue.query(
          Statements.tenants, [visitor.tenants.names.map { .texts($0) } ?? .null]
        ).map { try tenantRow($0, visitor) }
        return Page(
          title: "Tenants", section: .tenants, isLive: true, notice: Notice.html(request.query),
          content: """
            <h1>Tenants</h1>
            <div data-live="tenants">\(UI.table(
              "Tenants",
              ["Tenant", "#Ready", "#Running", "#Later", "#Oldest waits", "#Completed", "#Discarded", "Limits", "Policy", "Action"],
              rows, empty: "There are no tenants yet: the first job of a tenant makes it appear."))</div>
            \(limitForm(visitor, tenantsOnly: true))
            """)
      }
    ]
  }

  private func tenantRow(_ row: Row, _ visitor: Visitor) throws -> [HTML] {
    let name: String = try row.decode("tenant")
    let limits = Limits(
      maxRunning: try row.decode("max_running"), rate: try row.decode("rate"), burst: try row.decode("burst"))
    let isPaused = try row.decode("paused", as: Bool.self)
    let address = PercentEncoding.encode(name)
    return [
      "\(UI.link(name, "/jobs?tenant=\(address)")) \(isPaused ? UI.badge("paused", .warn) : nil)",
      UI.number(try row.decode("available", as: Int.self)), UI.number(try row.decode("running", as: Int.self)),
      UI.number(try row.decode("waiting", as: Int.self)),
      HTML(escaping: Format.seconds(try row.decode("oldest_seconds", as: Double?.self))),
      UI.number(try row.decode("completed", as: Int.self)), UI.number(try row.decode("discarded", as: Int.self)),
      Self.limitText(limits),
      UI.link(try row.decode("has_policy", as: Bool.self) ? "own" : "default", "/policies?tenant=\(address)"),
      pauseButton(.tenant(name), isPaused: isPaused, visitor) ?? "",
    ]
  }
}
