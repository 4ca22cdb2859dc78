import FoundationEssentials

/// What keeps a job or delivery from being claimed.
package struct Hold: Hashable, Sendable {
  /// The kind of obstacle.
  package enum Reason: String, CaseIterable, Sendable, Encodable {
    case paused
    /// A limit of no running jobs.
    case closed
    /// The circuit breaker of the destination is open until a time.
    case unavailable
    /// The destination asked for no further deliveries.
    case disabled
  }

  package var reason: Reason
  /// The queue, tenant or kind that is held.
  package var scope: LimitScope
  /// The time from which the hold is in force; nil if it is not known.
  package var since: Date?
  /// When a delivery is tried again; nil if somebody has to change something.
  package var until: Date?
  /// Who paused it, if that is known.
  package var by: String?

  package init(reason: Reason, scope: LimitScope, since: Date? = nil, until: Date? = nil, by: String? = nil) {
    self.reason = reason
    self.scope = scope
    self.since = since
    self.until = until
    self.by = by
  }
}
