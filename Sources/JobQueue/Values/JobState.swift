/// The state of a job.
public enum JobState: String, CaseIterable, Hashable, Sendable, Codable {
  /// Waits for its `run_at`.
  case scheduled
  /// Ready to be claimed.
  case available
  /// Claimed by a worker under a lease.
  case running
  /// Failed; will be tried again at `run_at`.
  case retryable
  case completed
  case cancelled
  /// Failed permanently, or refused.
  case discarded

  /// Whether the job has finished: it changes only if it is retried.
  public var isFinal: Bool { self == .completed || self == .cancelled || self == .discarded }
}
