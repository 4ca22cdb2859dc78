import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Web

/// Accepts the tokens `reader` and `writer`.
private struct NamedTokens: Authenticator {
  func principal(of request: RequestHead) async throws -> Principal? {
    guard let field = request.header("Authorization"), field.hasPrefix("Bearer ") else { return nil }
    switch field.dropFirst(7) {
    case "reader": return Principal(id: "1", name: "reader", tenants: .only(["acme"]), permissions: ["read"])
    case "writer": return Principal(id: "2", name: "writer", tenants: .all, permissions: ["read", "write"])
    default: return nil
    }
  }
}

@Suite(.hangLimit) struct AccessTests {
  private let routes = [
    Route(.get, "/read", access: .token("read"), summary: "Reads.") { .text(try $0.authenticated().name) },
    Route(.post, "/write", access: .token("write", "admin"), summary: "Writes.", body: .json(.any)) { request in
      _ = try await request.body.json()
      return .text("written")
    },
    Route(.get, "/page", access: .session("viewer"), summary: "A page.") { _ in .text("page") },
  ]

  @Test func aRouteNeedsOneOfItsPermissions() async throws {
    try await withServer(routes, authenticators: [.token: NamedTokens()]) { (server) async throws in
      func status(_ method: String, _ path: String, _ token: String?) async throws -> Int {
        try await server.client.send(
          method, path,
          headers: token.map { ["Authorization": "Bearer \($0)", "Content-Type": "application/json"] } ?? [:],
          body: method == "POST" ? "{}" : nil
        ).status
      }
      #expect(try await status("GET", "/read", "reader") == 200)
      #expect(try await status("GET", "/read", "writer") == 200)
      #expect(try await status("GET", "/read", nil) == 401)
      #expect(try await status("GET", "/read", "other") == 401)
      #expect(try await status("POST", "/write", "reader") == 403)
      #expect(try await status("POST", "/write", "writer") == 200)
      #expect(try await status("POST", "/write", nil) == 401)
    }
  }

  @Test func theChallengeNamesTheScheme() async throws {
    try await withServer(routes, authenticators: [.token: NamedTokens()]) { (server) async throws in
      #expect(try await server.client.send("/read")["www-authenticate"] == "Bearer")
    }
  }

  @Test func withoutAnAuthenticatorARouteIsClosed() async throws {
    try await withServer(routes) { (server) async throws in
      #expect(try await server.client.send("/page").status == 503)
    }
  }

  /// The body is announced but never sent: only a server that answers without reading it answers at all.
  @Test func accessIsCheckedBeforeTheBodyIsRead() async throws {
    try await withServer(routes, authenticators: [.token: NamedTokens()]) { (server) async throws in
      let answer = try await server.client.send(
        "POST", "/write", headers: ["Content-Type": "application/json", "Content-Length": "1000000"])
      #expect(answer.status == 401)
      #expect(answer["connection"] == "close")
    }
  }

  @Test func tenantScopes() {
    #expect(TenantScope.all.contains("a"))
    #expect(TenantScope.only(["a"]).contains("a"))
    #expect(!TenantScope.only(["a"]).contains("b"))
    #expect(TenantScope.only(["b", "a"]).names == ["a", "b"])
    #expect(TenantScope.all.names == nil)
    #expect(TenantScope.only(["a"]).single == "a")
    #expect(TenantScope.only(["a", "b"]).single == nil)
  }
}
