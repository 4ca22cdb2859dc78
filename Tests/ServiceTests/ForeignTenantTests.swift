import Archives
import JobQueue
import TestSupport
import TestTraits
import Testing

@testable import Service

/// Requests with a token of one tenant for what belongs to another one. Each route that takes a token is listed here
/// with what it reaches; a new route fails until it is listed, and its requests are then tried.
@Suite(.hangLimit) struct ForeignTenantTests {
  /// The scope of a route's requests.
  private enum Reach {
    /// A job by its id, with this body.
    case job(body: String? = nil)
    /// A document by its name, with this query and body.
    case document(query: String = "", body: String? = nil)
    /// A job that the body names.
    case jobInBody
    /// Everything that a filter, or nothing, selects.
    case list(body: String? = nil)
    /// The tenant that the body names.
    case tenant(body: String)
    /// A stream of events; `JobAPITests` reads it.
    case stream
    /// Nothing that is stored.
    case nothing
  }

  private static let routes: [String: Reach] = [
    "GET /v1/jobs": .list(),
    "GET /v1/jobs/{id}": .job(),
    "GET /v1/jobs/{id}/deliveries": .job(),
    "GET /v1/jobs/{id}/share-options": .job(),
    "GET /v1/jobs/{id}/artifact": .job(),
    "GET /v1/jobs/{id}/pages/{picture}": .job(),
    "POST /v1/jobs/{id}/cancel": .job(),
    "POST /v1/jobs/{id}/retry": .job(),
    "POST /v1/jobs/{id}/share": .job(body: #"{"destinations": ["print"]}"#),
    "POST /v1/jobs": .tenant(body: #"{"kind": "note", "payload": 1, "tenant": "acme"}"#),
    "POST /v1/bulk/cancel": .list(body: #"{"filter": {"kind": "note"}}"#),
    "POST /v1/bulk/retry": .list(body: #"{"filter": {"kind": "note"}}"#),
    "GET /v1/events": .stream,
    "GET /v1/documents/{name}": .document(),
    "GET /v1/documents/{name}/page": .document(query: "offset=0&view=1"),
    "GET /v1/documents/{name}/pages/{picture}": .document(),
    "PUT /v1/documents/{name}": .jobInBody,
    "POST /v1/documents/{name}/segments": .document(body: #"{"format": "xfdf", "content": "PHhmZGYvPg=="}"#),
    "POST /v1/render": .nothing,
    "POST /forms/chromium/convert/html": .nothing,
    "POST /forms/chromium/convert/markdown": .nothing,
    "POST /forms/pdfengines/merge": .nothing,
    "POST /forms/pdf/merge": .nothing,
    "POST /forms/pdfengines/metadata/read": .nothing,
    "POST /forms/pdf/metadata/read": .nothing,
    "POST /forms/pdf/metadata": .nothing,
    "POST /forms/pdfengines/metadata/write": .nothing,
    "POST /forms/pdf/metadata/write": .nothing,
    "POST /forms/pdf/set-metadata": .nothing,
  ]

  @Test func eachRouteThatTakesATokenIsListed() {
    let taking = RouteRulesTests.rules.filter { $0.key.hasPrefix("token ") }.flatMap(\.value)
    #expect(Set(taking) == Set(Self.routes.keys))
  }

  @Test(arguments: routes.keys.sorted())
  func whatBelongsToAnotherTenantIsAnsweredAsIfItDidNotExist(route: String) async throws {
    let reach = try #require(Self.routes[route])
    let parts = route.split(separator: " ").map(String.init)
    let (method, path) = (parts[0], parts[1])
    switch reach {
    case .nothing, .stream: return
    default: break
    }
    try await withService { (running) async throws in
      let own = try await running.client([.admin], tenants: ["acme"])
      let other = try await running.client([.admin], tenants: ["globex"])
      let id = try await running.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8), tenant: "acme")).id
      try await DocumentStore(running.queue, tenant: "acme").register(
        document: "deed", baseSHA256: String(repeating: "a", count: 64), baseBytes: 10)
      func send(_ client: TestClient, job: String = "", document: String = "", query: String = "", body: String?)
        async throws
        -> TestResponse
      {
        let address =
          path.replacing("{id}", with: job).replacing("{picture}", with: "1.png").replacing("{name}", with: document)
          + (query.isEmpty ? "" : "?\(query)")
        guard let body else { return try await client.send(method, address, bytes: nil) }
        return try await client.send(method, address, headers: ["Content-Type": "application/json"], body: body)
      }
      switch reach {
      case .job(let body):
        let foreign = try await send(other, job: "\(id)", body: body)
        let unknown = try await send(other, job: "999999", body: body)
        #expect(foreign.status == 404 && unknown.status == 404, "\(foreign.text)")
        #expect(foreign.text.replacing("job \(id)", with: "job 999999") == unknown.text)
        // The request is otherwise in order.
        let found = try await send(own, job: "\(id)", body: body)
        #expect(found.status != 400 && !found.text.contains("unknown_job"), "\(found.text)")
      case .document(let query, let body):
        let foreign = try await send(other, document: "deed", query: query, body: body)
        let unknown = try await send(other, document: "none", query: query, body: body)
        #expect(foreign.status == 404 && unknown.status == 404, "\(foreign.text)")
        #expect(foreign.text.replacing("deed", with: "none") == unknown.text)
        let named = try await send(other, document: "deed", query: "tenant=acme&\(query)", body: body)
        #expect(named.status == 403)
        // 410: the base was never stored.
        let found = try await send(own, document: "deed", query: query, body: body)
        #expect(found.status == 410, "\(found.text)")
      case .jobInBody:
        let foreign = try await send(other, document: "new", body: "{\"job\": \(id)}")
        let unknown = try await send(other, document: "new", body: "{\"job\": 999999}")
        #expect(foreign.status == 404 && unknown.status == 404, "\(foreign.text)")
        #expect(foreign.text.replacing("job \(id)", with: "job 999999") == unknown.text)
        let named = try await send(other, document: "new", query: "tenant=acme", body: "{\"job\": \(id)}")
        #expect(named.status == 403)
        // The job has no document yet.
        let found = try await send(own, document: "new", body: "{\"job\": \(id)}")
        #expect(found.status == 409 && found.text.contains("has no PDF"), "\(found.text)")
      case .list(let body):
        let foreign = try await send(other, body: body)
        #expect(foreign.status == 200 && !foreign.text.contains("\"id\":\(id)"), "\(foreign.text)")
        #expect(body == nil || foreign.text.contains("\"changed\":0"))
        #expect(try await send(own, body: body).status == 200)
      case .tenant(let body):
        #expect(try await send(other, body: body).status == 403)
        #expect(try await running.queue.jobs(JobFilter()).count == 1)
        #expect(try await send(own, body: body).status == 201)
      case .stream, .nothing: break
      }
      if case .job = reach { return }
      if route != "POST /v1/bulk/cancel" { #expect(try await running.queue.job(id).job.state == .available) }
    }
  }

  /// No request of another tenant changes a job.
  @Test func jobsOfAnotherTenantDoNotChange() async throws {
    try await withService { (running) async throws in
      let other = try await running.client([.admin], tenants: ["globex"])
      let id = try await running.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8), tenant: "acme")).id
      for (route, reach) in Self.routes.sorted(by: { $0.key < $1.key }) {
        let parts = route.split(separator: " ").map(String.init)
        let address = parts[1].replacing("{id}", with: "\(id)")
        switch reach {
        case .job(let body?), .list(let body?), .tenant(let body):
          _ = try await other.send(parts[0], address, headers: ["Content-Type": "application/json"], body: body)
        case .job where parts[0] == "POST": _ = try await other.send(parts[0], address, bytes: nil)
        default: break
        }
      }
      let jobs = try await running.queue.jobs(JobFilter())
      #expect(jobs.map(\.id) == [id] && jobs[0].state == .available && !jobs[0].cancelRequested)
    }
  }
}
