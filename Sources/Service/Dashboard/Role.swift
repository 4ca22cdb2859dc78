import Web

extension Dashboard {
  /// The permissions of a person in the dashboard.
  package enum Role: String, Sendable, CaseIterable {
    /// Reads every page but payloads, policies' changes and the audit log.
    case viewer
    /// Retries, cancels and shares jobs; pauses and limits queues, tenants and kinds; enables destinations.
    case `operator`
    /// Reads payloads, the changes of policies and the audit log; sets policies.
    case compliance
    /// All of it.
    case admin

    var permission: Permission { Permission(rawValue: rawValue) }

    /// The access of a route for people with this role.
    var access: Access { .session(permission) }

    /// The permissions of a person with these roles: each role includes the permissions of a viewer, and an admin has
    /// all.
    package static func permissions(_ roles: some Sequence<Role>) -> Set<Permission> {
      let roles = Set(roles)
      if roles.contains(.admin) { return Set(allCases.map(\.permission)) }
      return roles.isEmpty ? [] : Set(roles.map(\.permission)).union([Role.viewer.permission])
    }
  }
}
