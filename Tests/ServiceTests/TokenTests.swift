import Foundation
import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing
import Web

@testable import Service

@Suite(.hangLimit) struct TokenTests {
  @Test func aTokenProvesItsOwnerUntilItIsRevoked() async throws {
    try await TestDatabase.withDatabase { (test) async throws in
      let tokens = AccessTokens(test.queue, cacheTime: .zero)
      let (id, token) = try await tokens.create(name: "app", scopes: [.jobsRead], tenants: ["acme"])
      let principal = try #require(try await tokens.principal(ofToken: token))
      #expect(principal.id == "token:\(id)")
      #expect(principal.tenants == .only(["acme"]))
      #expect(principal.permissions == ["jobs:read"])
      #expect(try await tokens.principal(withID: "token:\(id)") == principal)
      #expect(try await tokens.list().first?.lastUsedOn != nil)
      #expect(try await tokens.revoke(id))
      #expect(try await tokens.principal(ofToken: token) == nil)
      #expect(try await tokens.revoke(id) == false)
      #expect(try await tokens.list().first?.state == "revoked")
    }
  }

  @Test func otherTextsProveNothing() async throws {
    try await TestDatabase.withDatabase { (test) async throws in
      let tokens = AccessTokens(test.queue)
      let token = try await tokens.create(name: "app", scopes: [.admin]).token
      for text in [
        "", "prt_1_", "prt_1", token + "0", String(token.dropLast()) + "x", "prt_999_" + token.suffix(64), "prt_-1_x",
      ] {
        #expect(try await tokens.principal(ofToken: text) == nil, "\(text)")
      }
      #expect(try await tokens.list().first?.lastUsedOn == nil)
    }
  }

  @Test func theSecretIsNotStored() async throws {
    try await TestDatabase.withDatabase { (test) async throws in
      let token = try await AccessTokens(test.queue).create(name: "app", scopes: [.admin]).token
      let row = try await test.database.query("select to_json(t)::text from pressrun.access_tokens t").single()
      #expect(try !row.decode(0, as: String.self).contains(token.suffix(64)))
    }
  }

  @Test func anExpiredTokenIsRefused() async throws {
    try await TestDatabase.withDatabase { (test) async throws in
      let tokens = AccessTokens(test.queue)
      let (id, token) = try await tokens.create(
        name: "app", scopes: [.admin], expires: Date(timeIntervalSinceNow: 3600))
      _ = try await test.database.query(
        "update pressrun.access_tokens set expires_at = now() - interval '1 s' where id = $1", [.integer(id)])
      #expect(try await tokens.principal(ofToken: token) == nil)
    }
  }

  @Test func malformedTokensAreNotMade() async throws {
    try await TestDatabase.withDatabase { (test) async throws in
      let tokens = AccessTokens(test.queue)
      await #expect(throws: QueueError.self) { try await tokens.create(name: "", scopes: [.admin]) }
      await #expect(throws: QueueError.self) { try await tokens.create(name: "a", scopes: []) }
      await #expect(throws: QueueError.self) { try await tokens.create(name: "a", scopes: [.admin], tenants: ["*"]) }
      await #expect(throws: QueueError.self) {
        try await tokens.create(name: "a", scopes: [.admin], expires: Date(timeIntervalSince1970: 0))
      }
    }
  }

  @Test func theAuditLogCannotBeChanged() async throws {
    try await TestDatabase.withDatabase { (test) async throws in
      let log = AuditLog(test.queue)
      try await log.record(
        "jobs.retry", object: "job 1", tenant: "acme",
        by: .init(id: "token:1", name: "app", tenants: .all, permissions: []))
      #expect(try await log.entries(tenants: ["acme"], limit: 10).map(\.object) == ["job 1"])
      #expect(try await log.entries(tenants: ["other"], limit: 10).isEmpty)
      await #expect(throws: PostgresError.self) { try await test.database.query("delete from pressrun.audit_log") }
    }
  }
}
