import ArchiveTesting
import ArtifactStore
import Delivery
import Foundation
import JobQueue
import Logging
import PDF
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Service

@Suite(.hangLimit) struct LinkRoutesTests {
  private struct Fixture: Sendable {
    var client: TestClient
    var links: ShareLinks
    var records: ShareLinkRecords
    var database: Database
    var job: JobID
    var document: [UInt8]

    /// The address of a new link, without the host.
    func address(_ terms: ShareLinks.Terms = ShareLinks.Terms()) async throws -> (path: String, id: String) {
      let link = try await links.create(job: job, terms: terms)
      return (String(link.url.dropFirst("https://documents.example".count)), link.id)
    }

    func downloads() async throws -> Int {
      try await database.query("select coalesce(sum(downloads), 0)::int from pressrun.share_links").single().decode(0)
    }
  }

  private func with(
    pictures: (@Sendable (ArtifactStore) -> any PagePictures)? = nil, document: [UInt8]? = nil,
    _ body: @escaping @Sendable (Fixture) async throws -> Void
  ) async throws {
    try await TestDatabase.withDatabase { test in
      let folder = FileManager.default.temporaryDirectory.path + "/pressrun-link-pages-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder + "/store", withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try String(repeating: "k", count: 44).write(toFile: folder + "/key", atomically: true, encoding: .utf8)
      let store = ArtifactStore(root: folder + "/store")
      let document = document ?? Self.document
      let stored = try await store.put(document)
      let job: Int64 = try await test.database.query(
        """
        with job as (
          insert into pressrun.jobs (run_at, max_attempts, state, kind, queue, tenant, destination)
          values (now(), 1, 'completed', 'note', 'default', 'acme', 'none') returning id
        )
        insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
        select id, $1, $2, 1, '[[595, 842]]', 'application/pdf' from job returning job_id
        """, [.text(stored.sha256), .integer(document.count)]
      ).single().decode(0)
      let links = try ShareLinks(
        queue: test.queue,
        configuration: LinkConfiguration(
          baseURL: "https://documents.example", key: .file(folder + "/key"), downloads: nil))
      let routes = LinkRoutes(
        links: links, store: store, files: RealRenderers.files, pictures: pictures?(store),
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      try await serving(routes.routes) { client in
        var anonymous = client
        anonymous.headers = [:]
        try await body(
          Fixture(
            client: anonymous, links: links, records: ShareLinkRecords(queue: test.queue), database: test.database,
            job: JobID(rawValue: job), document: document))
      }
    }
  }

  /// A PDF with a title that is not safe in HTML and file names.
  private static let document = ArchiveTesting.Fixture.table(
    [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>", "<</Title(Report <b>\"7\"</b> / Q3)>>",
    ], trailer: "/Info 4 0 R")

  @Test func thePageDescribesTheDocumentAndCountsNothing() async throws {
    try await with { test in
      let (path, _) = try await test.address(.init(downloads: 3))
      for method in ["GET", "HEAD", "GET"] {
        let answer = try await test.client.send(method, path, body: nil)
        #expect(answer.status == 200 && answer["content-type"] == "text/html; charset=utf-8")
        #expect(answer["referrer-policy"] == "no-referrer" && answer["cache-control"] == "no-store")
        #expect(answer["x-robots-tag"]?.contains("noindex") == true)
        #expect(answer["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(answer["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
        if method == "HEAD" { continue }
        #expect(answer.text.contains("Report &lt;b&gt;&quot;7&quot;&lt;/b&gt; / Q3"))
        for words in [
          "<dt>Pages</dt><dd>1</dd>", "<dt>Downloads left</dt><dd>3</dd>", " UTC</dd>", "<html lang=\"en\">",
        ] {
          #expect(answer.text.contains(words), "\(words)")
        }
        #expect(!answer.text.contains("<script"))
      }
      #expect(try await test.downloads() == 0)
      let style = try await test.client.send(LinkPage.styleSheet.address)
      #expect(style.status == 200 && style["content-type"] == "text/css; charset=utf-8")
    }
  }

  @Test func theFirstPageIsShownOnceThePasswordIsKnown() async throws {
    let picture = Data("PNG of page 1, 640 wide".utf8).base64EncodedString()
    let pictures = FakePictures()
    try await with(pictures: { _ in pictures }) { test in
      let (path, _) = try await test.address()
      let page = try await test.client.send(path)
      #expect(page.text.contains("src=\"data:image/png;base64,\(picture)\""))
      #expect(page["content-security-policy"]?.contains("img-src data:") == true)
      let (locked, _) = try await test.address(.init(password: "correct horse"))
      let form = ["Content-Type": "application/x-www-form-urlencoded"]
      #expect(try await test.client.send(locked).text.contains("<img") == false)
      #expect(
        try await test.client.send("POST", locked, headers: form, body: "password=wrong").text.contains("<img") == false
      )
      #expect(pictures.calls.withLock { $0 } == 1)
      let right = try await test.client.send("POST", locked, headers: form, body: "password=correct+horse")
      #expect(right.text.contains(picture))
      #expect(try await test.downloads() == 0)
    }
  }

  @Test func readersUseLinksInABrowser() async throws {
    let document = try await RealRenderers.document(pages: 1)
    try await with(pictures: { RealRenderers.pictures(of: $0) }, document: document) { test in
      let host = "http://127.0.0.1:\(test.client.port)"
      let (revoked, id) = try await test.address()
      _ = try await test.records.revoke(id)
      let locked = try await test.address(.init(password: "correct horse"))
      try await BrowserScript.run(
        "Links/link_pages.py",
        [host + (try await test.address().path), host + locked.path, host + revoked, String(document.count)])
    }
  }

  @Test func theDocumentIsAnAttachmentThatCannotAct() async throws {
    try await with { test in
      let (path, _) = try await test.address()
      let answer = try await test.client.send(path + "/document")
      #expect(answer.status == 200 && answer.body == test.document && answer["content-type"] == "application/pdf")
      #expect(answer["content-disposition"]?.hasPrefix("attachment; filename=\"Report _b_") == true)
      #expect(answer["content-security-policy"]?.hasPrefix("sandbox") == true)
      #expect(answer["x-content-type-options"] == "nosniff" && answer["cache-control"] == "no-store")
      let shown = try await test.client.send(path + "/document?view=1")
      #expect(shown["content-disposition"]?.hasPrefix("inline") == true)
      #expect(try await test.client.send("HEAD", path + "/document", body: nil).status == 200)
      #expect(try await test.downloads() == 2)
    }
  }

  @Test func downloadsAreCountedExactly() async throws {
    try await with { test in
      let (path, _) = try await test.address(.init(downloads: 4))
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<12 { group.addTask { try await test.client.send(path + "/document").status } }
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 4, 410: 8])
      let page = try await test.client.send(path)
      #expect(page.status == 410 && !page.text.contains("Report"))
    }
  }

  @Test func linksThatCannotBeUsedRevealNothing() async throws {
    try await with { test in
      let (revoked, id) = try await test.address()
      _ = try await test.records.revoke(id)
      let (expired, other) = try await test.address()
      _ = try await test.database.query(
        "update pressrun.share_links set expires_at = now() where id = $1", [.text(other)])
      let bodies = try await withThrowingTaskGroup(of: String.self) { group in
        for path in [revoked, expired, revoked + "/document", expired + "/document"] {
          group.addTask {
            let answer = try await test.client.send(path)
            #expect(answer.status == 410 && answer["x-robots-tag"] != nil)
            return answer.text
          }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      // The same page, whatever the reason.
      #expect(bodies.count == 1 && !bodies.joined().contains("Report"))
      for token in ["x", String(repeating: "A", count: 43), "%2e%2e%2fetc"] {
        let answer = try await test.client.send("/s/" + token)
        #expect(answer.status == 404 && answer["content-type"] == "text/html; charset=utf-8")
      }
      #expect(try await test.downloads() == 0)
    }
  }

  @Test func aPasswordIsAskedForBeforeAnythingIsSaid() async throws {
    try await with { test in
      let (path, _) = try await test.address(.init(password: "correct horse"))
      let form = ["Content-Type": "application/x-www-form-urlencoded"]
      let asked = try await test.client.send(path)
      #expect(asked.status == 200 && asked.text.contains("type=\"password\"") && !asked.text.contains("Report"))
      #expect(try await test.client.send(path + "/document").body.starts(with: Array("%PDF".utf8)) == false)
      let wrong = try await test.client.send("POST", path, headers: form, body: "password=wrong+horse")
      #expect(wrong.status == 403 && wrong.text.contains("The password is wrong") && !wrong.text.contains("Report"))
      let right = try await test.client.send("POST", path, headers: form, body: "password=correct+horse")
      #expect(right.status == 200 && right.text.contains("Report"))
      let grant = try #require(right.text.firstMatch(of: /name="grant" value="([^"]+)"/)).1
      #expect(!right.text.contains("correct horse"))
      let document = try await test.client.send("POST", path + "/document", headers: form, body: "grant=\(grant)")
      #expect(document.body == test.document)
      // A grant is of one link, and cannot be made.
      let (other, _) = try await test.address(.init(password: "another password"))
      for forged in [String(grant), "9999999999.\(grant.drop { $0 != "." }.dropFirst())", "x", "1.2.3"] {
        let answer = try await test.client.send("POST", other + "/document", headers: form, body: "grant=\(forged)")
        #expect(answer.text.contains("type=\"password\""), "\(forged)")
      }
      #expect(try await test.downloads() == 1)
    }
  }

  /// A title that took too long once was not read again until the service was started again.
  @Test func aTitleThatWasNotReadIsReadAgain() {
    let titles = TitleCache(limit: 2, lifetime: .seconds(10))
    let now = ContinuousClock.now
    titles.insertFailure(for: "slow", at: now)
    titles.insert(nil, for: "untitled")
    #expect(titles.title(of: "slow", at: now + .seconds(9)) == .some(nil))
    #expect(titles.title(of: "slow", at: now + .seconds(10)) == nil)
    #expect(titles.title(of: "untitled", at: now + .seconds(10)) == .some(nil))
    titles.insert("Report", for: "slow")
    #expect(titles.title(of: "slow", at: now + .seconds(10)) == "Report")
    titles.insert("Third", for: "third")
    #expect(titles.title(of: "untitled") == nil && titles.title(of: "third") == "Third")
  }

  @Test func tooManyRequestsAreRefusedForAWhile() {
    let limit = KeyedRateLimit<String>(perMinute: 60, burst: 2, maximumKeys: 3)
    let start = ContinuousClock.now
    #expect(limit.take("a", now: start) == nil && limit.take("a", now: start) == nil)
    #expect(limit.take("a", now: start) == .seconds(1))
    #expect(limit.take("b", now: start) == nil)
    #expect(limit.take("a", now: start + .seconds(1)) == nil)
    // Other keys cannot fill the memory.
    for index in 0..<1000 { _ = limit.take("\(index)", now: start) }
    #expect(limit.take("z", now: start) == nil)
  }

  /// Any texts were counted, so that many of them removed the counts of links.
  @Test func invalidTokensAreNotCounted() async throws {
    try await with { test in
      for _ in 0..<40 {
        let status = try await test.client.send("/s/none").status
        #expect(status == 404)
      }
    }
  }

  @Test func passwordsOfALinkCanBeTriedOnlySlowly() async throws {
    try await with { test in
      let (path, _) = try await test.address(.init(password: "correct horse"))
      let form = ["Content-Type": "application/x-www-form-urlencoded"]
      var statuses: [Int] = []
      for _ in 0..<8 {
        statuses.append(try await test.client.send("POST", path, headers: form, body: "password=guess").status)
      }
      #expect(statuses.prefix(6).allSatisfy { $0 == 403 } && statuses.contains(429))
    }
  }
}
