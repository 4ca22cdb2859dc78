import JobQueue
import TestSupport
import TestTraits
import Testing
import Web

@testable import Service

/// Every route of the dashboard, for every role, and for people who are bound to a tenant.
@Suite(.hangLimit) struct DashboardAccessTests {
  /// The path of a route with the job, the document and the tenant of the sample.
  private static func path(_ route: Route, _ job: JobID) -> String {
    route.path.description.replacing("{id}", with: String(job.rawValue)).replacing("{page}", with: "1")
      .replacing("{tenant}", with: "acme").replacing("{name}", with: "contract")
  }

  /// Required query parameters.
  private static func query(_ route: Route) -> String {
    route.path.description == "/jobs/suggestions" ? "?field=kind" : ""
  }

  /// A dashboard without a server, for its list of routes.
  private static func routes(_ dashboard: DashboardFixture) -> [Route] {
    let sessions = SessionStore(queue: dashboard.test.queue, idleTime: 60, tokens: dashboard.people)
    return Dashboard(
      queue: dashboard.test.queue, artifacts: dashboard.store, sessions: sessions, audit: dashboard.audit,
      settings: DashboardSettings(), log: .init(label: "t")
    ).routes.filter { $0.access != .open }
  }

  @Test func everyRouteIsClosedWithoutASession() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let job = try await dashboard.fill()
      for route in Self.routes(dashboard) {
        let method = route.method.rawValue
        let answer = try await dashboard.client.send(
          method, Self.path(route, job) + Self.query(route),
          headers: method == "POST" ? ["Content-Type": "application/x-www-form-urlencoded"] : [:],
          body: method == "POST" ? "a=b" : nil)
        #expect(answer.status == 303 && answer["location"]?.hasPrefix("/sign-in") == true, "\(method) \(route.path)")
      }
    }
  }

  @Test func everyRouteIsOpenToItsRoleAndClosedToOthers() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let job = try await dashboard.fill()
      var visits: [Dashboard.Role: Visit] = [:]
      for role in Dashboard.Role.allCases { visits[role] = try await dashboard.signIn(role.rawValue) }
      for route in Self.routes(dashboard) where route.path.description != "/sign-out" {
        guard case .requires(.session, let permissions) = route.access else {
          Issue.record("\(route.path) has no role")
          continue
        }
        for (role, visit) in visits {
          let path = Self.path(route, job) + Self.query(route)
          // A form without its fields: the role is checked first, and then nothing is done.
          let answer = route.method == .get ? try await visit.get(path) : try await visit.post(path)
          let isAllowed = !permissions.isDisjoint(with: Dashboard.Role.permissions([role]))
          #expect((answer.status == 403) == !isAllowed, "\(role) \(route.method.rawValue) \(path): \(answer.status)")
          #expect(answer.status < 500, "\(role) \(route.method.rawValue) \(path): \(answer.text)")
        }
      }
    }
  }

  @Test func aPersonOfATenantSeesAndChangesNothingOfOthers() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let job = try await dashboard.fill()
      let visit = try await dashboard.signIn("admin@globex")
      let others = ["acme", "initech", "umbrella"]
      for route in Self.routes(dashboard) where route.method == .get {
        let path = Self.path(route, job) + Self.query(route)
        let answer = try await visit.get(path)
        for other in others {
          #expect(!answer.text.contains(other), "\(other) is shown at \(path)")
        }
        if route.path.description.contains("{") { #expect(answer.status == 404, "\(path): \(answer.status)") }
      }
      for field in Dashboard.SuggestedField.allCases {
        let answer = try await visit.get("/jobs/suggestions?field=\(field.rawValue)&text=")
        for other in others { #expect(!answer.text.contains(other), "\(field)") }
      }
      for path in ["/queues", "/workers", "/destinations"] { #expect(try await visit.get(path).status == 403) }
      for path in ["/jobs?tenant=acme", "/jobs?batch=statements-2026-11&tenant=acme"] {
        #expect(try await visit.get(path).text.contains("No jobs match"))
      }
      #expect(try await visit.get("/policies?tenant=acme").status == 404)

      let before = try await dashboard.state()
      let forms: [(String, [String: String])] = [
        ("/jobs/\(job)/retry", [:]), ("/jobs/\(job)/cancel", [:]), ("/jobs/\(job)/share", ["endpoint": "link"]),
        ("/jobs/cancel", ["state": "available", "tenant": "acme"]),
        ("/jobs/retry", ["state": "discarded", "tenant": "acme"]),
        ("/limits/pause", ["scope": "tenant", "name": "acme"]),
        ("/limits/pause", ["scope": "queue", "name": "default"]),
        ("/limits/resume", ["scope": "tenant", "name": "umbrella"]),
        ("/limits", ["scope": "kind", "name": "note", "max_running": "1"]),
        ("/schedules/pause", ["name": "monthly-statements"]), ("/policies", ["tenant": "acme", "allowed": "*"]),
        ("/policies", ["tenant": "*", "allowed": "*", "sharing": "on"]), ("/policies/remove", ["tenant": "acme"]),
        ("/destinations/enable", ["queue": "deliveries.s3.reports"]),
      ]
      for (path, fields) in forms {
        _ = try await visit.post(path, fields)
        #expect(try await dashboard.state() == before, "\(path) \(fields)")
      }
      // Its own jobs are in its reach: the same forms without the other tenant's name.
      #expect(try await visit.post("/jobs/cancel", ["state": "available"]).status == 303)
      let left = try await dashboard.test.database.query(
        "select tenant from pressrun.jobs where state = 'cancelled' and finished_at > now() - interval '20 seconds' group by tenant"
      ).map { try $0.decode(0, as: String.self) }
      #expect(left == ["globex"])
    }
  }
}

extension DashboardFixture {
  /// The rows that the forms of the dashboard change, as one text.
  fileprivate func state() async throws -> String {
    try await test.database.query(
      """
      select concat(
        (select string_agg(format('%s %s %s', j.id, j.state, j.cancel_requested), ',' order by j.id) from pressrun.jobs j),
        (select string_agg(l::text, ',' order by l.name) from pressrun.limits l),
        (select string_agg(format('%s %s %s %s', p.tenant, p.sharing, p.allowed, p.denied), ',' order by p.tenant)
          from pressrun.policies p),
        (select string_agg(format('%s %s', s.name, s.paused), ',' order by s.name) from pressrun.schedules s),
        (select string_agg(format('%s %s', b.queue, b.state), ',' order by b.queue) from pressrun.breakers b),
        (select count(*) from pressrun.deliveries))
      """
    ).single().decode(0)
  }
}
