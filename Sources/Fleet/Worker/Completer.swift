import JobQueue
import Postgres

/// Records finished jobs in batches: what comes while one is being written is the next one. So a lone job does not wait,
/// and a busy worker commits once for many. Where enough of them wait, a second batch is written beside the first, so
/// that the time in which a commit waits for the disk is not lost.
actor Completer {
  typealias Entry = (ref: LeaseRef, completion: Completion)
  private typealias Waiter = CheckedContinuation<CompletionOutcome, any Error>

  private let write: @Sendable ([Entry]) async throws -> [CompletionOutcome]
  private var waiting: [(entry: Entry, waiter: Waiter)] = []
  private var writers = 0
  private static let batchLimit = 500
  /// So many are worth a batch of their own.
  private static let worthwhile = 100
  private static let writerLimit = 2

  /// - Parameter write: records all of the entries or none, and answers in their order.
  init(write: @escaping @Sendable ([Entry]) async throws -> [CompletionOutcome]) { self.write = write }

  /// How many wait for the next batch.
  var count: Int { waiting.count }

  func complete(_ ref: LeaseRef, _ completion: Completion) async throws -> CompletionOutcome {
    try await withCheckedThrowingContinuation { waiter in
      waiting.append(((ref, completion), waiter))
      guard writers == 0 || writers < Self.writerLimit && waiting.count >= Self.worthwhile else { return }
      writers += 1
      Task { await writeAll() }
    }
  }

  private func writeAll() async {
    while !waiting.isEmpty, writers == 1 || waiting.count >= Self.worthwhile {
      let batch = Array(waiting.prefix(Self.batchLimit))
      waiting.removeFirst(batch.count)
      await record(batch)
    }
    writers -= 1
  }

  private func record(_ batch: [(entry: Entry, waiter: Waiter)]) async {
    do {
      let outcomes = try await write(batch.map(\.entry))
      for (index, item) in batch.enumerated() {
        item.waiter.resume(returning: index < outcomes.count ? outcomes[index] : .stale)
      }
    } catch let error as PostgresError where error.isTransient {
      for item in batch { item.waiter.resume(throwing: error) }
    } catch where batch.count > 1 {
      // One of them is at fault; the others are not to suffer for it.
      for item in batch { await record([item]) }
    } catch {
      batch[0].waiter.resume(throwing: error)
    }
  }
}
