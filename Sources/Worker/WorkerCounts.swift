/// The jobs of one worker since its start, by outcome.
package struct WorkerCounts: Hashable, Sendable {
  /// Held at present.
  package var running = 0
  package var completed = 0
  /// Attempts that failed and will be retried.
  package var retried = 0
  package var discarded = 0
  package var cancelled = 0
  /// Jobs returned to the queue without using up an attempt.
  package var released = 0
  /// Jobs whose lease was lost, or whose outcome had been recorded before: nothing was changed.
  package var stale = 0
  package init() {}
}
