import Encodings
import JobQueue
import Web

extension Dashboard {
  var queueRoutes: [Route] {
    [
      page("/queues", .viewer, "List the queues.") { visitor, request in
        try visitor.requireAll()
        let depths = try await depths.depths(of: nil) { try await queueDepths(nil) }
        let limits = try await queue.limits()
        return Page(
          title: "Queues", section: .queues, isLive: true, notice: Notice.html(request.query),
          content: """
            <h1>Queues</h1>
            <div data-live="queues">\(queueTable(depths, limits, visitor))</div>
            \(kindTable(limits, visitor))
            \(limitForm(visitor))
            """)
      },
      // The three forms of limits, whatever they apply to.
      action("/limits/pause", .operator, "Pause a queue, tenant or kind.") { visitor, form, _ in
        try await setPaused(true, visitor, form)
      },
      action("/limits/resume", .operator, "Resume a queue, tenant or kind.") { visitor, form, _ in
        try await setPaused(false, visitor, form)
      },
      action("/limits", .operator, "Set the limits of a queue, tenant or kind.") { visitor, form, _ in
        let scope = try limitScope(form, visitor)
        let limits = Limits(
          maxRunning: try form.number("max_running"), maxDepth: try form.number("max_depth"),
          rate: try form.number("rate"), burst: try form.number("burst"))
        try await record("limits.set", scope, visitor)
        try await queue.setLimits(of: scope, to: limits)
        return Notice.limited.on(Self.address(of: scope))
      },
    ]
  }

  private func setPaused(_ isPaused: Bool, _ visitor: Visitor, _ form: Form) async throws -> WebResponse {
    let scope = try limitScope(form, visitor)
    try await record(isPaused ? "limits.pause" : "limits.resume", scope, visitor)
    if isPaused { try await queue.pause(scope, by: visitor.principal.name) } else { try await queue.resume(scope) }
    return (isPaused ? Notice.paused : .resumed).on(Self.address(of: scope))
  }

  /// The scope of the limits in a form. Queues and kinds are shared by all tenants.
  private func limitScope(_ form: Form, _ visitor: Visitor) throws -> LimitScope {
    let name = try form.required("name")
    switch try form.required("scope") {
    case "tenant":
      try visitor.require(name, "tenant \"\(name)\"")
      return .tenant(name)
    case "queue":
      try visitor.requireAll()
      return .queue(name)
    case "kind":
      try visitor.requireAll()
      return .kind(name)
    default: throw Problem(.invalidBody, "expected queue, tenant or kind", field: "scope")
    }
  }

  private func record(_ action: String, _ scope: LimitScope, _ visitor: Visitor) async throws {
    let tenant: String? = if case .tenant(let name) = scope { name } else { nil }
    try await audit.record(
      action, object: "\(scope.parts.scope) \(scope.parts.name)", tenant: tenant, by: visitor.principal)
  }

  private static func address(of scope: LimitScope) -> String {
    if case .tenant = scope { "/tenants" } else { "/queues" }
  }

  // MARK: Parts

  func pauseButton(_ scope: LimitScope, isPaused: Bool, _ visitor: Visitor) -> HTML? {
    guard visitor.has(.operator) else { return nil }
    let (kind, name) = scope.parts
    return UI.button(
      isPaused ? "Resume" : "Pause", isPaused ? "/limits/resume" : "/limits/pause", visitor,
      fields: [("scope", kind), ("name", name)], style: "small",
      hint: "\(isPaused ? "Resume" : "Pause") \(kind) \(name)")
  }

  static func limitText(_ limits: Limits?) -> HTML {
    let parts = [
      limits?.maxRunning.map { "\($0) running" }, limits?.maxDepth.map { "\($0) ready" },
      limits?.rate.map { "\(Format.decimal($0, places: 2)) per second" },
    ].compactMap { $0 }
    return parts.isEmpty ? UI.none : HTML(escaping: parts.joined(separator: ", "))
  }

  private func queueTable(_ depths: [QueueDepth], _ limits: [LimitRecord], _ visitor: Visitor) -> HTML {
    let rows = depths.map { depth -> [HTML] in
      let limit = limits.first { $0.scope == .queue(depth.queue) }
      let address = "/jobs?queue=\(PercentEncoding.encode(depth.queue))&state=available"
      return [
        "\(UI.link(depth.queue, address)) \(depth.isPaused ? UI.badge("paused", .warn) : nil)",
        UI.number(depth.available),
        UI.number(depth.running), UI.number(depth.waiting), HTML(escaping: Format.seconds(depth.oldestSeconds)),
        Self.limitText(limit?.limits), pauseButton(.queue(depth.queue), isPaused: depth.isPaused, visitor) ?? "",
      ]
    }
    return UI.table(
      "Queues", ["Queue", "#Ready", "#Running", "#Later", "#Oldest waits", "Limits", "Action"], rows,
      empty: "There are no queues.")
  }

  private func kindTable(_ limits: [LimitRecord], _ visitor: Visitor) -> HTML? {
    let rows = limits.compactMap { limit -> [HTML]? in
      guard case .kind(let name) = limit.scope else { return nil }
      return [
        "\(UI.code(name)) \(limit.isPaused ? UI.badge("paused", .warn) : nil)", Self.limitText(limit.limits),
        pauseButton(limit.scope, isPaused: limit.isPaused, visitor) ?? "",
      ]
    }
    guard !rows.isEmpty else { return nil }
    return """
      <section aria-labelledby="kinds"><h2 id="kinds">Kinds with limits</h2>
      \(UI.table("Kinds with limits", ["Kind", "Limits", "Action"], rows, empty: ""))</section>
      """
  }

  func limitForm(_ visitor: Visitor, tenantsOnly: Bool = false) -> HTML? {
    guard visitor.has(.operator) else { return nil }
    let scopes =
      tenantsOnly ? [("tenant", "Tenant")] : [("queue", "Queue"), ("kind", "Kind"), ("tenant", "Tenant")]
    return """
      <details class="panel"><summary><h2>Set limits</h2></summary>
      <form method="post" action="/limits">\(UI.key(visitor))
      <p class="hint">The form sets all limits: an empty field means no limit. Running jobs are not affected.</p>
      <div class="fields">
      \(UI.select("Applies to", "scope", scopes.map { (value: $0.0, text: $0.1) }, selected: nil, prefix: "limit-"))
      \(UI.field("Name", "name", suggest: tenantsOnly ? "tenant" : "queue", prefix: "limit-"))
      \(UI.field("Jobs running at once", "max_running", type: "number", prefix: "limit-"))
      \(tenantsOnly ? nil : UI.field("Ready jobs", "max_depth", type: "number", hint: "Queues only: more are refused.", prefix: "limit-"))
      \(UI.field("Claims per second", "rate", hint: "Queues and tenants, on average.", prefix: "limit-"))
      \(UI.field("Burst", "burst", hint: "Claims at once after a pause.", prefix: "limit-"))
      </div><div class="buttons"><button class="primary">Set limits</button></div></form></details>
      """
  }
}
