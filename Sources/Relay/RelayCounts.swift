/// The deliveries of one relay since its start, by outcome.
package struct RelayCounts: Hashable, Sendable {
  /// Held at present.
  package var running = 0
  package var delivered = 0
  /// Attempts that failed and will be retried.
  package var retried = 0
  /// Deliveries that failed permanently.
  package var failed = 0
  /// Deliveries that a policy refused.
  package var refused = 0
  package var cancelled = 0
  /// Deliveries returned to the queue without using up an attempt.
  package var released = 0
  /// Outcomes that could not be recorded because the lease was no longer held.
  package var stale = 0
  package init() {}
}
