import Application
import ArgumentParser
import Delivery

struct PolicyShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the policy of a tenant, or its changes.")

  @Argument(help: "The tenant; '*' for the default policy, which tenants without a policy have.")
  var tenant: String

  @Flag(help: "Show who changed the policy, when, and how, newest first.")
  var log = false

  @Flag(help: "Print JSON: one object, or with --log one per line.")
  var json = false

  func run() async throws {
    try await Installation().withQueue { queue in
      let store = PolicyStore(queue: queue)
      if log { return try showLog(try await store.changes(of: tenant)) }
      let (policy, isDefault) = try await store.policy(of: tenant)
      if json { return try printJSON(PolicyJSON(policy, of: tenant, isDefault: isDefault)) }
      var table = Table(("RULE", .left), ("DESTINATIONS", .left))
      for rule in policy.denied { table.add("denied", rule.text) }
      for rule in policy.allowed { table.add("allowed", rule.text) }
      if isDefault, tenant != PolicyStore.defaultTenant { complain("\(tenant) has the default policy.") }
      if !policy.isSharingEnabled { complain("Sharing is off: every destination is refused.") }
      print(table.text, terminator: "")
    }
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
