import DequeModule
import Postgres
import Synchronization

/// Records outcomes of jobs in batches.
///
/// Outcomes that arrive while a batch is being written form the next batch. A single one is therefore written
/// immediately, while a busy process records many in one transaction. If enough of them wait, a second batch is written
/// while the commit of the first waits for the disk.
package final class BatchWriter<Entry: Sendable, Outcome: Sendable>: Sendable {
  private struct Waiter {
    var entry: Entry
    var continuation: CheckedContinuation<Outcome, any Error>
  }
  private struct State {
    var waiting = Deque<Waiter>()
    var writers = 0
  }

  private let write: @Sendable ([Entry]) async throws -> [Outcome]
  private let state = Mutex(State())
  private let missing: Outcome
  private let batchLimit = 500
  /// If at least this many entries wait, a second batch is written concurrently.
  private let secondBatchThreshold = 100
  private let writerLimit = 2

  /// - Parameters:
  ///   - missing: the outcome of an entry for which `write` returns none.
  ///   - write: records all of the entries or none, and returns the outcomes in the same order.
  package init(missing: Outcome, write: @escaping @Sendable ([Entry]) async throws -> [Outcome]) {
    self.missing = missing
    self.write = write
  }

  // Runs on the caller's executor, so that a call does not switch threads.
  package nonisolated(nonsending) func record(_ entry: Entry) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      let isWriterNeeded = state.withLock { state in
        state.waiting.append(Waiter(entry: entry, continuation: continuation))
        let isNeeded =
          state.writers == 0 || state.writers < writerLimit && state.waiting.count >= secondBatchThreshold
        if isNeeded { state.writers += 1 }
        return isNeeded
      }
      if isWriterNeeded { Task { await writeAll() } }
    }
  }

  private func writeAll() async {
    while let batch = nextBatch() { await writeBatch(batch) }
  }

  /// The next batch. Returns nil if there is none; the number of writers is then decremented, and the caller must end.
  private func nextBatch() -> [Waiter]? {
    state.withLock { state in
      guard !state.waiting.isEmpty, state.writers == 1 || state.waiting.count >= secondBatchThreshold else {
        state.writers -= 1
        return nil
      }
      let batch = Array(state.waiting.prefix(batchLimit))
      state.waiting.removeFirst(batch.count)
      return batch
    }
  }

  private func writeBatch(_ batch: [Waiter]) async {
    do {
      let outcomes = try await write(batch.map(\.entry))
      for (index, waiter) in batch.enumerated() {
        waiter.continuation.resume(returning: index < outcomes.count ? outcomes[index] : missing)
      }
    } catch let error as PostgresError where error.isTransient {
      for waiter in batch { waiter.continuation.resume(throwing: error) }
    } catch  where batch.count > 1 {
      // One invalid entry must not fail the others.
      for waiter in batch { await writeBatch([waiter]) }
    } catch {
      batch[0].continuation.resume(throwing: error)
    }
  }
}
