import ArgumentParser
import Delivery

struct PolicyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "Show, set and test the destinations that a tenant may use.",
    subcommands: [PolicyShow.self, PolicySet.self, PolicyTest.self])
}

/// A policy as `--json` prints it.
struct PolicyJSON: Encodable {
  var tenant: String
  var isDefault: Bool
  var sharing: Bool
  var allowed, denied: [String]

  init(_ policy: Policy, of tenant: String, isDefault: Bool) {
    self.tenant = tenant
    self.isDefault = isDefault
    sharing = policy.isSharingEnabled
    allowed = policy.allowed.map(\.text)
    denied = policy.denied.map(\.text)
  }
}
