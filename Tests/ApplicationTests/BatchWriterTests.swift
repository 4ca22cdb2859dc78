import JobQueue
import Synchronization
import TestTraits
import Testing

@testable import Application

@Suite(.hangLimit) struct BatchWriterTests {
  private typealias Entry = (ref: LeaseRef, completion: Completion)
  private let artifact = Artifact(sha256: String(repeating: "0", count: 64), bytes: 0, pages: [])

  private func ref(_ number: Int) -> LeaseRef { LeaseRef(job: JobID(rawValue: Int64(number)), lease: 1) }

  @Test func outcomesOfABusyWorkerAreWrittenTogether() async throws {
    let batches = Mutex<[Int]>([])
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let writer = BatchWriter<Entry, CompletionOutcome>(missing: .stale) { entries in
      let isFirst = batches.withLock { batches in
        batches.append(entries.count)
        return batches.count == 1
      }
      if isFirst {
        start.finish()
        for await _ in released {}
      }
      return entries.map { _ in .completed(eventID: "e") }
    }
    let first = Task { try await writer.record((ref(0), Completion(artifact: artifact))) }
    for await _ in started {}
    // Each has been added to the next batch when its task suspends.
    let others = (1..<5).map { number in
      Task.immediate { try await writer.record((ref(number), Completion(artifact: artifact))) }
    }
    release.finish()
    for task in [first] + others { #expect(try await task.value == .completed(eventID: "e")) }
    #expect(batches.withLock { $0 } == [1, 4])
  }

  @Test func anInvalidEntryFailsAlone() async throws {
    let writer = BatchWriter<Entry, CompletionOutcome>(missing: .stale) { entries in
      if entries.contains(where: { $0.ref.job.rawValue == 2 }) {
        throw QueueError(code: .invalidArgument, message: "not well described")
      }
      return entries.map { _ in .completed(eventID: "e") }
    }
    var failed: [Int] = []
    let tasks = (1...4).map { number in
      Task.immediate { try await writer.record((ref(number), Completion(artifact: artifact))) }
    }
    for (index, task) in tasks.enumerated() {
      do { _ = try await task.value } catch { failed.append(index + 1) }
    }
    #expect(failed == [2])
  }
}
