import ArtifactStore
import Composition
import Foundation
import JobQueue
import TestTraits
import Testing

@testable import Worker

/// Versions of kinds at a worker whose files change.
@Suite(.hangLimit) struct WorkerVersionTests {
  /// A folder with `Jobs/` and `Templates/`, removed at the end.
  private static func withFolder(_ body: @Sendable (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/versions-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for kind in ["pdf", "fail"] {
      try write("name: \(kind)\ncomposer: html\ntemplate: \(kind)\n", to: folder + "/Jobs/\(kind).yaml")
      try write("<p>one", to: folder + "/Templates/\(kind)/template.html")
    }
    try await body(folder)
  }

  private static func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private static func worker(_ fixture: WorkerFixture, _ folder: String) throws -> Worker {
    try fixture.worker(folders: KindFolders(jobs: folder + "/Jobs", templates: folder + "/Templates"))
  }

  private static func version(_ id: JobID, _ fixture: WorkerFixture) async throws -> String {
    try await fixture.wait(for: id, .completed)
    return try #require(try await fixture.queue.job(id).job.template)
  }

  @Test func changedFilesAreUsedWithoutARestartAndStored() async throws {
    try await withWorkerFixture { fixture in
      try await Self.withFolder { folder in
        let worker = try Self.worker(fixture, folder)
        let run = Task { try await worker.run() }
        let first = try await Self.version(try await fixture.enqueue(["pdf"])[0], fixture)
        try Self.write("<p>two", to: folder + "/Templates/pdf/template.html")
        try await fixture.until { try await fixture.queue.templateVersions(of: "pdf").count == 2 }
        let second = try await Self.version(try await fixture.enqueue(["pdf"])[0], fixture)
        #expect(first != second)
        for (sha256, text) in [(first, "<p>one"), (second, "<p>two")] {
          let stored = try KindVersion(name: "pdf", archive: try await fixture.store.read(sha256))
          #expect(stored.files["Templates/pdf/template.html"] == Array(text.utf8))
        }
        await worker.stop()
        _ = try await run.value
      }
    }
  }

  /// The slot would never finish the document.
  @Test func withoutASignerNothingIsRendered() async throws {
    try await withWorkerFixture { fixture in
      try await Self.withFolder { folder in
        try Self.write("name: pdf\ncomposer: html\ntemplate: pdf\nsign: seal\n", to: folder + "/Jobs/pdf.yaml")
        let worker = try fixture.worker(
          drains: true, folders: KindFolders(jobs: folder + "/Jobs", templates: folder + "/Templates"),
          slots: [ControlledSlot()])
        let id = try await fixture.enqueue(["pdf"])[0]
        #expect(try await worker.run().discarded == 1)
        #expect(try await fixture.queue.job(id).job.lastErrorCode == "signer_unknown")
      }
    }
  }

  @Test func aBrokenEditKeepsThePreviousVersionAndIsReported() async throws {
    try await withWorkerFixture { fixture in
      try await Self.withFolder { folder in
        let worker = try Self.worker(fixture, folder)
        let run = Task { try await worker.run() }
        let first = try await Self.version(try await fixture.enqueue(["pdf"])[0], fixture)
        try Self.write("<p>{{#open}}", to: folder + "/Templates/pdf/template.html")
        try await fixture.until { try await fixture.queue.brokenKinds().map(\.kind) == ["pdf"] }
        #expect(try await Self.version(try await fixture.enqueue(["pdf"])[0], fixture) == first)
        // A kind that is new and one that is corrected.
        try Self.write("<p>three", to: folder + "/Templates/pdf/template.html")
        try await fixture.until { try await fixture.queue.brokenKinds().isEmpty }
        #expect(try await Self.version(try await fixture.enqueue(["pdf"])[0], fixture) != first)
        await worker.stop()
        _ = try await run.value
      }
    }
  }

  @Test func aKindThatIsBrokenAtTheStartIsLeftOut() async throws {
    try await withWorkerFixture { fixture in
      try await Self.withFolder { folder in
        try Self.write("name: fail\ncomposer: nothing\n", to: folder + "/Jobs/fail.yaml")
        let worker = try Self.worker(fixture, folder)
        let run = Task { try await worker.run() }
        let ids = try await fixture.enqueue(["fail", "pdf"])
        try await fixture.wait(for: ids[1], .completed)
        #expect(try await fixture.queue.job(ids[0]).job.state == .available)
        let broken = try #require(try await fixture.queue.brokenKinds().first)
        #expect(broken.kind == "fail" && !broken.isServed && broken.problem.contains("unknown composer"))
        await worker.stop()
        _ = try await run.value
      }
    }
  }

  @Test func anotherWorkerRendersWithAPinnedVersionThatItsFilesNeverWere() async throws {
    try await withWorkerFixture { fixture in
      try await Self.withFolder { folder in
        let first = try Self.worker(fixture, folder)
        let run = Task { try await first.run() }
        let old = try await Self.version(try await fixture.enqueue(["pdf"])[0], fixture)
        await first.stop()
        _ = try await run.value
        try Self.write("<p>two", to: folder + "/Templates/pdf/template.html")
        try await fixture.queue.pin(old, of: "pdf", for: nil)
        let second = try Self.worker(fixture, folder)
        let other = Task { try await second.run() }
        #expect(try await Self.version(try await fixture.enqueue(["pdf"])[0], fixture) == old)
        await second.stop()
        _ = try await other.value
      }
    }
  }

  @Test func aVersionThatIsNotInTheStoreFailsTheJobWithTheReason() async throws {
    try await withWorkerFixture { fixture in
      try await Self.withFolder { folder in
        let worker = try Self.worker(fixture, folder)
        let run = Task { try await worker.run() }
        _ = try await Self.version(try await fixture.enqueue(["pdf"])[0], fixture)
        let missing = String(repeating: "0", count: 64)
        _ = try await fixture.queue.database.query(
          """
          insert into pressrun.template_versions (kind, sha256, bytes, files, first_host) values ('pdf', $1, 1, 1, 'h')
          """, [.text(missing)])
        try await fixture.queue.pin(missing, of: "pdf", for: nil)
        let id = try await fixture.enqueue(["pdf"])[0]
        try await fixture.wait(for: id, .discarded)
        #expect(try await fixture.queue.job(id).job.lastErrorCode == "template_missing")
        await worker.stop()
        _ = try await run.value
      }
    }
  }
}
