import FoundationEssentials

/// The scope of a limit or a pause.
package enum LimitScope: Hashable, Sendable {
  case queue(String)
  case tenant(String)
  case kind(String)

  /// Fails for another word than `queue`, `tenant` and `kind`.
  package init?(scope: String, name: String) {
    switch scope {
    case "queue": self = .queue(name)
    case "tenant": self = .tenant(name)
    case "kind": self = .kind(name)
    default: return nil
    }
  }

  /// The scope and its name as the SQL functions of the queue take them; the scope is `queue`, `tenant` or `kind`.
  package var parts: (scope: String, name: String) {
    switch self {
    case .queue(let name): ("queue", name)
    case .tenant(let name): ("tenant", name)
    case .kind(let name): ("kind", name)
    }
  }
}

/// Limits of a queue, a tenant or a kind. Nil means no limit.
package struct Limits: Hashable, Sendable {
  /// Jobs that may run at once.
  package var maxRunning: Int?
  /// Queues only: the number of ready jobs beyond which enqueue is refused.
  package var maxDepth: Int?
  /// Queues and tenants: average claims per second, from 0.000001 to 1,000,000.
  package var rate: Double?
  /// Queues and tenants: the size of the token bucket, from 1 to 1,000,000; nil for the claims of a second, at least 1.
  package var burst: Double?

  package init(maxRunning: Int? = nil, maxDepth: Int? = nil, rate: Double? = nil, burst: Double? = nil) {
    self.maxRunning = maxRunning
    self.maxDepth = maxDepth
    self.rate = rate
    self.burst = burst
  }
}

/// The limits of a queue, tenant or kind, and whether it is paused.
package struct LimitRecord: Hashable, Sendable {
  package var scope: LimitScope
  package var isPaused: Bool
  package var limits: Limits
  /// Since when it is paused.
  package var pausedAt: Date?
  /// Who paused it, if that is known.
  package var pausedBy: String?

  package init(
    scope: LimitScope, isPaused: Bool, limits: Limits, pausedAt: Date? = nil, pausedBy: String? = nil
  ) {
    self.scope = scope
    self.isPaused = isPaused
    self.limits = limits
    self.pausedAt = pausedAt
    self.pausedBy = pausedBy
  }

  /// What this means for its jobs; nil if they can be claimed.
  package var hold: Hold? {
    if isPaused { return Hold(reason: .paused, scope: scope, since: pausedAt, by: pausedBy) }
    return limits.maxRunning == 0 ? Hold(reason: .closed, scope: scope) : nil
  }
}
