import Web

/// Settings of the dashboard.
package struct DashboardSettings: Sendable {
  /// Shown in the title of the pages, such as `production`; empty for none.
  package var name = ""
  /// How long a session lasts, in seconds.
  package var sessionLifetime = 12 * 3600
  /// After this time without a request, a session ends; in seconds.
  package var sessionIdleTime = 2 * 3600
  /// Whether browsers may send the key of a session without TLS. Only for browsers on the service's own machine.
  package var allowsPlainHTTP = false
  /// People who were authenticated by a reverse proxy; nil if there is none.
  package var proxy: ProxyIdentity?
  /// The folder with `Templates`, for the lines that warnings name; nil if there is none.
  package var home: String?

  package init() {}
}

/// Identities that a reverse proxy proves and states in header fields, such as those of oauth2-proxy.
package struct ProxyIdentity: Sendable {
  /// The addresses of the proxies. Requests from others must not state an identity.
  package var addresses: Set<String>
  /// The header field with the name of the person, such as `X-Forwarded-User`.
  package var nameField: String
  /// The header field with the groups of the person, separated by commas, such as `X-Forwarded-Groups`.
  package var groupsField: String
  /// The roles of each group. A person without any has no access.
  package var roles: [String: Set<Dashboard.Role>]
  /// The tenants of each group; a group that is missing here sees all tenants.
  package var tenants: [String: Set<String>]

  package init(
    addresses: Set<String>, nameField: String, groupsField: String, roles: [String: Set<Dashboard.Role>],
    tenants: [String: Set<String>] = [:]
  ) {
    self.addresses = addresses
    self.nameField = nameField
    self.groupsField = groupsField
    self.roles = roles
    self.tenants = tenants
  }

  /// The person that a request of the proxy states; nil if the request comes from elsewhere, states nobody, or none of the
  /// groups has a role.
  func principal(peer: String?, header: (String) -> String?) -> Principal? {
    guard let peer, addresses.contains(peer), let name = header(nameField), !name.isEmpty, name.utf8.count <= 200 else {
      return nil
    }
    let groups = (header(groupsField) ?? "").split(separator: ",").map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { roles[$0] != nil }
    guard !groups.isEmpty else { return nil }
    let scopes = groups.map { tenants[$0] }
    return Principal(
      id: "proxy:\(name)", name: name,
      tenants: scopes.contains(nil) ? .all : .only(scopes.reduce(into: []) { $0.formUnion($1 ?? []) }),
      permissions: Dashboard.Role.permissions(groups.flatMap { roles[$0] ?? [] }))
  }
}
