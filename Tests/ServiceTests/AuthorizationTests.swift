import TestSupport
import TestTraits
import Testing
import Web

@testable import Service

/// Every route with every scope, for tokens of the own tenant, of another one, and without a token.
@Suite(.hangLimit) struct AuthorizationTests {
  /// The address of a route, with the job for its parameters.
  private func address(_ route: Route, job: Int64) -> String {
    "/"
      + route.path.segments.map { segment in
        switch segment {
        case .literal(let text): text
        case .parameter("id"): String(job)
        case .parameter: "unknown"
        }
      }.joined(separator: "/")
  }

  /// Streams do not end, so they are asked for with a malformed parameter: access is checked before it.
  private func status(_ route: Route, _ client: TestClient, job: Int64) async throws -> Int {
    let isStream = route.answers.contains { $0.mediaType == "text/event-stream" }
    return try await client.send(
      route.method.rawValue, address(route, job: job) + (isStream ? "?unknown=1" : ""), bytes: nil
    ).status
  }

  @Test func routesStateWhoMayUseThem() async throws {
    try await withService { (running) async throws in
      let open = running.server.table.routes.filter { $0.access == .open }.map(\.path.description)
      // Each open route is listed here on purpose.
      #expect(Set(open).isSubset(of: Self.openRoutes), "\(open)")
    }
  }

  /// Pages and descriptions without data of tenants, probes, and links, whose token is in the address.
  private static let openRoutes: Set<String> = ["/v1/openapi.json", "/v1/docs"]

  @Test func withoutATokenNothingIsAnswered() async throws {
    try await withService { (running) async throws in
      for route in running.server.table.routes {
        guard case .requires(.token, _) = route.access else { continue }
        let found = try await status(route, running.anonymous, job: 1)
        #expect(found == 401, "\(route.method.rawValue) \(route.path)")
        let wrong = try await status(
          route, TestClient(port: running.port, headers: ["Authorization": "Bearer prt_1_x"]), job: 1)
        #expect(wrong == 401, "\(route.method.rawValue) \(route.path)")
      }
    }
  }

  @Test func aTokenOpensExactlyTheRoutesOfItsScope() async throws {
    try await withService { (running) async throws in
      for scope in Scope.allCases {
        let client = try await running.client([scope], tenants: ["acme"])
        for route in running.server.table.routes {
          guard case .requires(.token, let permissions) = route.access else { continue }
          let found = try await status(route, client, job: 1)
          let title = "\(scope.rawValue): \(route.method.rawValue) \(route.path)"
          if permissions.contains(scope.permission) {
            #expect(found != 401 && found != 403, "\(title)")
          } else {
            #expect(found == 403, "\(title)")
          }
        }
      }
    }
  }

  @Test func aRouteWithAJobKnowsOnlyJobsOfTheTenantsOfTheToken() async throws {
    try await withService { (running) async throws in
      let other = try await running.client([.admin], tenants: ["other"])
      for route in running.server.table.routes {
        guard case .requires(.token, _) = route.access, route.path.parameterNames == ["id"],
          route.path.description.hasPrefix("/v1/jobs/"), route.body.contents.isEmpty
        else { continue }
        let id = try await running.queue.enqueue(.init(kind: "note", payload: Array("1".utf8), tenant: "acme")).id
        let found = try await status(route, other, job: id.rawValue)
        #expect(found == 404, "\(route.method.rawValue) \(route.path)")
      }
    }
  }
}
