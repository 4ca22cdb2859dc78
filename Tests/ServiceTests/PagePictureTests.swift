import ArtifactStore
import Foundation
import JobQueue
import OperatingSystem
import Postgres
import Rendering
import Synchronization
import TestSupport
import TestTraits
import Testing
import Web

@testable import Service

/// Answers its own arguments as a picture, and counts the calls.
final class FakePictures: PagePictures {
  let calls = Mutex(0)
  func png(of page: PageChoice, width: Int) async throws -> [UInt8] {
    calls.withLock { $0 += 1 }
    return Array("PNG of page \(page.page), \(width) wide".utf8)
  }

  func png(
    of page: PageChoice, width: Int, reading read: @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    Array("PNG of page \(page.page) of \(try await read().count) bytes, \(width) wide".utf8)
  }
}

@Suite(.hangLimit) struct PagePictureTests {
  private func job(_ running: RunningService, tenant: String) async throws -> Int64 {
    try await running.test.database.query(
      """
      with job as (
        insert into pressrun.jobs (run_at, max_attempts, state, kind, queue, tenant, destination)
        values (now(), 1, 'completed', 'note', 'default', $1, 'none') returning id
      )
      insert into pressrun.artifacts (job_id, sha256, bytes, pages, page_sizes, media_type)
      select id, repeat('a', 64), 1, 2, '[[595, 842], [595, 842]]', 'application/pdf' from job returning job_id
      """, [.text(tenant)]
    ).single().decode(0)
  }

  @Test func aPageIsAPictureForTheTokensOfItsTenant() async throws {
    try await withService(pictures: FakePictures()) { (running) async throws in
      let id = try await job(running, tenant: "acme")
      let client = try await running.client([.artifactsRead], tenants: ["acme"])
      let answer = try await client.send("/v1/jobs/\(id)/pages/2.png?width=100")
      #expect(answer.status == 200 && answer["content-type"] == "image/png")
      #expect(answer.text == "PNG of page 2, 100 wide")
      #expect(answer["cache-control"]?.hasPrefix("private") == true)
      let tag = try #require(answer["etag"])
      let again = try await client.send("/v1/jobs/\(id)/pages/2.png?width=100", headers: ["If-None-Match": tag])
      #expect(again.status == 304)
      #expect(try await client.send("/v1/jobs/\(id)/pages/3.png").status == 404)
      for name in ["0.png", "01.png", "x.png", "1", "1.jpg", "99999999.png"] {
        #expect(try await client.send("/v1/jobs/\(id)/pages/\(name)").status == 400, "\(name)")
      }
      #expect(try await client.send("/v1/jobs/\(id)/pages/1.png?width=5000").status == 400)
      let other = try await running.client([.artifactsRead], tenants: ["globex"])
      #expect(try await other.send("/v1/jobs/\(id)/pages/1.png").status == 404)
      let reader = try await running.client([.jobsRead], tenants: ["acme"])
      #expect(try await reader.send("/v1/jobs/\(id)/pages/1.png").status == 403)
    }
  }

  /// Each request for a page of nested forms took 20 s of processor time, and answered 404.
  @Test func aPageThatTakesTooLongIsTriedOnce() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("log")
    let program = ProgramCommand(
      path: "/bin/sh", arguments: ["-c", "echo >> '\(log.path)'; kill -XCPU $$"])
    let pictures = StoredPictures(
      artifacts: ArtifactStore(root: folder.path),
      renderer: PagePictureRenderer(program: program, time: .seconds(3600)))
    for width in [100, 200] {
      await #expect {
        try await pictures.png(of: PageChoice(sha256: "a", page: 1, tenant: "acme"), width: width) { [] }
      } throws: {
        ($0 as? Problem)?.type == .undrawablePage && "\($0)".contains("takes too long")
      }
    }
    #expect(try Data(contentsOf: log).count == 1)
  }

  /// A page whose process was killed for want of memory could not be shown for ten minutes.
  @Test(arguments: ["KILL", "TERM"]) func aPageWhoseProcessIsKilledIsTriedAgain(signal: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("log")
    let program = ProgramCommand(
      path: "/bin/sh", arguments: ["-c", "echo >> '\(log.path)'; kill -\(signal) $$"])
    let pictures = StoredPictures(
      artifacts: ArtifactStore(root: folder.path),
      renderer: PagePictureRenderer(program: program, time: .seconds(3600)))
    for _ in 0..<2 {
      await #expect {
        try await pictures.png(of: PageChoice(sha256: "a", page: 1, tenant: "acme"), width: 100) { [] }
      } throws: {
        ($0 as? Problem)?.type == .unavailable
      }
    }
    #expect(try Data(contentsOf: log).count == 2)
  }

  @Test func keptFailuresAreBoundedAndEnd() throws {
    let failures = PictureFailures(limit: 2, lifetime: .seconds(10))
    let now = ContinuousClock.now
    func key(_ page: Int) -> PictureFailures.Key { PictureFailures.Key(sha256: "a", page: page) }
    for page in [1, 2, 2, 3] { failures.insert(Problem(.undrawablePage, "\(page)"), for: key(page), at: now) }
    try failures.check(key(1), at: now)
    for page in 2...3 { #expect(throws: Problem.self) { try failures.check(key(page), at: now) } }
    try failures.check(key(3), at: now + .seconds(10))
  }

  /// A wide picture may take too long where a narrow one does not.
  @Test func failuresConcernPicturesOfTheirWidthAndWider() throws {
    let failures = PictureFailures()
    let key = PictureFailures.Key(sha256: "a", page: 1)
    failures.insert(Problem(.undrawablePage, "slow"), for: key, width: 900)
    try failures.check(key, width: 899)
    #expect(throws: Problem.self) { try failures.check(key, width: 900) }
    failures.insert(Problem(.undrawablePage, "slow"), for: key, width: 400)
    failures.insert(Problem(.undrawablePage, "slow"), for: key, width: 2000)
    #expect(throws: Problem.self) { try failures.check(key, width: 400) }
  }

  @Test func oneTenantNeverBuildsAllDocuments() async throws {
    let builds = BuildLimit(2)
    try await builds.run(for: "acme") {
      await #expect(throws: Problem.self) { try await builds.run(for: "acme") {} }
      _ = try await builds.run(for: "globex") {
        await #expect(throws: Problem.self) { try await builds.run(for: "initech") {} }
      }
    }
    try await builds.run(for: "acme") {}
  }

  @Test func keptPicturesAreBoundedInBytes() {
    let cache = PNGCache(limit: 1000)
    func key(_ page: Int) -> PNGCache.Key { PNGCache.Key(sha256: "a", page: page, width: 1) }
    for page in 1...100 { cache.insert([UInt8](repeating: 0, count: 100), for: key(page)) }
    #expect(cache.bytes == 1000)
    #expect(cache[key(90)] == nil && cache[key(91)] != nil && cache[key(100)] != nil)
    // One large picture does not displace the others.
    cache.insert([UInt8](repeating: 0, count: 500), for: key(101))
    #expect(cache[key(101)] == nil && cache.bytes == 1000)
    cache.insert([UInt8](repeating: 0, count: 100), for: key(100))
    #expect(cache.bytes == 1000)
  }
}
