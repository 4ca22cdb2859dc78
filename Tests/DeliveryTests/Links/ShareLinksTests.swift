import Foundation
import JobQueue
import OperatingSystem
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct ShareLinksTests {
  /// A completed job in the database, and a link key in a file.
  private struct Fixture: Sendable {
    var links: ShareLinks
    var job = JobID(rawValue: 0)
    var test: TestDatabase
    var folder: String

    init(_ test: TestDatabase, key: String = String(repeating: "k", count: 44), downloads: Int? = nil) async throws {
      folder = FileManager.default.temporaryDirectory.path + "/pressrun-links-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try key.write(toFile: folder + "/key", atomically: true, encoding: .utf8)
      self.test = test
      links = try ShareLinks(
        queue: test.queue,
        configuration: LinkConfiguration(
          baseURL: "https://documents.example/", key: .file(folder + "/key"), downloads: downloads))
      job = JobID(
        rawValue: try await test.database.query(
          """
          with job as (
            insert into pressrun.jobs (run_at, max_attempts, state, kind, queue, tenant, destination)
            values (now(), 1, 'completed', 'note', 'default', 'acme', 'none') returning id
          )
          insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
          select id, repeat('ab', 32), 17, 1, '[]', 'application/pdf' from job returning job_id
          """
        ).single().decode(0))
    }

    func token(_ link: CreatedLink) -> String { String(link.url.dropFirst("https://documents.example/s/".count)) }

    func code(_ token: String, password: String? = nil) async -> ShareLinkError.Code? {
      do {
        _ = try await links.open(token, password: password)
        return nil
      } catch { return (error as? ShareLinkError)?.code }
    }
  }

  @Test func everyFileOfADeliveryHasALinkOfItsOwn() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test)
      _ = try await test.database.query(
        """
        insert into pressrun.artifacts (job_id, position, output, sha256, bytes, pages, page_sizes, media_type)
        values ($1, 2, 'text', repeat('cd', 32), 3, 0, '[]', 'text/plain')
        """, [.integer(fixture.job.rawValue)])
      func link(_ file: String?) async throws -> CreatedLink {
        try await fixture.links.create(job: fixture.job, delivery: JobID(rawValue: 900), file: file)
      }
      let text = try await link(String(repeating: "cd", count: 32))
      let pdf = try await link(String(repeating: "ab", count: 32))
      #expect(pdf.id != text.id)
      #expect(try await fixture.links.open(fixture.token(pdf)).mediaType == "application/pdf")
      #expect(try await fixture.links.open(fixture.token(text)).mediaType == "text/plain")
      #expect(try await link(String(repeating: "cd", count: 32)) == text)
      // Not the link that was made first.
      #expect(try await link(nil) == pdf)
      await #expect(throws: QueueError.self) { _ = try await link(String(repeating: "ef", count: 32)) }
    }
  }

  @Test func linkOpensItsDocumentAndTheDatabaseDoesNotRevealIt() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test)
      let link = try await fixture.links.create(job: fixture.job)
      let document = try await fixture.links.open(fixture.token(link))
      #expect(document.job == fixture.job && document.tenant == "acme" && document.bytes == 17)
      #expect(document.sha256 == String(repeating: "ab", count: 32) && document.link == link.id)
      let row = try await test.database.query("select s::text from pressrun.share_links s").single()
      let stored: String = try row.decode(0)
      #expect(!stored.contains(fixture.token(link)))
      // A token that is made without the key opens nothing.
      let id = try #require(UUID(uuidString: link.id))
      let forged = ShareToken(id: id, key: Array("another key of thirty-two characters".utf8))
      #expect(await fixture.code(forged.text) == .unknown)
      for token in ["", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 100_000), "../../etc"] {
        #expect(await fixture.code(token) == .unknown)
      }
    }
  }

  @Test func renewedLinkCanBeUsedAgainUntilItIsRevoked() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test)
      let records = ShareLinkRecords(queue: test.queue)
      let link = try await fixture.links.create(job: fixture.job, terms: ShareLinks.Terms(downloads: 1))
      let token = fixture.token(link)
      #expect(await fixture.code(token) == nil)
      #expect(await fixture.code(token) == .exhausted)
      #expect(try await records.renew(link.id, lifetime: .seconds(3600), downloads: 2) > Date())
      for expected in [nil, nil, .exhausted] as [ShareLinkError.Code?] {
        #expect(await fixture.code(token) == expected)
      }
      _ = try await test.database.query("update pressrun.share_links set expires_at = now(), max_downloads = null")
      #expect(await fixture.code(token) == .expired)
      _ = try await records.renew(link.id, lifetime: .seconds(3600))
      #expect(await fixture.code(token) == nil)
      _ = try await records.revoke(link.id)
      let error = await #expect(throws: QueueError.self) { try await records.renew(link.id, lifetime: .seconds(3600)) }
      #expect(error?.code == .wrongState)
      await #expect(throws: QueueError.self) { try await records.renew(UUID().uuidString, lifetime: .seconds(3600)) }
      await #expect(throws: QueueError.self) { try await records.renew(link.id, lifetime: .seconds(10)) }
    }
  }

  @Test func downloadsAreCountedByDayAndExactlyWhenTheyAreConcurrent() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test)
      let link = try await fixture.links.create(job: fixture.job, terms: ShareLinks.Terms(downloads: 10))
      let token = fixture.token(link)
      let opened = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<40 { group.addTask { await fixture.code(token) == nil } }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(opened == 10)
      _ = try await fixture.links.open(
        fixture.token(try await fixture.links.create(job: fixture.job)), counts: false)
      // There are two days if the test runs at midnight.
      let days = try await test.database.query("select sum(downloads)::int from pressrun.share_link_days")
      #expect(try days.single().decode(0, as: Int.self) == 10)
    }
  }

  @Test func linkIsFoundByItsIndex() async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.database.withConnection { connection in
        try await connection.execute(script: "set enable_seqscan = off")
        let plan = try await connection.query(
          Statement("explain select from pressrun.share_links s where s.token_hash = sha256('x')")
        ).map { try $0.decode(0, as: String.self) }
        #expect(plan.contains { $0.contains("Index") && $0.contains("share_links_token") }, "\(plan)")
      }
    }
  }

  @Test func linkEndsByTimeDownloadsAndRevocation() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test, downloads: 2)
      let counted = try await fixture.links.create(job: fixture.job)
      _ = try await fixture.links.open(fixture.token(counted), counts: false)
      #expect(await fixture.code(fixture.token(counted)) == nil)
      #expect(await fixture.code(fixture.token(counted)) == nil)
      #expect(await fixture.code(fixture.token(counted)) == .exhausted)

      let expired = try await fixture.links.create(job: fixture.job)
      _ = try await test.database.query(
        "update pressrun.share_links set expires_at = now() where id = $1::uuid", [.text(expired.id)])
      #expect(await fixture.code(fixture.token(expired)) == .expired)

      let revoked = try await fixture.links.create(job: fixture.job)
      let records = ShareLinkRecords(queue: test.queue)
      #expect(try await records.revoke(revoked.id))
      #expect(try await !records.revoke(revoked.id))
      #expect(await fixture.code(fixture.token(revoked)) == .revoked)
      let states = try await records.list(tenant: "acme").reduce(into: [:]) { $0[$1.id] = $1.state }
      #expect(states == [counted.id: "exhausted", expired.id: "expired", revoked.id: "revoked"])
      #expect(try await records.list(tenant: "other").isEmpty)
      let unknown = await #expect(throws: QueueError.self) { try await records.revoke(UUID().uuidString) }
      #expect(unknown?.code == .unknownJob)
    }
  }

  @Test func concurrentDownloadsDoNotExceedTheLimit() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test, downloads: 5)
      let link = try await fixture.links.create(job: fixture.job)
      let links = fixture.links
      let token = fixture.token(link)
      let opened = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<20 { group.addTask { (try? await links.open(token)) != nil } }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(opened == 5)
    }
  }

  @Test func passwordIsCheckedAndGuessesAreLimited() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test)
      let link = try await fixture.links.create(job: fixture.job, terms: .init(password: "correct horse"))
      let token = fixture.token(link)
      #expect(await fixture.code(token) == .passwordRequired)
      #expect(await fixture.code(token, password: "wrong") == .passwordWrong)
      #expect(await fixture.code(token, password: String(repeating: "x", count: 1_000_000)) == .passwordWrong)
      #expect(await fixture.code(token, password: "correct horse") == nil)
      let failures = try await test.database.query("select password_failures from pressrun.share_links").single()
        .decode(0, as: Int.self)
      #expect(failures == 0)
      // A right password ends the row of wrong ones, also without a download.
      _ = try await test.database.query("update pressrun.share_links set password_failures = 19")
      for _ in 0..<2 { _ = try await fixture.links.open(token, password: "correct horse", counts: false) }
      _ = try await test.database.query("update pressrun.share_links set password_failures = 19")
      #expect(await fixture.code(token, password: "wrong") == .passwordWrong)
      #expect(await fixture.code(token, password: "correct horse") == .locked)
      for password in ["", "short", String(repeating: "x", count: 257)] {
        let error = await #expect(throws: ShareLinkError.self) {
          try await fixture.links.create(job: fixture.job, terms: .init(password: password))
        }
        #expect(error?.code == .invalidTerms)
      }
    }
  }

  /// The delivery failed permanently.
  @Test func aLinkIsMadeLaterIfTheSchemaIsNotMigrated() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test)
      let request = try SampleDocument().request("folder", job: fixture.job.rawValue)
      try await test.database.execute(script: "drop function pressrun.create_share_link")
      let error = await #expect(throws: SendError.self) { try await fixture.links.maker(request) }
      #expect(error?.retry == .later(notBefore: nil) && error?.code == "database_unavailable")
    }
  }

  @Test func attemptsOfADeliveryGetTheSameLink() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test)
      let sample = try SampleDocument()
      _ = try await test.database.query("update pressrun.artifacts set sha256 = $1", [.text(sample.sha256)])
      let sender = LinkSender(baseURL: "https://documents.example", makeLink: fixture.links.maker)
      let request = try sample.request(
        "folder", id: 99, job: fixture.job.rawValue, options: #"{"link":{"downloads":3,"lifetime_hours":1}}"#)
      let first = try await sender.send(request)
      let second = try await sender.send(request)
      #expect(first.remoteID == second.remoteID && first.protocol == "link")
      let made = try await fixture.links.maker(request)
      #expect(made.id == first.remoteID)
      // The receipt has nothing that opens the link.
      let text = String(decoding: try JSONEncoder().encode(first), as: UTF8.self)
      #expect(!text.contains(fixture.token(made)))
      let record = try #require(try await ShareLinkRecords(queue: test.queue).list().first)
      #expect(record.maxDownloads == 3 && record.delivery == JobID(rawValue: 99))
      #expect(abs(record.expiresAt.timeIntervalSince(record.createdAt) - 3600) < 1)
      for options in [#"{"link":{"downloads":0}}"#, #"{"link":{"password":"x"}}"#, #"{"link":7}"#, "[]"] {
        let error = await #expect(throws: SendError.self) {
          try await sender.send(sample.request("folder", job: fixture.job.rawValue, options: options))
        }
        #expect(error?.code == "option_invalid")
      }
      let missing = await #expect(throws: SendError.self) {
        try await sender.send(sample.request("folder", job: 987_654))
      }
      #expect(missing?.code == "link_refused" && missing?.retry == .never)
    }
  }

  @Test func changedKeyIsReportedInsteadOfADeadAddress() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let fixture = try await Fixture(test)
      _ = try await fixture.links.create(job: fixture.job, delivery: JobID(rawValue: 5))
      let changed = try await Fixture(test, key: String(repeating: "n", count: 44))
      let error = await #expect(throws: ShareLinkError.self) {
        try await changed.links.create(job: fixture.job, delivery: JobID(rawValue: 5))
      }
      #expect(error?.code == .keyChanged)
    }
  }

  @Test func shortKeysAndMalformedConfigurationAreRefused() throws {
    #expect(throws: DeliveryError.self) {
      try LinkConfiguration(baseURL: "https://x", key: .environment("PRESSRUN_NO_SUCH_KEY")).readKey()
    }
    for url in ["ftp://x", "x", "https://user@x", "https://x?a"] {
      #expect(throws: DeliveryError.self) { try LinkConfiguration(baseURL: url, key: .environment("X")) }
    }
  }

  @Test func passwordHashesAreSaltedAndBounded() throws {
    let hash = try #require(PasswordHash(password: "correct horse"))
    #expect(hash != PasswordHash(password: "correct horse") && hash.matches("correct horse"))
    #expect(!hash.matches("correct horsE") && !hash.matches(""))
    #expect(PasswordHash(password: "") == nil && PasswordHash(password: String(repeating: "x", count: 257)) == nil)
    // Parameters of the database are not obeyed: they could ask for any amount of memory.
    #expect(!PasswordHash(text: hash.text.replacing("scrypt:14", with: "scrypt:30")).matches("correct horse"))
    for text in ["", "scrypt", "scrypt:14:8:1:zz:zz", "scrypt:14:8:1::"] {
      #expect(!PasswordHash(text: text).matches("x"))
    }
  }
}
