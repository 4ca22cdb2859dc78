import TestSupport
import TestTraits
import Testing
import Web

@testable import Service

@Suite(.hangLimit) struct SignInTests {
  @Test func aPageAsksToSignInAndReturnsToIt() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let refused = try await dashboard.client.send("/jobs?state=discarded")
      #expect(refused.status == 303 && refused["location"] == "/sign-in?to=%2Fjobs%3Fstate%3Ddiscarded")
      let answer = try await dashboard.client.send(
        "POST", "/sign-in", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: "token=viewer&to=%2Fjobs%3Fstate%3Ddiscarded")
      #expect(answer.status == 303 && answer["location"] == "/jobs?state=discarded")
      let cookie = try #require(answer["set-cookie"])
      #expect(
        cookie.wholeMatch(of: /__Host-pressrun_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Secure/) != nil)
      #expect(try await dashboard.actions() == ["session.open session"])
    }
  }

  @Test func onlyTheSettingMakesACookieForPlainHTTP() async throws {
    let form = ["Content-Type": "application/x-www-form-urlencoded"]
    try await DashboardFixture.withDashboard { dashboard async throws in
      let stated = form.merging(["X-Forwarded-Proto": "http"]) { $1 }
      let answer = try await dashboard.client.send("POST", "/sign-in", headers: stated, body: "token=viewer")
      #expect(answer["set-cookie"]?.hasSuffix("; Secure") == true)
      // A cookie with the other name, which another host of the domain can set, opens nothing.
      let key = try #require(answer["set-cookie"]?.split(separator: ";").first?.split(separator: "=").last)
      #expect(try await dashboard.client.send("/jobs", headers: ["Cookie": "pressrun_session=\(key)"]).status == 303)
      #expect(
        try await dashboard.client.send("/jobs", headers: ["Cookie": "__Host-pressrun_session=\(key)"]).status == 200)
    }
    var settings = DashboardSettings()
    settings.allowsPlainHTTP = true
    try await DashboardFixture.withDashboard(settings) { dashboard async throws in
      let answer = try await dashboard.client.send("POST", "/sign-in", headers: form, body: "token=viewer")
      #expect(answer["set-cookie"]?.hasPrefix("pressrun_session=") == true)
      #expect(answer["set-cookie"]?.contains("Secure") == false)
    }
  }

  @Test(arguments: ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/a b", ""])
  func onlyPagesOfThisServerAreOpenedAfterwards(target: String) {
    #expect(Dashboard.target(target) == "/")
  }

  @Test func wrongTokensAreRefusedAndTheirNumberIsLimited() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      func attempt(_ token: String) async throws -> TestResponse {
        try await dashboard.client.send(
          "POST", "/sign-in", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "token=\(token)")
      }
      for _ in 0..<10 { #expect(try await attempt("guess").status == 401) }
      let limited = try await attempt("viewer")
      #expect(limited.status == 429 && limited["retry-after"] != nil && limited["set-cookie"] == nil)
    }
  }

  @Test func theLimitEndsWithItsPeriod() {
    let limit = SignInLimit(limit: 2, period: .seconds(60))
    let start = ContinuousClock.now
    limit.fail("a", now: start)
    limit.fail("a", now: start)
    #expect(limit.wait("a", now: start) == 61 && limit.wait("b", now: start) == nil)
    #expect(limit.wait("a", now: start + .seconds(61)) == nil)
  }

  @Test func aSessionEndsWithItsTokenItsTimeAndSigningOut() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let viewer = try await dashboard.signIn("viewer")
      #expect(try await viewer.get("/").status == 200)
      dashboard.people.revoked.withLock { _ = $0.insert("viewer") }
      #expect(try await viewer.get("/").status == 303)

      let op = try await dashboard.signIn("operator")
      try await dashboard.test.database.execute(
        script: "update pressrun.sessions set expires_at = now() - interval '1 s'")
      #expect(try await op.get("/").status == 303)

      let idle = try await dashboard.signIn("operator")
      try await dashboard.test.database.execute(
        script: "update pressrun.sessions set used_at = now() - interval '3 hours'")
      #expect(try await idle.get("/").status == 303)

      let admin = try await dashboard.signIn("admin")
      #expect(try await admin.post("/sign-out").status == 303)
      #expect(try await admin.get("/").status == 303)
      // The database has only hashes.
      let admin2 = try await dashboard.signIn("admin")
      let key = try #require(admin2.client.headers["Cookie"]?.split(separator: "=").last)
      let dump = try await dashboard.test.database.query("select s::text from pressrun.sessions s").map {
        try $0.decode(0, as: String.self)
      }
      #expect(!dump.isEmpty && !dump.contains { $0.contains(key) })
    }
  }

  @Test func aFormOfAnotherSessionOrSiteDoesNothing() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let first = try await dashboard.signIn("admin")
      let second = try await dashboard.signIn("admin")
      for key in ["", "0", second.formKey] {
        let answer = try await first.post("/limits/pause", ["form_key": key, "scope": "queue", "name": "default"])
        #expect(answer.status == 403)
      }
      #expect(try await dashboard.test.queue.limits().isEmpty)
      #expect(try await first.post("/limits/pause", ["scope": "queue", "name": "default"]).status == 303)
      #expect(try await dashboard.test.queue.limits().first?.isPaused == true)
    }
  }

  @Test func formsOfAnotherSiteAreRefused() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let headers = ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "cross-site"]
      // Otherwise another site could sign people in with a token of its own.
      #expect(try await dashboard.client.send("POST", "/sign-in", headers: headers, body: "token=admin").status == 403)
      let visit = try await dashboard.signIn("admin")
      let answer = try await visit.client.send(
        "POST", "/limits/pause", headers: headers, body: "form_key=\(visit.formKey)&scope=queue&name=default")
      #expect(answer.status == 403)
    }
  }

  // MARK: Reverse proxy

  private static var proxied: DashboardSettings {
    var settings = DashboardSettings()
    settings.proxy = ProxyIdentity(
      proxies: TrustedProxies(["127.0.0.1"]),
      grants: [
        "print-ops": .init(roles: [.operator], tenants: .all),
        "acme-staff": .init(roles: [.viewer], tenants: .only(["acme"])),
        "globex-admins": .init(roles: [.admin], tenants: .only(["globex"])),
      ])
    return settings
  }

  @Test func aPersonOfTheProxyHasTheRolesOfTheirGroups() async throws {
    try await DashboardFixture.withDashboard(Self.proxied) { dashboard async throws in
      let stated = ["X-Forwarded-User": "ana", "X-Forwarded-Groups": "all, print-ops"]
      let answer = try await dashboard.client.send("/sign-in", headers: stated)
      let cookie = String(try #require(answer["set-cookie"]?.split(separator: ";").first))
      #expect(
        try await dashboard.client.send("/queues", headers: stated.merging(["Cookie": cookie]) { $1 }).status == 200)
      // The session belongs to this person: neither another one nor a request without an identity may use it.
      #expect(try await dashboard.client.send("/queues", headers: ["Cookie": cookie]).status == 303)
      let other = ["Cookie": cookie, "X-Forwarded-User": "eve", "X-Forwarded-Groups": "print-ops"]
      #expect(try await dashboard.client.send("/queues", headers: other).status == 303)
    }
  }

  @Test func identitiesAreTakenFromTheProxyOnly() {
    let proxy = Self.proxied.proxy
    let fields = ["X-Forwarded-User": "ana", "X-Forwarded-Groups": "acme-staff"]
    #expect(proxy?.principal(peer: "10.0.0.9", header: { fields[$0] }) == nil)
    #expect(proxy?.principal(peer: "127.0.0.1", header: { fields[$0] })?.tenants == .only(["acme"]))
    #expect(proxy?.principal(peer: "127.0.0.1", header: { ["X-Forwarded-User": "ana"][$0] }) == nil)
  }

  @Test func aRoleOfOneGroupIsNotExtendedToTheTenantsOfAnother() throws {
    let fields = ["X-Forwarded-User": "ana", "X-Forwarded-Groups": "acme-staff,globex-admins"]
    let person = try #require(Self.proxied.proxy?.principal(peer: "127.0.0.1", header: { fields[$0] }))
    #expect(person.tenants == .only(["acme", "globex"]))
    #expect(person.permissions == [Dashboard.Role.viewer.permission])
  }

  @Test func aGrantNamesItsRolesAndTenants() {
    #expect(ProxyIdentity.Grant("operator@*") == .init(roles: [.operator], tenants: .all))
    #expect(
      ProxyIdentity.Grant("viewer,compliance@acme,globex")
        == .init(roles: [.viewer, .compliance], tenants: .only(["acme", "globex"])))
    for text in ["", "operator", "operator@", "@acme", "root@*", "viewer,@acme", "viewer@acme,", "viewer@acme,*"] {
      #expect(ProxyIdentity.Grant(text) == nil, "\(text)")
    }
  }

  @Test func withoutTheSettingIdentitiesInHeadersAreIgnored() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let stated = ["X-Forwarded-User": "ana", "X-Forwarded-Groups": "admin"]
      let answer = try await dashboard.client.send("/sign-in", headers: stated)
      #expect(answer.status == 200 && answer["set-cookie"] == nil)
    }
  }
}
