import ArgumentParser
import Service
import Web

/// The options of a service behind reverse proxies, which may also sign people in.
struct ProxyArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The IP address of a reverse proxy before the service, once for each. Its X-Forwarded-For is believed, and with --group "
        + "the identities that it states.", valueName: "address"))
  var trustedProxy: [String] = []

  @Option(
    help: ArgumentHelp(
      "What people of a group of the proxy may do in the dashboard, once for each group; * for all tenants.",
      valueName: "group=role,…@tenant,…"))
  var group: [String] = []

  @Option(help: "The header field in which the proxy states the name of the person.")
  var userField = "X-Forwarded-User"

  @Option(help: "The header field in which the proxy states the groups of the person.")
  var groupsField = "X-Forwarded-Groups"

  var proxies: TrustedProxies { TrustedProxies(Set(trustedProxy)) }

  /// It is nil if people sign in with tokens only.
  var identity: ProxyIdentity? {
    group.isEmpty
      ? nil
      : ProxyIdentity(
        proxies: proxies, nameField: userField, groupsField: groupsField,
        grants: Dictionary(group.compactMap(Self.grant)) { first, _ in first })
  }

  /// Names of groups may contain `=` and `@`; what follows the last `=` is the grant.
  private static func grant(_ text: String) -> (String, ProxyIdentity.Grant)? {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let grant = ProxyIdentity.Grant(String(text[text.index(after: sign)...]))
    else { return nil }
    return (String(text[..<sign]), grant)
  }

  func validate() throws {
    for address in trustedProxy where !TrustedProxies.isAddress(address) {
      throw ValidationError("--trusted-proxy takes an IP address such as 10.0.0.1, not \(address).")
    }
    for text in group where Self.grant(text) == nil {
      throw ValidationError(
        "--group takes a group with its roles (viewer, operator, compliance, admin) and tenants, such as "
          + "print-ops=operator@* or auditors=compliance@acme,globex, not \(text).")
    }
    guard Set(group.compactMap { Self.grant($0)?.0 }).count == group.count else {
      throw ValidationError("--group names a group twice.")
    }
    guard group.isEmpty || !trustedProxy.isEmpty else {
      throw ValidationError("--group needs --trusted-proxy: nobody else may state who a person is.")
    }
  }
}
