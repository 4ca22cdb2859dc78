/// What limits are set for, or what is paused.
package enum LimitScope: Hashable, Sendable {
  case queue(String)
  case tenant(String)
  case kind(String)

  var parts: (scope: String, name: String) {
    switch self {
    case .queue(let name): ("queue", name)
    case .tenant(let name): ("tenant", name)
    case .kind(let name): ("kind", name)
    }
  }
}

/// Limits of a queue, a tenant or a kind. Nil means none.
package struct Limits: Hashable, Sendable {
  /// Jobs that may run at once.
  package var maxRunning: Int?
  /// Of a queue: ready jobs beyond which enqueue is refused.
  package var maxDepth: Int?
  /// Of a tenant: claims a second on average, from 0.000001 to 1,000,000.
  package var rate: Double?
  /// Of a tenant: claims at once after a pause, from 1 to 1,000,000; nil for those of a second, or one.
  package var burst: Double?

  package init(maxRunning: Int? = nil, maxDepth: Int? = nil, rate: Double? = nil, burst: Double? = nil) {
    self.maxRunning = maxRunning
    self.maxDepth = maxDepth
    self.rate = rate
    self.burst = burst
  }
}

/// A queue, tenant or kind that is limited or paused.
package struct LimitRecord: Hashable, Sendable {
  package var scope: LimitScope
  package var isPaused: Bool
  package var limits: Limits

  package init(scope: LimitScope, isPaused: Bool, limits: Limits) {
    self.scope = scope
    self.isPaused = isPaused
    self.limits = limits
  }
}
