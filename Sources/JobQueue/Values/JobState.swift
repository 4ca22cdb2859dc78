/// Where a job stands.
public enum JobState: String, CaseIterable, Hashable, Sendable, Codable {
  /// Waits for its `run_at`.
  case scheduled
  /// Ready to be claimed.
  case available
  /// Claimed by a worker under a lease.
  case running
  /// Failed, and waits to be tried again.
  case retryable
  case completed
  case cancelled
  /// Failed for good, or refused.
  case discarded

  /// Nothing more happens to it by itself.
  public var isFinal: Bool { self == .completed || self == .cancelled || self == .discarded }
}
