import Web

/// Identities that a reverse proxy verifies and states in header fields, as oauth2-proxy does.
package struct ProxyIdentity: Sendable {
  /// The permissions of the people of a group.
  package struct Grant: Hashable, Sendable {
    package var roles: Set<Dashboard.Role>
    package var tenants: TenantScope

    package init(roles: Set<Dashboard.Role>, tenants: TenantScope) {
      self.roles = roles
      self.tenants = tenants
    }
  }

  /// Requests from others must not state an identity.
  package var proxies: TrustedProxies
  /// The header field with the name of the person.
  package var nameField: String
  /// The header field with the groups of the person, separated by commas.
  package var groupsField: String
  /// The grants by group. A person in none of these groups has no access.
  package var grants: [String: Grant]

  package init(
    proxies: TrustedProxies, nameField: String = "X-Forwarded-User", groupsField: String = "X-Forwarded-Groups",
    grants: [String: Grant]
  ) {
    self.proxies = proxies
    self.nameField = nameField
    self.groupsField = groupsField
    self.grants = grants
  }

  /// The person named by a request of the proxy; nil if the request does not come from the proxy, names nobody, or
  /// names groups without a grant.
  func principal(peer: String?, header: (String) -> String?) -> Principal? {
    guard proxies.contains(peer), let name = header(nameField), !name.isEmpty, name.utf8.count <= 200 else {
      return nil
    }
    let groups = (header(groupsField) ?? "").split(separator: ",").map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    let held = groups.compactMap { grants[$0] }
    let tenants = Self.union(of: held)
    let permissions = Self.permissions(held, for: tenants)
    guard !permissions.isEmpty else { return nil }
    return Principal(id: "proxy:\(name)", name: name, tenants: tenants, permissions: permissions)
  }

  /// The permissions that hold for all tenants of the person: a role that a group has for one tenant is not extended to
  /// the tenants of another group.
  private static func permissions(_ grants: [Grant], for tenants: TenantScope) -> Set<Permission> {
    Set(Dashboard.Role.allCases.map(\.permission)).filter { permission in
      let granting = grants.filter { Dashboard.Role.permissions($0.roles).contains(permission) }
      return !granting.isEmpty && union(of: granting) == tenants
    }
  }

  private static func union(of grants: [Grant]) -> TenantScope {
    var names: Set<String> = []
    for grant in grants {
      guard case .only(let some) = grant.tenants else { return .all }
      names.formUnion(some)
    }
    return .only(names)
  }
}

extension ProxyIdentity.Grant {
  /// A grant as text: `ROLE,…@TENANT,…`, with `*` for all tenants, such as `operator@*` or `viewer,compliance@acme`.
  /// Nil if it is malformed, has an unknown role, or lacks roles or tenants.
  package init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let names = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    let roles = names.compactMap { Dashboard.Role(rawValue: String($0)) }
    let tenants = parts[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard roles.count == names.count, !tenants.contains("") else { return nil }
    if tenants == ["*"] {
      self.init(roles: Set(roles), tenants: .all)
    } else {
      guard !tenants.contains("*") else { return nil }
      self.init(roles: Set(roles), tenants: .only(Set(tenants)))
    }
  }
}
