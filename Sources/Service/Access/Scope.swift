import Web

/// What a token permits: the scopes of the API, and the roles of people in the dashboard.
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

  package var permission: Permission { Permission(rawValue: rawValue) }

  /// The access of a route of the API for tokens with this scope.
  var access: Access { .token(permission, Self.admin.permission) }
}
