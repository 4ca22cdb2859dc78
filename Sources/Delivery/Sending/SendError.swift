/// A failed attempt to send.
package struct SendError: Error, Hashable, Sendable {
  /// Whether and when to try again.
  package enum Retry: Hashable, Sendable {
    /// Try again: after the kind's backoff, and not before this duration has passed.
    case later(notBefore: Duration?)
    /// Every further attempt would fail too.
    case never
  }

  /// A code for programs: lower case with underscores, such as `recipient_refused` or `connect_failed`.
  package var code: String
  /// The cause, its place and a remedy; without secrets and without text of the document.
  package var message: String
  package var retry: Retry
  /// Whether the document may have arrived, because the connection was lost after it was sent.
  package var isOutcomeUnknown: Bool
  /// Whether the destination as a whole is unavailable, which counts for its circuit breaker; false if only this
  /// document or this recipient is refused.
  package var isDestinationDown: Bool
  /// Whether the destination asks for no further deliveries (HTTP 410).
  package var disablesDestination: Bool

  package init(
    code: String, message: String, retry: Retry, isOutcomeUnknown: Bool = false, isDestinationDown: Bool = false,
    disablesDestination: Bool = false
  ) {
    self.code = code
    self.message = message
    self.retry = retry
    self.isOutcomeUnknown = isOutcomeUnknown
    self.isDestinationDown = isDestinationDown
    self.disablesDestination = disablesDestination
  }
}
