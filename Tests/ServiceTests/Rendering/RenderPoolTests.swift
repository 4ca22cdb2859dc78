import Rendering
import Synchronization
import TestTraits
import Testing

@testable import Service

@Suite(.hangLimit) struct RenderPoolTests {
  /// A renderer that answers when the test says so.
  private final class HeldSlot: RenderSlot {
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
    let started = AsyncStream<String>.makeStream()

    func warmUp() async throws(RenderingError) {}
    var sandboxProblems: [String] { get async { [] } }
    func stop() async {}

    func render(
      _ request: RenderRequest, payload: [UInt8], artifacts: [LocalArtifact], timeout: Duration,
      progress: @escaping @Sendable (_ pages: Int) -> Void
    ) async -> RenderOutcome {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0.append(continuation) }
        started.continuation.yield(request.kind)
      }
      return .rendered(RenderReport(pages: []), body: payload)
    }

    func answer() { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume() }

    /// Waits until a request has been taken.
    func next() async -> String? { await started.stream.first { _ in true } }
  }

  /// The numbers of requests that waited for a renderer, one after the other.
  private struct QueueLengths {
    let changes = AsyncStream.makeStream(of: Int.self)

    /// Waits for the next change.
    func next() async -> Int? { await changes.stream.first { _ in true } }
  }

  private static func pool(_ slot: HeldSlot, queue: Int) throws -> (RenderPool, QueueLengths) {
    var settings = RenderPool.Settings()
    settings.queue = queue
    let lengths = QueueLengths()
    let pool = try RenderPool(
      RendererSettings(program: .init(path: "/nonexistent", arguments: [])), settings: settings, slots: [slot]
    ) { [continuation = lengths.changes.continuation] in continuation.yield($0) }
    return (pool, lengths)
  }

  private static func render(_ pool: RenderPool, _ name: String) async throws -> RenderOutcome {
    try await pool.render(
      RenderRequest(kind: name, created: 0, cpuSeconds: 1, memory: 1), payload: Array(name.utf8), kind: name)
  }

  @Test func requestsWaitInTheirOrderAndThoseBeyondTheLimitAreRefused() async throws {
    let slot = HeldSlot()
    let (pool, queued) = try Self.pool(slot, queue: 2)
    let first = Task { try await Self.render(pool, "1") }
    #expect(await slot.next() == "1")
    let second = Task { try await Self.render(pool, "2") }
    #expect(await queued.next() == 1)
    let third = Task { try await Self.render(pool, "3") }
    #expect(await queued.next() == 2)
    let refusal = await #expect(throws: RenderPool.Refusal.self) { try await Self.render(pool, "4") }
    guard case .full(let time) = refusal else {
      Issue.record("expected a time to try again")
      return
    }
    #expect(time > .zero)
    slot.answer()
    #expect(await slot.next() == "2")
    #expect(await queued.next() == 1)
    slot.answer()
    #expect(await slot.next() == "3")
    #expect(await queued.next() == 0)
    slot.answer()
    for (task, name) in [(first, "1"), (second, "2"), (third, "3")] {
      #expect(try await task.value == .rendered(RenderReport(pages: []), body: Array(name.utf8)))
    }
    #expect(await pool.running == 0)
    #expect(await pool.queued == 0)
  }

  @Test func aClientThatLeavesGivesUpItsPlace() async throws {
    let slot = HeldSlot()
    let (pool, queued) = try Self.pool(slot, queue: 1)
    let first = Task { try await Self.render(pool, "1") }
    #expect(await slot.next() == "1")
    let second = Task { try await Self.render(pool, "2") }
    #expect(await queued.next() == 1)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(await queued.next() == 0)
    let third = Task { try await Self.render(pool, "3") }
    #expect(await queued.next() == 1)
    slot.answer()
    #expect(await slot.next() == "3")
    slot.answer()
    _ = try await (first.value, third.value)
  }

  @Test func whileDrainingRequestsAreRefusedAndRunningOnesFinished() async throws {
    let slot = HeldSlot()
    let (pool, _) = try Self.pool(slot, queue: 1)
    let first = Task { try await Self.render(pool, "1") }
    #expect(await slot.next() == "1")
    await pool.drain()
    let refusal = await #expect(throws: RenderPool.Refusal.self) { try await Self.render(pool, "2") }
    #expect(refusal == .draining)
    #expect(refusal?.problem.type.status == 503)
    slot.answer()
    #expect(try await first.value == .rendered(RenderReport(pages: []), body: Array("1".utf8)))
  }

  @Test func theTimeToTryAgainIsAHeaderInWholeSeconds() {
    let problem = RenderPool.Refusal.full(retryAfter: .milliseconds(1200)).problem
    #expect(problem.type.status == 429 && problem.headers["Retry-After"] == "2")
    #expect(RenderPool.Refusal.full(retryAfter: .zero).problem.headers["Retry-After"] == "1")
  }
}
