/// Something that a principal may do: a scope of tokens such as `jobs:read`, or a role of people such as `operator`.
package struct Permission: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
  package init(stringLiteral value: String) { rawValue = value }
  package var description: String { rawValue }
}

/// The kind of credentials by which a request identifies its sender.
package struct CredentialKind: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
  /// A token in the header field `Authorization: Bearer …`, for programs.
  package static let token = CredentialKind(rawValue: "token")
  /// A session in a cookie, for browsers.
  package static let session = CredentialKind(rawValue: "session")
}

/// The permission that a route requires. There is no default: each route states it.
package enum Access: Hashable, Sendable {
  /// Anybody, without credentials.
  case open
  /// Principals that have at least one of these permissions.
  case requires(CredentialKind, anyOf: Set<Permission>)

  /// Principals with a token that has one of these scopes.
  package static func token(_ permissions: Permission...) -> Access { .requires(.token, anyOf: Set(permissions)) }
  /// People whose session has one of these roles.
  package static func session(_ permissions: Permission...) -> Access { .requires(.session, anyOf: Set(permissions)) }
}

/// The tenants whose data a principal may see and change.
package enum TenantScope: Hashable, Sendable {
  case all
  case only(Set<String>)

  package func contains(_ tenant: String) -> Bool {
    switch self {
    case .all: true
    case .only(let names): names.contains(tenant)
    }
  }

  /// The names in alphabetical order, for a parameter of a SQL statement; nil for all.
  package var names: [String]? {
    switch self {
    case .all: nil
    case .only(let names): names.sorted()
    }
  }

  /// The only tenant of the scope; nil if there are several, none, or all.
  package var single: String? {
    if case .only(let names) = self, names.count == 1 { names.first } else { nil }
  }
}

/// The sender of a request, as identified by its credentials.
package struct Principal: Hashable, Sendable {
  /// Unique among all principals, such as `token:12`.
  package var id: String
  /// A name for people, such as the name of the token.
  package var name: String
  package var tenants: TenantScope
  package var permissions: Set<Permission>

  package init(id: String, name: String, tenants: TenantScope, permissions: Set<Permission>) {
    self.id = id
    self.name = name
    self.tenants = tenants
    self.permissions = permissions
  }
}

/// Verifies the sender of a request by one kind of credentials.
package protocol Authenticator: Sendable {
  /// The request's principal, nil if it has no credentials of this kind or wrong ones. Runs before the body is read.
  /// - Throws: `Problem`, for example if too many attempts failed.
  func principal(of request: RequestHead) async throws -> Principal?

  /// The answer to a request without a principal: by default a problem document. A page answers with a redirect to sign
  /// in.
  func challenge(_ request: RequestHead) -> WebResponse
}

extension Authenticator {
  package func challenge(_ request: RequestHead) -> WebResponse { Self.tokenChallenge }

  /// The answer to a request without a valid token.
  package static var tokenChallenge: WebResponse {
    Problem(
      .unauthenticated, "send a valid token in the header field \"Authorization: Bearer …\"",
      headers: ["WWW-Authenticate": "Bearer"]
    ).response
  }
}
