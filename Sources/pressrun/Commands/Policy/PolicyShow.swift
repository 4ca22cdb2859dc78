import Application
import ArgumentParser
import Delivery

struct PolicyShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the policy of a tenant or the rules of a kind, or their changes.")

  @Argument(help: "The tenant; '*' for the default policy, which tenants without a policy have.")
  var tenant: String?

  @Option(help: "In place of a tenant: the kind whose rules, or with --log their changes, are shown.")
  var kind: String?

  @Flag(help: "Show who changed the policy, when, and how, newest first.")
  var log = false

  @Flag(help: "Print JSON: one object, or with --log one per line.")
  var json = false

  func validate() throws {
    guard (tenant == nil) != (kind == nil) else { throw ValidationError("Name a tenant, or a kind with --kind.") }
  }

  func run() async throws {
    try await Installation().withQueue { queue in
      let store = PolicyStore(queue: queue)
      if let kind {
        if log { return try showLog(try await store.changes(ofKind: kind)) }
        return try show(try await store.rules(ofKind: kind))
      }
      let tenant = tenant ?? PolicyStore.defaultTenant
      if log { return try showLog(try await store.changes(of: tenant)) }
      let (policy, isDefault) = try await store.policy(of: tenant)
      if json { return try printJSON(PolicyJSON(policy, of: tenant, isDefault: isDefault)) }
      var table = Table(("RULE", .left), ("DESTINATIONS", .left))
      for rule in policy.denied { table.add("denied", rule.text) }
      for rule in policy.allowed { table.add("allowed", rule.text) }
      if isDefault, tenant != PolicyStore.defaultTenant { printMessage("\(tenant) has the default policy.") }
      if !policy.isSharingEnabled { printMessage("Sharing is off: every destination is refused.") }
      print(table.text, terminator: "")
    }
  }

  private func show(_ rules: KindRules) throws {
    if json { return try printJSON(rules) }
    var table = Table(("RULE", .left), ("DESTINATIONS", .left))
    for rule in rules.denied { table.add("denied", rule) }
    for rule in rules.allowed { table.add("allowed", rule) }
    if let destination = rules.defaultDestination { table.add("default", destination) }
    print(table.text, terminator: "")
  }

  private func showLog(_ changes: [PolicyChange]) throws {
    var table = Table(("TIME", .left), ("LOGIN", .left), ("ROLE", .left), ("BEFORE", .left), ("AFTER", .left))
    for change in changes {
      guard json else {
        table.add(timestamp(change.time), change.login, change.role, change.before ?? "-", change.after ?? "-")
        continue
      }
      var writer = JSONWriter()
      writer.object {
        $0.field("time", timestamp(change.time))
        $0.field("login", change.login)
        $0.field("role", change.role)
        $0.field("before", json: change.before)
        $0.field("after", json: change.after)
      }
      try writer.finish()
    }
    if !json { print(table.text, terminator: "") }
  }
}
