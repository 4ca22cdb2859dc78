import Foundation
import JobQueue
import Rendering
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Worker

/// Jobs whose documents show images of other hosts.
@Suite(.hangLimit) struct RemoteImageTests {
  /// A slot whose documents have one image. It records the requests for documents and fails the first one.
  private final class Slot: RenderSlot {
    struct Seen: Sendable {
      var request: RenderRequest
      var artifacts: [String]
    }

    let address: String
    let seen = Mutex<[Seen]>([])
    let questions = Mutex(0)

    init(_ address: String) { self.address = address }

    func warmUp() async throws(RenderingError) {}
    var sandboxProblems: [String] { [] }
    func render(
      _ request: RenderRequest, payload: [UInt8], artifacts: [LocalArtifact], timeout: Duration,
      progress: @escaping @Sendable (Int) -> Void
    ) async -> RenderOutcome {
      var report = RenderReport(pages: [])
      if request.output == .remoteImages {
        questions.withLock { $0 += 1 }
        report.remoteImages = [address]
        return .rendered(report, body: [])
      }
      let content = artifacts.map {
        String(decoding: FileManager.default.contents(atPath: $0.path) ?? Data(), as: UTF8.self)
      }
      let count = seen.withLock { seen in
        seen.append(Seen(request: request, artifacts: content))
        return seen.count
      }
      if count == 1 { return .failed(RenderFailure(code: "test", message: "again", isPermanent: false)) }
      return .rendered(report, body: Array("document".utf8))
    }
    func stop() async {}
  }

  /// A server whose answers differ.
  private func server(_ count: SharedCount) throws -> TestListener {
    try TestListener { connection in
      _ = TestListener.receive(from: connection)
      let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 1\r\nConnection: close\r\n\r\n"
      TestListener.send(Array((head + "\(count.next())").utf8), to: connection)
    }
  }

  private func enqueue(_ address: String, _ fixture: WorkerFixture) async throws -> JobID {
    let payload = Array(#"{"body": "<img src='\#(address)'>"}"#.utf8)
    return try await fixture.queue.enqueue(NewJob(kind: "echo", payload: payload, maxAttempts: 2)).id
  }

  @Test func aRetryUsesTheImagesOfTheFirstAttempt() async throws {
    try await withWorkerFixture { fixture in
      let count = SharedCount()
      let server = try server(count)
      let base = "http://127.0.0.1:\(server.port)"
      _ = try await fixture.queue.allowImageHost(base, for: "default")
      let id = try await enqueue("\(base)/a.png", fixture)
      let slot = Slot("\(base)/a.png")
      _ = try await fixture.worker(drains: true, imageAddresses: .withLoopback, slots: [slot]).run()
      let seen = slot.seen.withLock { $0 }
      #expect(seen.map(\.artifacts) == [["1"], ["1"]], "the server would have answered 2")
      #expect(seen.map { $0.request.assets.keys.sorted() } == [["\(base)/a.png"], ["\(base)/a.png"]])
      #expect(count.value == 1)
      let recorded = try await fixture.queue.images(of: id)
      #expect(recorded == seen[0].request.assets)
      #expect(try await fixture.queue.unreferenced(Array(recorded.values)).isEmpty, "the image is kept with its job")
      #expect(try await fixture.queue.job(id).job.state == .completed)
    }
  }

  @Test func nothingIsFetchedForATenantWithoutHosts() async throws {
    try await withWorkerFixture { fixture in
      let count = SharedCount()
      let server = try server(count)
      let base = "http://127.0.0.1:\(server.port)"
      _ = try await fixture.queue.allowImageHost(base, for: "other")
      _ = try await enqueue("\(base)/a.png", fixture)
      let slot = Slot("\(base)/a.png")
      _ = try await fixture.worker(drains: true, imageAddresses: .withLoopback, slots: [slot]).run()
      #expect(slot.questions.withLock { $0 } == 0)
      #expect(slot.seen.withLock { $0 }.allSatisfy { $0.request.assets.isEmpty && $0.artifacts.isEmpty })
      #expect(count.value == 0)
    }
  }

  @Test func theRendererLearnsWhyAnImageWasNotFetched() async throws {
    try await withWorkerFixture { fixture in
      let count = SharedCount()
      let server = try server(count)
      let base = "http://127.0.0.1:\(server.port)"
      _ = try await fixture.queue.allowImageHost(base, for: "default")
      _ = try await enqueue("\(base)/a.png", fixture)
      let slot = Slot("\(base)/a.png")
      // Without the exception for this host.
      _ = try await fixture.worker(drains: true, slots: [slot]).run()
      let refusals = slot.seen.withLock { $0.map(\.request.refusals) }
      #expect(refusals.count == 2)
      #expect(refusals.first?["\(base)/a.png"]?.hasPrefix("127.0.0.1 is a loopback address") == true)
      #expect(count.value == 0)
    }
  }

  @Test func aLostLeaseRecordsNothing() async throws {
    try await withWorkerFixture { fixture in
      let id = try await enqueue("http://a.example/", fixture)
      let digest = String(repeating: "ab", count: 32)
      #expect(try await fixture.queue.record(images: ["a": digest], of: LeaseRef(job: id, lease: 1)) == false)
      #expect(try await fixture.queue.images(of: id).isEmpty)
    }
  }
}

private final class SharedCount: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
