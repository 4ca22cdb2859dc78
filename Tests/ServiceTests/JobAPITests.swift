import Foundation
import JSON
import JobQueue
import OperatingSystem
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Service

@Suite(.hangLimit) struct JobAPITests {
  private static let json = ["Content-Type": "application/json"]

  private func parsed(_ answer: TestResponse) throws -> JSONObject {
    guard case .object(let object) = try JSONParser.parse(answer.body) else { throw JSONMismatch() }
    return object
  }

  private struct JSONMismatch: Error {}

  @Test func aJobIsEnqueuedReadCancelledAndRetried() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite, .jobsRead])
      let made = try await client.send(
        "POST", "/v1/jobs", headers: Self.json, body: #"{"kind": "note", "payload": {"n": 1.50}, "priority": 3}"#)
      #expect(made.status == 201, "\(made.text)")
      let location = try #require(made["location"])
      let shown = try parsed(try await client.send(location))
      #expect(shown["state"] == "available")
      #expect(shown["priority"] == 3)
      #expect(shown["tenant"] == "default")
      let cancelled = try await client.send("POST", location + "/cancel")
      #expect(try parsed(cancelled)["state"] == "cancelled")
      #expect(try parsed(try await client.send("POST", location + "/retry"))["state"] == "available")
      #expect(try await client.send("POST", location + "/retry").status == 409)
      let actions = try await running.service.audit.entries(tenants: nil, limit: 10).map(\.action)
      #expect(actions == ["job.retry", "job.retry", "job.cancel"])
    }
  }

  @Test func theSameRequestWithTheSameKeyIsOneJob() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite])
      let headers = Self.json.merging(["Idempotency-Key": "k1"]) { $1 }
      let body = #"{"kind": "note", "payload": 1}"#
      let first = try await client.send("POST", "/v1/jobs", headers: headers, body: body)
      let second = try await client.send("POST", "/v1/jobs", headers: headers, body: body)
      #expect(first.status == 201)
      #expect(second.status == 200)
      #expect(first["location"] == second["location"])
      let other = try await client.send("POST", "/v1/jobs", headers: headers, body: #"{"kind": "note", "payload": 2}"#)
      #expect(other.status == 409)
      #expect(try parsed(other)["code"] == "conflict")
    }
  }

  /// Several fields were one key with a comma.
  @Test func aRequestHasOneKey() async throws {
    try await withService { (running) async throws in
      let token = try await AccessTokens(running.test.queue).create(name: "t", scopes: [.jobsWrite]).token
      let body = #"{"kind": "note", "payload": 1}"#
      let answer = try await onThread(name: "two keys") {
        let connection = try TestConnection(port: running.port)
        connection.send(
          "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
            + "Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return connection.answer()
      }
      #expect(answer.status == 400 && answer.text.contains("given 2 times"))
    }
  }

  /// A key that was not among the 100 that had expired first was refused.
  @Test func anExpiredKeyMayBeUsedForAnotherRequest() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite])
      let headers = Self.json.merging(["Idempotency-Key": "k1"]) { $1 }
      let first = try await client.send(
        "POST", "/v1/jobs", headers: headers, body: #"{"kind": "note", "payload": 1}"#)
      #expect(first.status == 201)
      try await running.test.database.execute(
        script: """
          select pressrun.cancel(id) from pressrun.jobs;
          update pressrun.idempotency_keys set expires_at = now();
          update pressrun.unique_keys set expires_at = now();
          insert into pressrun.idempotency_keys
          select 'default', 'old ' || n, repeat('a', 64), now() - interval '1 hour' from generate_series(1, 200) n;
          """)
      let other = try await client.send("POST", "/v1/jobs", headers: headers, body: #"{"kind": "note", "payload": 2}"#)
      #expect(other.status == 201, "\(other.text)")
    }
  }

  /// After 24 hours another request with the key of an unfinished job got that job as its own.
  @Test func anExpiredKeyOfAnUnfinishedJobIsKept() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite])
      let headers = Self.json.merging(["Idempotency-Key": "k1"]) { $1 }
      let body = #"{"kind": "note", "payload": 1}"#
      let first = try await client.send("POST", "/v1/jobs", headers: headers, body: body)
      let expire = """
        update pressrun.idempotency_keys set expires_at = now();
        update pressrun.unique_keys set expires_at = now();
        """
      try await running.test.database.execute(script: expire)
      let otherBody = #"{"kind": "note", "payload": 2}"#
      let other = try await client.send("POST", "/v1/jobs", headers: headers, body: otherBody)
      #expect(other.status == 409)
      #expect(try parsed(other)["code"] == "conflict")
      let same = try await client.send("POST", "/v1/jobs", headers: headers, body: body)
      #expect(same.status == 200)
      #expect(same["location"] == first["location"])
      // Requests with other keys remove expired keys, but not this one.
      try await running.test.database.execute(script: expire)
      _ = try await client.send(
        "POST", "/v1/jobs", headers: Self.json.merging(["Idempotency-Key": "k2"]) { $1 }, body: body)
      #expect(try await client.send("POST", "/v1/jobs", headers: headers, body: otherBody).status == 409)
      try await running.test.database.execute(script: "select pressrun.cancel(id) from pressrun.jobs; \(expire)")
      #expect(try await client.send("POST", "/v1/jobs", headers: headers, body: otherBody).status == 201)
    }
  }

  /// A key that was kept for its unfinished job was refused for up to an hour after the job had ended.
  @Test func aKeyThatWasKeptForItsJobMayBeUsedWhenTheJobHasEnded() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite])
      let headers = Self.json.merging(["Idempotency-Key": "k1"]) { $1 }
      let body = #"{"kind": "note", "payload": 1}"#
      #expect(try await client.send("POST", "/v1/jobs", headers: headers, body: body).status == 201)
      try await running.test.database.execute(
        script:
          "update pressrun.idempotency_keys set expires_at = now(); update pressrun.unique_keys set expires_at = now()")
      // Looks at expired keys, and keeps this one.
      _ = try await client.send(
        "POST", "/v1/jobs", headers: Self.json.merging(["Idempotency-Key": "k2"]) { $1 }, body: body)
      let otherBody = #"{"kind": "note", "payload": 2}"#
      #expect(try await client.send("POST", "/v1/jobs", headers: headers, body: otherBody).status == 409)
      try await running.test.database.execute(script: "select pressrun.cancel(id) from pressrun.jobs")
      #expect(try await client.send("POST", "/v1/jobs", headers: headers, body: otherBody).status == 201)
    }
  }

  @Test func manyJobsAreEnqueuedOrNone() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite, .jobsRead])
      let type = ["Content-Type": "application/x-ndjson"]
      let line = #"{"kind": "note", "payload": 1}"#
      let bad = try await client.send("POST", "/v1/jobs", headers: type, body: "\(line)\n{\"kind\": 3}\n")
      #expect(bad.status == 400)
      #expect(try parsed(bad)["field"] == "line 2: $.kind")
      let made = try await client.send("POST", "/v1/jobs", headers: type, body: "\(line)\n\(line)\n\n\(line)")
      #expect(made.status == 200, "\(made.text)")
      guard case .array(let jobs) = try parsed(made)["jobs"] else {
        Issue.record("no jobs")
        return
      }
      #expect(jobs.count == 3)
      let first = try parsed(try await client.send("/v1/jobs?limit=2"))
      guard case .array(let page) = first["jobs"], case .number(let next) = first["next"] else {
        Issue.record("no page")
        return
      }
      #expect(page.count == 2)
      let rest = try parsed(try await client.send("/v1/jobs?limit=2&cursor=\(next)"))
      guard case .array(let last) = rest["jobs"] else {
        Issue.record("no page")
        return
      }
      #expect(last.count == 1)
      #expect(rest["next"] == .null)
    }
  }

  @Test func errorsOfTheQueueAreProblems() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite, .jobsRead])
      for (body, status, code) in [
        (#"{"kind": "none", "payload": 1}"#, 422, "unknown_kind"),
        (#"{"kind": "note", "payload": 1, "destination": "email"}"#, 422, "invalid_destination"),
        (#"{"kind": "note", "payload": 1, "colour": 1}"#, 400, "invalid_body"),
        (#"{"kind": "note"}"#, 400, "invalid_body"), ("[", 400, "invalid_body"),
      ] {
        let answer = try await client.send("POST", "/v1/jobs", headers: Self.json, body: body)
        #expect(answer.status == status, "\(body): \(answer.text)")
        #expect(try parsed(answer)["code"] == .string(code), "\(body): \(answer.text)")
      }
      #expect(try await client.send("/v1/jobs/999").status == 404)
      #expect(try await client.send("/v1/jobs/0").status == 400)
    }
  }

  @Test func otherTenantsLookLikeNothing() async throws {
    try await withService { (running) async throws in
      let id = try await running.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8), tenant: "acme")).id
      let own = try await running.client([.jobsWrite, .jobsRead, .artifactsRead], tenants: ["acme"])
      let other = try await running.client([.jobsWrite, .jobsRead, .artifactsRead], tenants: ["other"])
      #expect(try await own.send("/v1/jobs/\(id)").status == 200)
      for (method, path) in [
        ("GET", ""), ("GET", "/deliveries"), ("GET", "/share-options"), ("GET", "/artifact"), ("POST", "/cancel"),
        ("POST", "/retry"),
      ] {
        #expect(try await other.send(method, "/v1/jobs/\(id)\(path)", bytes: nil).status == 404, "\(path)")
      }
      #expect(try await own.send("/v1/jobs").text.contains("\"id\":\(id)"))
      #expect(try await !other.send("/v1/jobs").text.contains("\"id\":\(id)"))
      #expect(try await !other.send("/v1/jobs?tenant=acme").text.contains("\"id\":\(id)"))
      let foreign = try await other.send(
        "POST", "/v1/jobs", headers: Self.json, body: #"{"kind": "note", "payload": 1, "tenant": "acme"}"#)
      #expect(foreign.status == 403)
      let bulk = try await other.send(
        "POST", "/v1/bulk/cancel", headers: Self.json, body: #"{"filter": {"kind": "note"}}"#)
      #expect(bulk.text == #"{"changed":0,"refused":0,"refusals":[]}"#)
      #expect(try await running.queue.jobs(JobFilter(ids: [id])).first?.state == .available)
    }
  }

  @Test func matchingJobsAreCountedThenChanged() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite])
      _ = try await running.queue.enqueue(many: (0..<3).map { _ in NewJob(kind: "note", payload: Array("1".utf8)) })
      func send(_ body: String) async throws -> TestResponse {
        try await client.send("POST", "/v1/bulk/cancel", headers: Self.json, body: body)
      }
      #expect(try await send(#"{"filter": {"kind": "note"}, "dry_run": true}"#).text == #"{"matching":3}"#)
      #expect(try await send(#"{"filter": {}}"#).status == 400)
      #expect(try await send(#"{"filter": {"colour": "red"}}"#).status == 400)
      #expect(try await send(#"{"filter": {"states": ["odd"]}}"#).status == 400)
      // A list that became empty by mistake cancelled all jobs.
      #expect(try await send(#"{"filter": {"states": []}}"#).status == 400)
      #expect(try await send(#"{"filter": {"kind": "note"}}"#).text.hasPrefix(#"{"changed":3,"refused":0"#))
      #expect(try await send(#"{"filter": {"kind": "note"}, "dry_run": true}"#).text == #"{"matching":0}"#)
    }
  }

  @Test func aRequestCanWaitForTheEndOfAJob() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsRead])
      let id = try await running.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8))).id
      async let answer = client.send("/v1/jobs/\(id)?wait=60")
      _ = try await running.queue.cancel(id)
      let received = try await answer
      #expect(received.text.contains("\"state\":\"cancelled\""))
    }
  }

  @Test func documentsAreDownloadedWhollyOrInParts() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.artifactsRead])
      let id = try await running.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8))).id
      #expect(try await client.send("/v1/jobs/\(id)/artifact").status == 409)
      let stored = try await running.service.artifacts.put(Array("%PDF-1.7 test".utf8))
      let worker = try await running.queue.register(worker: .init(host: "h", pid: 1, version: "1", slots: 1))
      let claimed = try await running.queue.claim(worker: worker, limit: 1, lease: .seconds(3600))
      _ = try await running.queue.complete(
        try #require(claimed.first).ref,
        Completion(artifact: Artifact(sha256: stored.sha256, bytes: Int64(stored.bytes), pages: [])))
      let all = try await client.send("/v1/jobs/\(id)/artifact")
      #expect(all.text == "%PDF-1.7 test")
      #expect(all["content-disposition"] == "attachment; filename=\"note-\(id).pdf\"")
      #expect(all["etag"] == "\"\(stored.sha256)\"")
      let part = try await client.send("/v1/jobs/\(id)/artifact", headers: ["Range": "bytes=1-3"])
      #expect(part.text == "PDF")
      #expect(part.status == 206)
    }
  }

  /// Nothing told why a job waited.
  @Test func aWaitingJobSaysWhatHoldsIt() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsRead])
      let id = try await running.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8))).id
      #expect(!(try await client.send("/v1/jobs/\(id)").text.contains("holds")))
      try await running.queue.pause(.queue("default"), by: "ana")
      let text = try await client.send("/v1/jobs/\(id)").text
      #expect(text.contains(#""holds":[{"reason":"paused","scope":"queue","name":"default","since":"20"#))
      #expect(!text.contains("ana"))
      try await running.test.database.execute(
        script: """
          insert into pressrun.deliveries
            (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, completed_at)
          values (77, \(id), 'note', 'default', 'folder', 'deliveries.folder', true, '{}', repeat('a', 64), 1, 'application/pdf', now());
          insert into pressrun.jobs (id, kind, queue, tenant, state, run_at, max_attempts, destination)
          values (77, 'deliver.folder', 'deliveries.folder', 'default', 'available', now(), 9, 'folder');
          insert into pressrun.breakers (queue, state, next_probe_at) values ('deliveries.folder', 'open', '2126-01-02T03:04:05Z');
          """)
      let deliveries = try await client.send("/v1/jobs/\(id)/deliveries").text
      #expect(
        deliveries.contains(
          #""holds":[{"reason":"unavailable","scope":"queue","name":"deliveries.folder","until":"2126-01-02T03:04:05Z"}]"#
        ),
        "\(deliveries)")
    }
  }

  @Test func eachFileOfAJobIsListedAndDownloaded() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsRead, .artifactsRead])
      let id = try await running.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8))).id
      let waiting = try await client.send("/v1/jobs/\(id)")
      #expect(!waiting.text.contains("\"files\""))
      let png = "image/png"
      var artifacts: [Artifact] = []
      for (output, name, type, text) in [
        ("pdf", "", "application/pdf", "%PDF-1.7"), ("docx", "Höhe.docx", "application/zip", "PK"),
        ("png", "", png, "page 1"),
        ("png", "", png, "page 2"),
      ] {
        let stored = try await running.service.artifacts.put(Array(text.utf8))
        artifacts.append(
          Artifact(
            output: output, fileName: name, sha256: stored.sha256, bytes: Int64(stored.bytes), mediaType: type,
            pages: [PagePoints(width: 100, height: 100)]))
      }
      let worker = try await running.queue.register(worker: .init(host: "h", pid: 1, version: "1", slots: 1))
      let claimed = try await running.queue.claim(worker: worker, limit: 1, lease: .seconds(3600))
      _ = try await running.queue.complete(try #require(claimed.first).ref, Completion(artifacts: artifacts))

      guard case .object(let job) = try JSONParser.parse(try await client.send("/v1/jobs/\(id)").body),
        case .array(let files)? = job["files"]
      else { throw CancellationError() }
      let listed = files.map { file -> [String] in
        guard case .object(let file) = file else { return [] }
        return ["output", "name", "sha256", "media_type"].map { file[$0]?.text ?? "" }
      }
      #expect(
        listed
          == artifacts.map {
            [
              "\"\($0.output)\"", $0.fileName.isEmpty ? "" : "\"\($0.fileName)\"", "\"\($0.sha256)\"",
              "\"\($0.mediaType)\"",
            ]
          })

      func text(_ query: String) async throws -> String {
        try await client.send("/v1/jobs/\(id)/artifact?\(query)").text
      }
      #expect(try await text("") == "%PDF-1.7")
      #expect(try await text("output=docx") == "PK")
      #expect(try await text("file=3") == "page 1")
      #expect(try await text("output=png&file=2") == "page 2")
      let word = try await client.send("/v1/jobs/\(id)/artifact?output=docx")
      #expect(word["content-disposition"]?.contains("H%C3%B6he.docx") == true, "\(word.headers)")
      for query in ["output=text", "file=5", "output=png&file=3"] {
        let missing = try await client.send("/v1/jobs/\(id)/artifact?\(query)")
        #expect(missing.status == 404 && missing.text.contains("\"not_found\""), "\(missing.text)")
      }
      #expect(try await client.send("/v1/jobs/\(id)/artifact?file=0").status == 400)
    }
  }

  @Test func eventsArriveInOrderAndOnlyThoseOfTheTenants() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsRead], tenants: ["acme"])
      let jobs = try await running.queue.enqueue(
        many: ["acme", "other", "acme"].map { NewJob(kind: "note", payload: Array("1".utf8), tenant: $0) })
      for job in jobs { _ = try await running.queue.cancel(job.id) }
      let fields = client.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
      let text = try await onThread(name: "events") { [port = running.port] in
        let connection = try TestConnection(port: port)
        connection.send("GET /v1/events HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 0\r\n\(fields)\r\n")
        return connection.receive(through: "job/\(jobs[2].id)\"")
      }
      #expect(text.contains("event: pressrun.job.cancelled"))
      #expect(text.contains("job/\(jobs[0].id)\""))
      #expect(!text.contains("job/\(jobs[1].id)\""))
    }
  }

  /// Regression: a client with an open stream received events until it closed the connection.
  @Test func eventsEndWhenTheTokenIsRevoked() async throws {
    var settings = ServiceSettings()
    settings.tokenCacheTime = .zero
    try await withService(settings: settings) { (running) async throws in
      let tokens = AccessTokens(running.queue)
      let (id, token) = try await tokens.create(name: "test", scopes: [.jobsRead])
      let connection = try TestConnection(port: running.port)
      connection.send("GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
      _ = try await onThread(name: "begin") { connection.receive(through: ": begin") }
      #expect(try await tokens.revoke(id))
      let job = try await running.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8)))
      _ = try await running.queue.cancel(job.id)
      let rest = try await onThread(name: "end") { connection.receive(through: "\r\n0\r\n\r\n") }
      #expect(rest.hasSuffix("\r\n0\r\n\r\n"))
      #expect(!rest.contains("event:"))
    }
  }

  @Test func theDescriptionIsOpen() async throws {
    try await withService { (running) async throws in
      let document = try await running.anonymous.send("/v1/openapi.json")
      #expect(document.status == 200)
      _ = try JSONParser.parse(document.body)
      let page = try await running.anonymous.send("/v1/docs")
      for (_, id) in operations(running) { #expect(page.text.contains("<section id=\"\(id)\">"), "\(id)") }
      #expect(try await running.anonymous.send(APIPage.style.address).status == 200)
    }
  }

  private func operations(_ running: RunningService) -> [(path: String, id: String)] {
    running.service.routeTable().routes.compactMap { route -> (path: String, id: String)? in
      guard case .api(_, let id) = route.documentation else { return nil }
      return (path: route.path.description, id: id)
    }
  }

  /// `DocumentCommandTests` runs the examples.
  @Test func theGuideHasAnExampleOfEachOperation() async throws {
    let guide = try String(contentsOfFile: RealRenderers.repository + "/docs/api.md", encoding: .utf8)
    let commands = guide.split(separator: "\n").filter { $0.hasPrefix("$ ") || $0.hasPrefix("> ") }
    try await withService { (running) async throws in
      for (path, id) in operations(running) {
        let pattern = path.split(separator: "/").map { $0.hasPrefix("{") ? "[^/ ?]+" : String($0) }.joined(
          separator: "/")
        let example = try Regex(#"\$url/"# + pattern + #"(["? ]|$)"#)
        #expect(commands.contains { $0.contains(example) }, "docs/api.md has no example of \(id)")
      }
    }
  }
}
