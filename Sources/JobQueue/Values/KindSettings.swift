/// What the queue knows of a kind of job.
package struct KindSettings: Hashable, Sendable {
  /// Lower-case letters, digits, `-` and `_`, at most 63, beginning with a letter.
  package var name: String
  package var queue: String
  package var maxAttempts: Int
  package var backoff: Backoff
  /// Wall-clock limit of one attempt.
  package var timeout: Duration
  /// Used where a job names none; nil keeps the artifact and shares nothing.
  package var defaultDestination: String?
  /// Rules as in a tenant's policy (`email`, `email:*@fund.example`, `*`); no rule allows all.
  package var allowedDestinations: [String]
  package var deniedDestinations: [String]

  package init(
    name: String, queue: String = "default", maxAttempts: Int = 5, backoff: Backoff = Backoff(),
    timeout: Duration = .seconds(120), defaultDestination: String? = nil, allowedDestinations: [String] = [],
    deniedDestinations: [String] = []
  ) {
    self.name = name
    self.queue = queue
    self.maxAttempts = maxAttempts
    self.backoff = backoff
    self.timeout = timeout
    self.defaultDestination = defaultDestination
    self.allowedDestinations = allowedDestinations
    self.deniedDestinations = deniedDestinations
  }
}

/// How long a failed job waits: `base` × 2^(attempt − 1), at most `limit`, then stretched or shrunk by up to `jitter`.
package struct Backoff: Hashable, Sendable {
  package var base: Duration
  package var limit: Duration
  /// A share from 0 to 1: 0.2 means between 80 % and 120 %.
  package var jitter: Double

  package init(base: Duration = .seconds(2), limit: Duration = .seconds(600), jitter: Double = 0.2) {
    self.base = base
    self.limit = limit
    self.jitter = jitter
  }
}
