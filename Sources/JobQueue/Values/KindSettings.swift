/// Settings of a kind of job.
package struct KindSettings: Hashable, Sendable {
  /// Lower-case letters, digits, `-` and `_`, at most 63, beginning with a letter.
  package var name: String
  /// The queue of jobs that name none.
  package var queue: String
  /// Failed attempts after which a job is discarded, unless the job states another number.
  package var maxAttempts: Int
  /// The time from a failed attempt to the next one.
  package var backoff: Backoff
  /// Wall-clock limit of one attempt.
  package var timeout: Duration
  /// The destination of jobs that name none; nil for none.
  package var defaultDestination: String?
  /// Policy rules (`email`, `email:*@fund.example`, `*`); empty allows all.
  package var allowedDestinations: [String]
  /// Rules likewise; a destination that one of them names is refused even if it is allowed.
  package var deniedDestinations: [String]
  /// JSON Schema of payloads, which enqueues check; nil to accept all. See the SQL function `schema_problem` for its
  /// keywords.
  package var schema: [UInt8]?

  package init(
    name: String, queue: String = "default", maxAttempts: Int = 5, backoff: Backoff = Backoff(),
    timeout: Duration = .seconds(120), defaultDestination: String? = nil, allowedDestinations: [String] = [],
    deniedDestinations: [String] = [], schema: [UInt8]? = nil
  ) {
    self.name = name
    self.queue = queue
    self.maxAttempts = maxAttempts
    self.backoff = backoff
    self.timeout = timeout
    self.defaultDestination = defaultDestination
    self.allowedDestinations = allowedDestinations
    self.deniedDestinations = deniedDestinations
    self.schema = schema
  }
}

/// How long a failed job waits: `base` × 2^(attempt − 1), at most `limit`, plus or minus up to `jitter`.
package struct Backoff: Hashable, Sendable {
  /// The time after the first failed attempt.
  package var base: Duration
  /// The longest time, before the jitter is added.
  package var limit: Duration
  /// A fraction from 0 to 1: 0.2 means 80 % to 120 % of the time.
  package var jitter: Double

  package init(base: Duration = .seconds(2), limit: Duration = .seconds(600), jitter: Double = 0.2) {
    self.base = base
    self.limit = limit
    self.jitter = jitter
  }
}
