import JobQueue
import Postgres
import Synchronization

/// Records finished jobs in batches: what comes while one is being written is the next one. So a lone job does not wait,
/// and a busy worker commits once for many. Where enough of them wait, a second batch is written beside the first, so
/// that the time in which a commit waits for the disk is not lost.
final class Completer: Sendable {
  typealias Entry = (ref: LeaseRef, completion: Completion)
  private struct Waiter {
    var entry: Entry
    var continuation: CheckedContinuation<CompletionOutcome, any Error>
  }
  private struct State {
    var waiting: [Waiter] = []
    var writers = 0
  }

  private let write: @Sendable ([Entry]) async throws -> [CompletionOutcome]
  private let state = Mutex(State())
  private static let batchLimit = 500
  /// So many are worth a batch of their own.
  private static let worthwhile = 100
  private static let writerLimit = 2

  /// - Parameter write: records all of the entries or none, and answers in their order.
  init(write: @escaping @Sendable ([Entry]) async throws -> [CompletionOutcome]) { self.write = write }

  /// How many wait for the next batch.
  var count: Int { state.withLock { $0.waiting.count } }

  // Where the caller is: many come at once, and none is to change threads only to stand in line.
  nonisolated(nonsending) func complete(_ ref: LeaseRef, _ completion: Completion) async throws -> CompletionOutcome {
    try await withCheckedThrowingContinuation { continuation in
      let isWriterNeeded = state.withLock { state in
        state.waiting.append(Waiter(entry: (ref, completion), continuation: continuation))
        let isNeeded = state.writers == 0 || state.writers < Self.writerLimit && state.waiting.count >= Self.worthwhile
        if isNeeded { state.writers += 1 }
        return isNeeded
      }
      if isWriterNeeded { Task { await writeAll() } }
    }
  }

  private func writeAll() async {
    while let batch = next() { await record(batch) }
  }

  /// Nil where another writer is enough for what waits: then this one has gone.
  private func next() -> [Waiter]? {
    state.withLock { state in
      guard !state.waiting.isEmpty, state.writers == 1 || state.waiting.count >= Self.worthwhile else {
        state.writers -= 1
        return nil
      }
      let batch = Array(state.waiting.prefix(Self.batchLimit))
      state.waiting.removeFirst(batch.count)
      return batch
    }
  }

  private func record(_ batch: [Waiter]) async {
    do {
      let outcomes = try await write(batch.map(\.entry))
      for (index, waiter) in batch.enumerated() {
        waiter.continuation.resume(returning: index < outcomes.count ? outcomes[index] : .stale)
      }
    } catch let error as PostgresError where error.isTransient {
      for waiter in batch { waiter.continuation.resume(throwing: error) }
    } catch  where batch.count > 1 {
      // One of them is at fault; the others are not to suffer for it.
      for waiter in batch { await record([waiter]) }
    } catch {
      batch[0].continuation.resume(throwing: error)
    }
  }
}
