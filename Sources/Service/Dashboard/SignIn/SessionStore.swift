import FoundationEssentials
import JobQueue
import OperatingSystem
import Postgres
import Web

/// The tokens with which people sign in.
package protocol TokenDirectory: Sendable {
  /// The owner of a token; nil if it is unknown, has expired or was revoked.
  func principal(ofToken token: String) async throws -> Principal?
  /// The owner of a token by the id of the principal, with the permissions that the token has now.
  func principal(withID id: String) async throws -> Principal?
}

/// The sessions of people in the database, so that any process of the service serves each of them.
///
/// A session is known by a random key in a cookie, of which the database has only the hash. It ends after its lifetime,
/// after a time without requests, when its person signs out, and when the token with which it was opened is no longer
/// valid.
package struct SessionStore: Sendable {
  private let queue: JobQueue
  private let idleTime: Int
  private let tokens: any TokenDirectory

  package init(queue: JobQueue, idleTime: Int, tokens: any TokenDirectory) {
    self.queue = queue
    self.idleTime = idleTime
    self.tokens = tokens
  }

  /// The owner of a token; nil if it is not valid.
  func person(withToken token: String) async throws -> Principal? {
    try await tokens.principal(ofToken: token)?.withRoles
  }

  /// - Returns: the key for the cookie.
  func open(_ principal: Principal, lifetime: Int) async throws -> String {
    var generator = SystemRandomNumberGenerator()
    let key = (0..<4).map { _ in
      let part = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - part.count) + part
    }.joined()
    _ = try await queue.query(
      Statements.openSession,
      [
        .text(Self.hash(key)), .text(principal.id), .text(principal.name),
        principal.tenants.names.map { .texts($0) } ?? .null, .texts(principal.permissions.map(\.rawValue).sorted()),
        .integer(lifetime),
      ])
    return key
  }

  /// The person of a session; nil if it has ended.
  func find(_ key: String) async throws -> Principal? {
    guard key.utf8.count == 64 else { return nil }
    guard let row = try await queue.query(Statements.findSession, [.text(Self.hash(key)), .integer(idleTime)]).first
    else {
      return nil
    }
    let id = try row.decode("principal", as: String.self)
    let names = try row.decode("tenants", as: [String]?.self)
    let principal = Principal(
      id: id, name: try row.decode("name"), tenants: names.map { .only(Set($0)) } ?? .all,
      permissions: Set(try row.decode("permissions", as: [String].self).map(Permission.init(rawValue:))))
    guard id.hasPrefix("token:") else { return principal }
    // What the token permits now, which may be less than when the session was opened.
    return try await tokens.principal(withID: id)?.withRoles
  }

  func close(_ key: String) async throws {
    _ = try await queue.query(Statements.closeSession, [.text(Self.hash(key))])
  }

  private static func hash(_ key: String) -> String { SHA256.hash(data: Array(key.utf8)).hex }

  /// The value that forms of the session send. It can only be computed with the key.
  static func formKey(_ key: String) -> String {
    String(SHA256.hash(data: Array("pressrun form \(key)".utf8)).hex.prefix(32))
  }
}

extension Principal {
  /// The principal with the permissions that its roles include, such as the permissions of a viewer.
  fileprivate var withRoles: Principal {
    var principal = self
    let roles = Dashboard.Role.allCases.filter { permissions.contains($0.permission) }
    principal.permissions.formUnion(Dashboard.Role.permissions(roles))
    return principal
  }
}
