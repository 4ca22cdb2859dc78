import JSON
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Web

@Suite(.hangLimit) struct DispatchTests {
  @Test func requestsAreDispatchedByMethodAndPath() async throws {
    let id = Parameter<Int64>.path("id", .identifier, "The job.")
    let routes = [
      textRoute("/"), textRoute("/jobs", "list"), textRoute("/jobs/new", "new"),
      Route(.get, "/jobs/{id}", access: .open, summary: "A job.", parameters: [id.declaration]) { request in
        .text("job \(try request[id])")
      },
      Route(.post, "/jobs", access: .open, summary: "Adds one.") { _ in .text("added", status: 201) },
    ]
    try await withServer(routes) { (server) async throws in
      let client = server.client
      #expect(try await client.send("/").text == "hello")
      #expect(try await client.send("/jobs").text == "list")
      #expect(try await client.send("/jobs/new").text == "new")
      #expect(try await client.send("/jobs/12").text == "job 12")
      #expect(try await client.send("POST", "/jobs").status == 201)
      #expect(try await client.send("/jobs/").status == 404)
      #expect(try await client.send("/jobs/12/").status == 404)
    }
  }

  @Test func anUnknownAddressIsAProblem() async throws {
    try await withServer([textRoute("/a")]) { (server) async throws in
      let answer = try await server.client.send("/b")
      #expect(answer.status == 404)
      #expect(answer["content-type"] == "application/problem+json")
      guard case .object(let problem) = try JSONParser.parse(answer.body) else {
        Issue.record("not an object")
        return
      }
      #expect(problem["code"] == "not_found")
      #expect(problem["status"] == 404)
    }
  }

  @Test func anUnknownMethodIsAnsweredWithTheKnownOnes() async throws {
    try await withServer([textRoute("/a")]) { (server) async throws in
      for method in ["POST", "OPTIONS", "PROPFIND"] {
        let answer = try await server.client.send(method, "/a")
        #expect(answer.status == 405)
        #expect(answer["allow"] == "GET, HEAD")
      }
    }
  }

  @Test func headIsAnsweredLikeGetWithoutContent() async throws {
    try await withServer([textRoute("/a")]) { (server) async throws in
      let answer = try await server.client.send("HEAD", "/a")
      #expect(answer.status == 200)
      #expect(answer["content-length"] == "5")
    }
  }

  @Test(arguments: ["/%", "/%zz", "/%ff", "/a%00b", "/a?x=%", "*", "a"])
  func addressesThatAreNotValidAreRefused(target: String) async throws {
    try await withServer([textRoute("/a")]) { (server) async throws in
      #expect(try await server.client.send(target).status == 400)
    }
  }

  @Test func longAddressesAreRefused() async throws {
    try await withServer([textRoute("/a")]) { (server) async throws in
      #expect(try await server.client.send("/a?x=" + String(repeating: "y", count: 9000)).status == 414)
    }
  }

  @Test func parametersAreCheckedBeforeTheHandler() async throws {
    let limit = Parameter<Int>.query("limit", .integer(1...100), default: 10, "How many.")
    let state = Parameter<[String]>.queryList("state", .oneOf(["a", "b"]), "States.")
    let name = Parameter<String?>.query("name", .text(5), "A name.")
    let key = Parameter<String?>.header("X-Key", .text(5), "A key.")
    let route = Route(
      .get, "/list", access: .open, summary: "A list.",
      parameters: [limit.declaration, state.declaration, name.declaration, key.declaration]
    ) { request in
      .text("\(try request[limit]) \(try request[state]) \(try request[name] ?? "-") \(try request[key] ?? "-")")
    }
    try await withServer([route]) { (server) async throws in
      let client = server.client
      #expect(try await client.send("/list").text == "10 [] - -")
      let all = try await client.send("/list?limit=5&state=a,b&state=a&name=%C3%A4+b", headers: ["X-Key": "k"])
      #expect(all.text == "5 [\"a\", \"b\", \"a\"] ä b k")
      for (query, field) in [
        ("limit=0", "limit"), ("limit=x", "limit"), ("limit=1&limit=2", "limit"), ("limit=%2B5", "limit"),
        ("limit=05", "limit"), ("state=c", "state"), ("state=", "state"), ("name=abcdef", "name"), ("name=", "name"),
        ("name=%07", "name"), ("limits=1", "limits"),
      ] {
        let answer = try await client.send("/list?\(query)")
        #expect(answer.status == 400, "\(query)")
        #expect(answer.text.contains("\"field\":\"\(field)\""), "\(query): \(answer.text)")
      }
      #expect(try await client.send("/list", headers: ["X-Key": "longer"]).status == 400)
    }
  }

  @Test func everyAnswerHasSecurityHeaders() async throws {
    let page = Route(.get, "/page", access: .open, summary: "A page.", security: .page) { _ in .html("<p>x</p>") }
    try await withServer([page]) { (server) async throws in
      let answer = try await server.client.send("/page")
      #expect(answer["content-security-policy"] == SecurityHeaders.page.contentSecurityPolicy)
      let missing = try await server.client.send("/none")
      #expect(missing["content-security-policy"] == SecurityHeaders.strict.contentSecurityPolicy)
      for each in [answer, missing] {
        #expect(each["x-content-type-options"] == "nosniff")
        #expect(each["referrer-policy"] == "no-referrer")
        #expect(each["x-request-id"] != nil)
        #expect(each["date"] != nil)
      }
    }
  }

  @Test func errorsOfHandlersAreNotShown() async throws {
    struct Secret: Error {}
    let route = Route(.get, "/a", access: .open, summary: "Fails.") { _ in throw Secret() }
    let log = TestLog()
    try await withServer([route], log: .init(label: "test") { _ in log }) { (server) async throws in
      let answer = try await server.client.send("/a")
      #expect(answer.status == 500)
      #expect(!answer.text.contains("Secret"))
      #expect(await log.line(with: "request failed"))
    }
  }

  @Test func theObserverSeesTheRouteAndTheStatus() async throws {
    let seen = Mutex<[String]>([])
    try await withServer(
      [textRoute("/a")], observer: { answer in seen.withLock { $0.append("\(answer.route ?? "-") \(answer.status)") } }
    ) { (server) async throws in
      _ = try await server.client.send("/a")
      _ = try await server.client.send("/b")
    }
    #expect(seen.withLock { $0 } == ["/a 200", "- 404"])
  }
}
