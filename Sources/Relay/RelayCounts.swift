/// What a relay has done since it started.
package struct RelayCounts: Hashable, Sendable {
  package var delivered = 0
  package var retried = 0
  package var failed = 0
  package var refused = 0
  package var cancelled = 0
  package var released = 0
  /// Outcomes that could not be recorded because the lease was no longer held.
  package var stale = 0
  package init() {}
}
