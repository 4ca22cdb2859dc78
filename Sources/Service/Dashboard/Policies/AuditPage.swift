import Web

extension Dashboard {
  var auditRoutes: [Route] {
    [
      page("/audit", .compliance, "Show the audit log.") { visitor, request in
        let before = try Form(items: request.query).number("before", as: Int64.self)
        let entries = try await audit.entries(tenants: visitor.tenants.names, before: before, limit: 100)
        let rows = entries.map { entry -> [HTML] in
          [
            UI.time(entry.time), "\(entry.name) <span class=\"hint\">\(entry.principal)</span>", UI.code(entry.action),
            HTML(escaping: entry.object), UI.text(entry.tenant),
          ]
        }
        let older = entries.count == 100 ? entries.last : nil
        return Page(
          title: "Audit log", section: .audit,
          content: """
            <h1>Audit log</h1>
            <p class="hint">Every action of a person, recorded before it was performed.</p>
            \(UI.table("Actions, newest first", ["Time", "Person", "Action", "Object", "Tenant"], rows, empty: "Nothing was done yet."))
            \(older.map { "<nav class=\"pages\" aria-label=\"Pages\"><a class=\"button quiet\" href=\"/audit?before=\($0.id)\">Older</a></nav>" })
            """)
      }
    ]
  }
}
