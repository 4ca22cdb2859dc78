import Foundation

/// The circuit breaker of a delivery queue: a row of the view `pressrun.circuit_breakers`.
package struct CircuitBreaker: Hashable, Sendable {
  /// Whether deliveries of the queue are claimed.
  package enum State: String, Sendable, Codable {
    /// Deliveries are claimed.
    case closed
    /// No deliveries are tried until `nextProbeAt`.
    case open
    /// One delivery is claimed at a time.
    case halfOpen = "half_open"
    /// No deliveries are tried until an operator enables the queue.
    case disabled
  }
  package var queue: String
  package var state: State
  /// Consecutive attempts that found the destination unavailable.
  package var failures: Int
  /// The number of them that opens the breaker.
  package var threshold: Int
  /// When it opened or was disabled; nil if it is closed.
  package var openedAt: Date?
  /// The time at which the next delivery is tried, if the breaker is open.
  package var nextProbeAt: Date?
  /// The code of the last failure; nil before the first.
  package var lastErrorCode: String?
  /// The message of the last failure.
  package var lastError: String?
}
