import Application
import ArgumentParser
import Delivery

struct PolicySet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Replace the policy of a tenant.",
    discussion: """
      A rule is '*', a kind of destination such as 'email', or a kind and an address in which '*' matches any text, such as \
      'email:*@fund.example'. Denied rules take precedence. What no rule allows is refused. The change is logged.
      """)

  @Argument(help: "The tenant; '*' for the default policy, which tenants without a policy have.")
  var tenant: String

  @Option(name: .customLong("allow"), help: "A rule for destinations that may be used; repeatable.")
  var allowed: [String] = []

  @Option(name: .customLong("deny"), help: "A rule for destinations that must not be used; repeatable.")
  var denied: [String] = []

  @Flag(name: .customLong("no-sharing"), help: "Refuse every destination.")
  var isSharingOff = false

  @Flag(name: .customLong("default"), help: "Remove the tenant's policy, so that it has the default policy.")
  var isDefault = false

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func validate() throws {
    guard !isDefault || allowed.isEmpty && denied.isEmpty && !isSharingOff else {
      throw ValidationError("--default takes no other options.")
    }
    guard isDefault || isSharingOff || !allowed.isEmpty else {
      throw ValidationError("Name what is allowed with --allow ('*' for everything), or use --no-sharing or --default.")
    }
  }

  func run() async throws {
    let policy = try Policy(isSharingEnabled: !isSharingOff, allowed: allowed, denied: denied)
    let (result, hasDefault) = try await Installation().withQueue { queue in
      let store = PolicyStore(queue: queue)
      if isDefault { _ = try await store.remove(tenant: tenant) } else { try await store.set(policy, for: tenant) }
      return try await store.policy(of: tenant)
    }
    if json { return try printJSON(PolicyJSON(result, of: tenant, isDefault: hasDefault)) }
    printMessage("\(tenant): \(isDefault ? "has the default policy" : "policy set").")
  }
}
