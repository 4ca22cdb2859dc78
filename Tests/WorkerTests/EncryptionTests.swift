import Composition
import Dispatch
import Foundation
import JobQueue
import Rendering
import TestTraits
import Testing

@testable import Worker

/// Jobs whose kind is encrypted.
@Suite(.hangLimit) struct EncryptionTests {
  private static let kind = "name: pdf\ncomposer: html\ntemplate: page\nencrypt: {password: {field: password}}\n"

  func kinds(_ files: [String: String]) throws -> JobKinds {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kinds-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
  }

  /// Heartbeats, claims and other jobs wait for the actor: encryption of a large file took seconds of it.
  @Test func theWorkerIsFreeWhileAFileIsEncrypted() async throws {
    try await withWorkerFixture { fixture in
      let kinds = try kinds(["Jobs/pdf.yaml": Self.kind, "Templates/page/template.html": "<p>Secret"])
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      let gate = DispatchSemaphore(value: 0)
      let worker = try fixture.worker(drains: true, kinds: kinds) {
        $0.encrypt = { file, _ in
          begin.yield()
          gate.wait()
          return file
        }
      }
      let job = try await fixture.queue.enqueue(
        NewJob(kind: "pdf", payload: Array(#"{"password": "secret"}"#.utf8)))
      async let counts = worker.run()
      for await _ in begun { break }
      // The call returns only if the actor does not wait for the encryption.
      #expect(await worker.heldLeases.count == 1)
      gate.signal()
      #expect(try await counts.completed == 1)
      #expect(try await fixture.queue.job(job.id).job.state == .completed)
    }
  }
}
