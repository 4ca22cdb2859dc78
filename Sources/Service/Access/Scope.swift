import Web

/// A permission of a token: a scope of the API, or a role in the dashboard.
package enum Scope: String, CaseIterable, Sendable {
  case jobsWrite = "jobs:write"
  case jobsRead = "jobs:read"
  case artifactsRead = "artifacts:read"
  case documentsWrite = "documents:write"
  case viewer
  case `operator`
  case compliance
  /// Everything.
  case admin

  /// The permission that routes ask for.
  package var permission: Permission { Permission(rawValue: rawValue) }

  /// The access of a route of the API for tokens with this scope.
  var access: Access { .token(permission, Self.admin.permission) }
}
