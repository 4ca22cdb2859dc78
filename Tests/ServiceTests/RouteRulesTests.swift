import Application
import ArtifactStore
import Delivery
import Foundation
import JobQueue
import Logging
import Postgres
import TestTraits
import Testing
import Web

@testable import Service

/// The permission that each route of the service requires. A new route fails here until its rule is listed.
/// `AuthorizationTests` and `DashboardAccessTests` send requests to the routes.
@Suite(.hangLimit) struct RouteRulesTests {
  static let rules: [String: [String]] = [
    // Descriptions, probes, the form that opens a session, and links, whose addresses contain their tokens.
    "open": [
      "GET /v1/openapi.json", "GET /v1/docs", "GET /livez", "GET /readyz", "GET /health", "GET /version",
      "GET /sign-in",
      "POST /sign-in", "GET /s/{token}", "POST /s/{token}", "GET /s/{token}/document", "POST /s/{token}/document",
    ],
    "token admin|jobs:read": [
      "GET /v1/jobs", "GET /v1/jobs/{id}", "GET /v1/jobs/{id}/deliveries", "GET /v1/jobs/{id}/share-options",
      "GET /v1/events",
    ],
    "token admin|jobs:write": [
      "POST /v1/jobs", "POST /v1/jobs/{id}/cancel", "POST /v1/jobs/{id}/retry", "POST /v1/jobs/{id}/share",
      "POST /v1/bulk/cancel", "POST /v1/bulk/retry", "POST /v1/render", "POST /forms/chromium/convert/html",
      "POST /forms/chromium/convert/markdown",
      "POST /forms/pdfengines/merge", "POST /forms/pdf/merge", "POST /forms/pdfengines/metadata/read",
      "POST /forms/pdf/metadata/read", "POST /forms/pdf/metadata", "POST /forms/pdfengines/metadata/write",
      "POST /forms/pdf/metadata/write", "POST /forms/pdf/set-metadata",
    ],
    "token admin|artifacts:read": ["GET /v1/jobs/{id}/artifact", "GET /v1/jobs/{id}/pages/{picture}"],
    "token admin|documents:write": ["PUT /v1/documents/{name}", "POST /v1/documents/{name}/segments"],
    "token admin|artifacts:read|documents:write": [
      "GET /v1/documents/{name}", "GET /v1/documents/{name}/page", "GET /v1/documents/{name}/pages/{picture}",
    ],
    "session viewer": [
      "GET /", "GET /jobs", "GET /jobs/suggestions", "GET /jobs/{id}", "GET /jobs/{id}/pages/{page}",
      "GET /jobs/{id}/document", "GET /workers", "GET /destinations", "GET /batches", "GET /tenants", "GET /schedules",
      "GET /queues", "GET /archives", "GET /archives/{tenant}/{name}", "POST /archives/{tenant}/{name}/verify",
      "GET /policies", "POST /sign-out",
    ],
    "session operator": [
      "GET /jobs/retry", "GET /jobs/cancel", "POST /jobs/retry", "POST /jobs/cancel", "POST /jobs/{id}/retry",
      "POST /jobs/{id}/cancel", "POST /jobs/{id}/share", "POST /destinations/enable", "POST /schedules/pause",
      "POST /schedules/resume", "POST /limits", "POST /limits/pause", "POST /limits/resume",
    ],
    "session compliance": ["GET /jobs/{id}/payload", "GET /audit", "POST /policies", "POST /policies/remove"],
  ]

  /// `METHOD PATH` of each route by its rule, such as `token admin|jobs:read`. Style sheets and scripts have no data.
  private static func found() throws -> [String: [String]] {
    let folder = FileManager.default.temporaryDirectory.path + "/pressrun-rules-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try String(repeating: "k", count: 44).write(toFile: folder + "/key", atomically: true, encoding: .utf8)
    // Nothing connects to it.
    let queue = JobQueue(database: Database(DatabaseConfiguration(url: "postgresql://nobody@127.0.0.1:1/none")))
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let links = try ShareLinks(
      queue: queue,
      configuration: LinkConfiguration(
        baseURL: "https://documents.example", key: .file(folder + "/key"), downloads: nil))
    let installation = Installation(environment: ["PRESSRUN_HOME": RealRenderers.repository, "PRESSRUN_DATA": folder])
    let store = ArtifactStore(root: folder)
    let parts = try ServiceParts(
      installation: installation, queue: queue, artifacts: store, links: links,
      files: RealRenderers.files, pictures: RealRenderers.pictures(of: store), registry: nil, log: log)
    let service = Service(queue: queue, artifacts: store, installation: installation, parts: parts, log: log)
    var found: [String: [String]] = [:]
    for route in service.routeTable().routes where !route.path.description.hasPrefix("/assets/") {
      let rule =
        switch route.access {
        case .open: "open"
        case .requires(let kind, let permissions):
          "\(kind.rawValue) \(permissions.map(\.rawValue).sorted().joined(separator: "|"))"
        }
      found[rule, default: []].append("\(route.method.rawValue) \(route.path)")
    }
    return found.mapValues { $0.sorted() }
  }

  @Test func eachRouteHasTheRuleThatIsListed() throws {
    let found = try Self.found()
    for rule in Set(found.keys).union(Self.rules.keys).sorted() {
      #expect(found[rule] == Self.rules[rule]?.sorted(), "\(rule)")
    }
  }
}
