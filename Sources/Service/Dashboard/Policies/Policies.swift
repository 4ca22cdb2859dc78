import Delivery
import Encodings
import FoundationEssentials
import JobQueue
import Postgres
import Web

extension Dashboard {
  var policyRoutes: [Route] {
    [
      page("/policies", .viewer, "Show policies, test them, and their changes.") { try await policiesPage($0, $1) },
      action("/policies", .compliance, "Set the policy of a tenant.") { visitor, form, _ in
        let tenant = try policyTenant(form, visitor)
        let policy = try Policy(
          isSharingEnabled: form["sharing"] != nil, allowed: form.words("allowed"), denied: form.words("denied"))
        try await audit.record(
          "policy.set",
          object:
            "sharing=\(policy.isSharingEnabled) allowed=\(policy.allowed.map(\.text)) denied=\(policy.denied.map(\.text))",
          tenant: tenant, by: visitor.principal)
        try await policies.set(policy, for: tenant)
        return Notice.policySet.on("/policies?tenant=\(PercentEncoding.encode(tenant))")
      },
      action("/policies/remove", .compliance, "Remove the policy of a tenant.") { visitor, form, _ in
        let tenant = try policyTenant(form, visitor)
        guard tenant != PolicyStore.defaultTenant else {
          throw Problem(
            .invalidBody, "the default policy cannot be removed here; set it so that it allows nothing", field: "tenant"
          )
        }
        try await audit.record("policy.remove", object: "policy", tenant: tenant, by: visitor.principal)
        _ = try await policies.remove(tenant: tenant)
        return Notice.policyRemoved.on("/policies?tenant=\(PercentEncoding.encode(tenant))")
      },
    ]
  }

  private func policyTenant(_ form: Form, _ visitor: Visitor) throws -> String {
    let tenant = try form.required("tenant")
    if tenant == PolicyStore.defaultTenant {
      try visitor.requireAll()
    } else {
      try visitor.require(tenant, "tenant \"\(tenant)\"")
    }
    return tenant
  }

  private func policiesPage(_ visitor: Visitor, _ request: WebRequest) async throws -> Page {
    let form = Form(items: request.query)
    let tenant = form["tenant"] ?? visitor.tenants.single ?? PolicyStore.defaultTenant
    if tenant != PolicyStore.defaultTenant { try visitor.require(tenant, "tenant \"\(tenant)\"") }
    let (policy, isDefault) = try await policies.policy(of: tenant)
    let list = try await queue.query(Statements.policies, [visitor.tenants.names.map { .texts($0) } ?? .null])
    let title = tenant == PolicyStore.defaultTenant ? "Default policy" : "Policy of \(tenant)"
    let content: HTML = """
      <h1>Policies</h1>
      <form class="filter panel short" method="get" action="/policies" aria-label="Tenant"><div class="fields">
      \(UI.field("Tenant (empty for the default policy)", "tenant", value: tenant == PolicyStore.defaultTenant ? nil : tenant, suggest: "tenant"))
      </div><div class="buttons"><button class="primary">Show</button></div></form>
      <div class="columns"><div>
      <section aria-labelledby="policy"><h2 id="policy">\(title)</h2>
      \(isDefault && tenant != PolicyStore.defaultTenant ? "<p>The tenant has no policy of its own; the default policy applies.</p>" : nil)
      \(visitor.has(.compliance) && (visitor.seesAll || tenant != PolicyStore.defaultTenant)
        ? policyForm(tenant, policy, isDefault: isDefault, visitor) : policyFacts(policy))
      </section>
      \(try await testSection(tenant, form))
      </div><div>
      \(policyTable(try list.map(policyRow)))
      \(visitor.has(.compliance) ? try await changeSection(tenant, visitor) : nil)
      </div></div>
      """
    return Page(title: title, section: .policies, notice: Notice.html(request.query), content: content)
  }

  private func policyFacts(_ policy: Policy) -> HTML {
    UI.facts([
      ("Sharing", HTML(escaping: policy.isSharingEnabled ? "on" : "off")),
      ("Allowed", UI.text(policy.allowed.isEmpty ? "nothing" : policy.allowed.map(\.text).joined(separator: ", "))),
      ("Denied", UI.text(policy.denied.isEmpty ? nil : policy.denied.map(\.text).joined(separator: ", "))),
    ])
  }

  private func policyForm(_ tenant: String, _ policy: Policy, isDefault: Bool, _ visitor: Visitor) -> HTML {
    let remove: HTML? =
      !isDefault && tenant != PolicyStore.defaultTenant
      ? UI.button("Remove the policy", "/policies/remove", visitor, fields: [("tenant", tenant)], style: "danger") : nil
    return """
      <form method="post" action="/policies" class="panel">\(UI.key(visitor))<input type="hidden" name="tenant" value="\(tenant)">
      <p><label class="check"><input type="checkbox" name="sharing"\(policy.isSharingEnabled ? HTML(trusted: " checked") : nil)>
      Documents may be shared</label></p>
      <div class="field"><label for="allowed">Allowed destinations</label>
      <textarea id="allowed" name="allowed" rows="4" spellcheck="false" aria-describedby="rules-hint">\(policy.allowed.map(\.text).joined(separator: "\n"))</textarea></div>
      <div class="field"><label for="denied">Denied destinations</label>
      <textarea id="denied" name="denied" rows="3" spellcheck="false" aria-describedby="rules-hint">\(policy.denied.map(\.text).joined(separator: "\n"))</textarea></div>
      <p class="hint" id="rules-hint">One rule on each line, such as <code>email:*@fund.example</code>. Denied rules take precedence.
      Without an allowed rule nothing is allowed; <code>*</code> allows everything.</p>
      <div class="buttons"><button class="primary">Set the policy</button></div></form>
      \(remove)
      """
  }

  // MARK: Test

  /// A form that tests a destination against the tenant's policy, with the result. Returns nil for the default policy.
  private func testSection(_ tenant: String, _ form: Form) async throws -> HTML? {
    guard tenant != PolicyStore.defaultTenant else { return nil }
    var answer: HTML?
    if let destination = form["destination"] {
      let decision = try await policies.test(destination, tenant: tenant, kind: form["kind"])
      answer = """
        <p class="decision" role="status">\(UI.badge(decision.isAllowed ? "allowed" : "refused", decision.isAllowed ? .good : .bad))
        \(UI.code(decision.canonical ?? destination)) \(decision.rule ?? "")</p>
        """
    }
    var options: HTML?
    if let kind = form["kind"] {
      let rows = try await policies.shareOptions(tenant: tenant, kind: kind).map { option -> [HTML] in
        [
          UI.code(option.destination),
          UI.badge(option.isAllowed ? "allowed" : "refused", option.isAllowed ? .good : .bad),
          HTML(escaping: option.rule),
        ]
      }
      options = UI.table(
        "Destinations for documents of the kind", ["Destination", "Decision", "Reason"], rows,
        empty: "No destination is configured.")
    }
    return """
      <section aria-labelledby="test"><h2 id="test">What may this tenant share?</h2>
      <form method="get" action="/policies" class="panel"><input type="hidden" name="tenant" value="\(tenant)">
      <div class="fields">\(UI.field("Kind of job", "kind", value: form["kind"], suggest: "kind", prefix: "test-"))
      \(UI.field("Destination", "destination", value: form["destination"], suggest: "destination", hint: "Such as email:ana@fund.example.", prefix: "test-"))
      </div><div class="buttons"><button class="primary">Test</button></div></form>
      \(answer)\(options)</section>
      """
  }

  // MARK: Lists

  private func policyTable(_ rows: [[HTML]]) -> HTML {
    """
    <section aria-labelledby="all"><h2 id="all">Tenants with a policy</h2>
    \(UI.table("Policies", ["Tenant", "Sharing", "Allowed", "Denied"], rows, empty: "There is no policy."))</section>
    """
  }

  private func policyRow(_ row: Row) throws -> [HTML] {
    let tenant: String = try row.decode("tenant")
    let isDefault = tenant == PolicyStore.defaultTenant
    let sharing: Bool = try row.decode("sharing")
    let lists = try ["allowed", "denied"].map { try row.decode($0, as: [String].self).joined(separator: ", ") }
    return [
      UI.link(
        isDefault ? "(default)" : tenant, isDefault ? "/policies" : "/policies?tenant=\(PercentEncoding.encode(tenant))"
      ),
      UI.badge(sharing ? "on" : "off", sharing ? .good : .bad), UI.text(lists[0].isEmpty ? nil : lists[0]),
      UI.text(lists[1].isEmpty ? nil : lists[1]),
    ]
  }

  private func changeSection(_ tenant: String, _ visitor: Visitor) async throws -> HTML? {
    guard tenant != PolicyStore.defaultTenant || visitor.seesAll else { return nil }
    let rows = try await policies.changes(of: tenant, limit: 50).map { change -> [HTML] in
      [
        UI.time(change.time), HTML(escaping: change.role == "none" ? change.login : "\(change.login) (\(change.role))"),
        change.before.map { UI.code($0) } ?? UI.none, change.after.map { UI.code($0) } ?? "removed",
      ]
    }
    return """
      <section aria-labelledby="changes"><h2 id="changes">Changes</h2>
      <p class="hint">The login is that of the program that made the change. The audit log names the person.</p>
      \(UI.table("Changes of the policy, newest first", ["Time", "Login", "Before", "After"], rows, empty: "It was never changed."))</section>
      """
  }
}
