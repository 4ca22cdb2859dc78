import FoundationEssentials
import JobQueue
import OperatingSystem
import Postgres
import Synchronization
import Web

/// The tokens with which programs and people use the service. Methods throw `QueueError` and `PostgresError`.
///
/// A token has the form `prt_<id>_<secret>`. The database has only its SHA-256.
package final class AccessTokens: Sendable {
  /// The database's record of a token, which is cached for a short time.
  private struct Entry {
    var digest: [UInt8]
    var principal: Principal
    var expires: Date?
    var read: ContinuousClock.Instant
  }

  private let queue: JobQueue
  /// How long an entry is used again. After this time a revoked token is refused.
  private let cacheTime: Duration
  private let cache = Mutex<[Int64: Entry]>([:])
  /// The last day, counted from 1970 in UTC, on which this process has seen each token.
  private let uses = Mutex<[Int64: Int]>([:])
  private static let cacheLimit = 10_000
  /// The standard of `cacheTime`.
  package static let cacheTime = Duration.seconds(2)

  package init(_ queue: JobQueue, cacheTime: Duration = AccessTokens.cacheTime) {
    self.queue = queue
    self.cacheTime = cacheTime
  }

  /// The owner of a token; nil if it is unknown, has expired or was revoked.
  package func principal(ofToken token: String) async throws -> Principal? {
    guard let id = Self.id(of: token), let entry = try await entry(id) else { return nil }
    let digest = SHA256.hash(data: Array(token.utf8)).bytes
    guard ConstantTime.isEqual(digest, entry.digest) else { return nil }
    try await recordUse(id)
    return entry.principal
  }

  /// Records in the database that the token is used today, at most once a day.
  private func recordUse(_ id: Int64) async throws {
    let today = Int(Date().timeIntervalSince1970 / 86_400)
    let isFirst = uses.withLock { uses in
      if uses.count >= Self.cacheLimit { uses = [:] }
      return uses.updateValue(today, forKey: id) != today
    }
    if isFirst { _ = try await queue.query(AccessStatements.useToken, [.integer(id)]) }
  }

  /// The owner of a token by the id of the principal, such as `token:12`; nil if the token is not valid any more.
  package func principal(withID id: String) async throws -> Principal? {
    guard id.hasPrefix("token:"), let number = Int64(id.dropFirst(6)) else { return nil }
    return try await entry(number)?.principal
  }

  private func entry(_ id: Int64) async throws -> Entry? {
    let known = cache.withLock { $0[id] }
    if let known, .now - known.read < cacheTime, known.expires.map({ $0 > Date() }) ?? true { return known }
    guard let row = try await queue.query(AccessStatements.findToken, [.integer(id)]).first else {
      cache.withLock { _ = $0.removeValue(forKey: id) }
      return nil
    }
    let tenants = try row.decode("tenants", as: [String]?.self)
    let entry = Entry(
      digest: Hexadecimal.bytes(try row.decode("sha256", as: String.self)) ?? [],
      principal: Principal(
        id: "token:\(id)", name: try row.decode("name"), tenants: tenants.map { .only(Set($0)) } ?? .all,
        permissions: Set(try row.decode("permissions", as: [String].self).map(Permission.init(rawValue:)))),
      expires: try row.decode("expires_at"), read: .now)
    cache.withLock {
      if $0.count >= Self.cacheLimit { $0 = [:] }
      $0[id] = entry
    }
    return entry
  }

  private static func id(of token: String) -> Int64? {
    let parts = token.split(separator: "_", omittingEmptySubsequences: false)
    guard token.utf8.count <= 200, parts.count == 3, parts[0] == "prt", let id = Int64(parts[1]), id > 0 else {
      return nil
    }
    return id
  }

  // MARK: Administration

  /// Makes a token.
  /// - Parameter tenants: nil for all.
  /// - Returns: the token, which cannot be read again.
  /// - Throws: `QueueError` `.invalidArgument`.
  package func create(
    name: String, scopes: Set<Scope>, tenants: Set<String>? = nil, expires: Date? = nil
  ) async throws -> (id: Int64, token: String) {
    let row = try await queue.query(
      AccessStatements.createToken,
      [
        .text(name), .texts(scopes.map(\.rawValue).sorted()), tenants.map { .texts($0.sorted()) } ?? .null,
        .timestamp(optional: expires),
      ]
    ).single()
    return (try row.decode(0), try row.decode(1))
  }

  /// Ends a token. Other processes of the service refuse it after the time for which they cache it.
  /// - Returns: false if it was revoked before.
  /// - Throws: `QueueError` `.invalidArgument` for an unknown token.
  package func revoke(_ id: Int64) async throws -> Bool {
    cache.withLock { _ = $0.removeValue(forKey: id) }
    return try await queue.query(AccessStatements.revokeToken, [.integer(id)]).single().decode(0)
  }

  /// All tokens, newest first.
  package func list() async throws -> [TokenRecord] {
    try await queue.query(AccessStatements.tokens).map { row in
      TokenRecord(
        id: try row.decode("id"), name: try row.decode("name"), permissions: try row.decode("permissions"),
        tenants: try row.decode("tenants"), createdAt: try row.decode("created_at"),
        createdBy: try row.decode("created_by"), expiresAt: try row.decode("expires_at"),
        lastUsedOn: try row.decode("last_used_on"), state: try row.decode("state"))
    }
  }
}

/// A token without its secret.
package struct TokenRecord: Sendable {
  package var id: Int64
  package var name: String
  package var permissions: [String]
  /// It is nil for all.
  package var tenants: [String]?
  package var createdAt: Date
  /// The login that made it.
  package var createdBy: String
  package var expiresAt: Date?
  /// Such as `2026-11-20`, in UTC.
  package var lastUsedOn: String?
  /// `active`, `expired` or `revoked`.
  package var state: String
}

/// Proves programs by the token in the header field `Authorization`.
struct TokenAuthenticator: Authenticator {
  let tokens: AccessTokens

  func principal(of request: RequestHead) async throws -> Principal? {
    guard let field = request.header("Authorization") else { return nil }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return try await tokens.principal(ofToken: String(parts[1]))
  }
}
