import FoundationEssentials

/// The summary that `pressrun status` shows.
package struct QueueStatus: Sendable {
  package var counts: [JobCount]
  package var queues: [QueueDepth]
  package var workers: [WorkerRecord]
  /// Kinds with ready jobs that no live worker claims.
  package var unservedKinds: [String]
  /// Kinds whose files live workers cannot use.
  package var brokenKinds: [BrokenKind]

  /// Whether live workers would render different pages for the same job.
  package var hasDifferentFonts: Bool {
    Set(
      workers.filter { !$0.isSilent && $0.capabilities.fonts != nil }.map {
        [$0.capabilities.fonts, $0.capabilities.libraries]
      }
    ).count > 1
  }
}

/// One row of the view `pressrun.job_counts`.
package struct JobCount: Hashable, Sendable {
  package var kind: String
  package var tenant: String
  package var state: JobState
  package var jobs: Int
}

/// One row of the view `pressrun.queue_depth`.
package struct QueueDepth: Hashable, Sendable {
  package var queue: String
  /// Ready jobs.
  package var available: Int
  package var running: Int
  /// Scheduled jobs, and failed jobs that will be tried again.
  package var waiting: Int
  /// How long the oldest ready job has been ready.
  package var oldestSeconds: Double?
  package var isPaused: Bool
  /// Jobs that may run at once; nil for no limit.
  package var maxRunning: Int?
  /// Number of ready jobs beyond which enqueue is refused; nil for no limit.
  package var maxDepth: Int?

  package init(
    queue: String, available: Int, running: Int, waiting: Int, oldestSeconds: Double?, isPaused: Bool, maxRunning: Int?,
    maxDepth: Int?
  ) {
    self.queue = queue
    self.available = available
    self.running = running
    self.waiting = waiting
    self.oldestSeconds = oldestSeconds
    self.isPaused = isPaused
    self.maxRunning = maxRunning
    self.maxDepth = maxDepth
  }
}

/// Number of unfinished jobs.
package struct Pending: Sendable {
  /// Ready now.
  package var available: Int
  /// Claimed by any worker.
  package var running: Int
  /// `retryable`, and `scheduled` for soon.
  package var waiting: Int
  /// `scheduled` for a later time.
  package var later: Int
  /// The time when the first waiting job is due, or the first lease expires; nil if no job waits or runs.
  package var nextDue: Date?
  /// The database's clock; compare `nextDue` with this, not with the local clock.
  package var now: Date
  /// All except `later`.
  package var total: Int { available + running + waiting }
}

/// Jobs that are not in a final state and have the same obstacle.
package struct UnfinishedJobs: Hashable, Sendable {
  /// A state that keeps jobs from being claimed until an operator changes it.
  package struct Obstacle: Hashable, Sendable, CustomStringConvertible {
    /// `paused`; `closed`, a limit of no running jobs; `disabled`, the circuit breaker of a destination; `unserved`, a
    /// kind that this process does not have.
    package var reason: String
    /// `queue`, `tenant` or `kind`.
    package var scope: String
    /// The name of the queue, tenant or kind.
    package var name: String

    package init(reason: String, scope: String, name: String) {
      self.reason = reason
      self.scope = scope
      self.name = name
    }

    package var description: String { "the \(scope) \"\(name)\" is \(reason)" }
  }

  /// It is nil for jobs that run or can be claimed.
  package var obstacle: Obstacle?
  /// The number of jobs with this obstacle.
  package var count: Int

  package init(obstacle: Obstacle?, count: Int) {
    self.obstacle = obstacle
    self.count = count
  }
}
