import DequeModule
import JobQueue
import Postgres
import Synchronization

/// Records completed jobs in batches.
///
/// Completions that arrive while a batch is being written form the next batch. A single completion is therefore written
/// immediately, while a busy worker records many completions in one transaction. If enough completions wait, a second batch
/// is written while the commit of the first waits for the disk.
final class CompletionWriter: Sendable {
  typealias Entry = (ref: LeaseRef, completion: Completion)
  private struct Waiter {
    var entry: Entry
    var continuation: CheckedContinuation<CompletionOutcome, any Error>
  }
  private struct State {
    var waiting = Deque<Waiter>()
    var writers = 0
  }

  private let write: @Sendable ([Entry]) async throws -> [CompletionOutcome]
  private let state = Mutex(State())
  private static let batchLimit = 500
  /// If at least this many completions wait, a second batch is written concurrently.
  private static let secondBatchThreshold = 100
  private static let writerLimit = 2

  /// - Parameter write: records all of the entries or none, and returns the outcomes in the same order.
  init(write: @escaping @Sendable ([Entry]) async throws -> [CompletionOutcome]) { self.write = write }

  // Runs on the caller's executor, so that a call does not switch threads.
  nonisolated(nonsending) func complete(_ ref: LeaseRef, _ completion: Completion) async throws -> CompletionOutcome {
    try await withCheckedThrowingContinuation { continuation in
      let isWriterNeeded = state.withLock { state in
        state.waiting.append(Waiter(entry: (ref, completion), continuation: continuation))
        let isNeeded =
          state.writers == 0 || state.writers < Self.writerLimit && state.waiting.count >= Self.secondBatchThreshold
        if isNeeded { state.writers += 1 }
        return isNeeded
      }
      if isWriterNeeded { Task { await writeAll() } }
    }
  }

  private func writeAll() async {
    while let batch = nextBatch() { await record(batch) }
  }

  /// The next batch. Nil if there is none; the number of writers is then decremented, and the caller must end.
  private func nextBatch() -> [Waiter]? {
    state.withLock { state in
      guard !state.waiting.isEmpty, state.writers == 1 || state.waiting.count >= Self.secondBatchThreshold else {
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
      // One invalid completion must not fail the others.
      for waiter in batch { await record([waiter]) }
    } catch {
      batch[0].continuation.resume(throwing: error)
    }
  }
}
