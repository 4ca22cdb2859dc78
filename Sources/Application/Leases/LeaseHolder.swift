import JobQueue
import Logging

/// A process that claims jobs and holds them under leases: a worker or a relay.
///
/// The holder claims jobs and works on them; the services of the extension extend its leases, report lost leases and
/// requested cancellations to it, and run the queue's maintenance.
package protocol LeaseHolder: Actor {
  nonisolated var queue: JobQueue { get }
  nonisolated var log: Logger { get }
  nonisolated var manager: ServiceManager? { get }
  nonisolated var leaseSettings: LeaseSettings { get }
  nonisolated var outages: OutageLog { get }
  /// Signalled when there may be jobs to claim, and when a job has ended.
  nonisolated var wakeup: AsyncEvent { get }
  /// Signalled to send a heartbeat before it is due.
  nonisolated var heartbeatTrigger: AsyncEvent { get }

  var phase: HolderPhase { get }
  /// Changes the phase, and releases claimed jobs that have not started.
  func enter(_ phase: HolderPhase)
  /// Jobs to claim now; zero if enough are held, so that claims are made in batches.
  var claimable: Int { get }
  /// Claims are put off until then.
  var nextClaim: ContinuousClock.Instant { get }
  /// Claims jobs, holds them and starts them.
  /// - Returns: how many were claimed; nil if the process was told to stop.
  func claim(_ worker: WorkerID, limit: Int) async throws -> Int?
  /// Whether the process drains and nothing is left that it can claim.
  func isDrained() async throws -> Bool

  var heldLeases: [LeaseRef] { get }
  /// The finished pages of held jobs that are being rendered.
  var finishedPages: [LeaseRef: Int] { get }
  /// Jobs whose cancellation was notified before the answer to the claim arrived.
  var cancelledBeforeClaim: Set<JobID> { get set }
  /// The reason why this process cannot work, such as a full disk; nil if there is none.
  var problem: String? { get }
  /// The kinds whose jobs are claimed; nil for all.
  var claimedKinds: [String]? { get }
  /// The error for which the process must end: it does not support the version of the schema.
  var refusal: (any Error)? { get set }
  /// One line for the service manager.
  var statusLine: String { get }

  /// Stops held jobs. Jobs that are not held are ignored.
  func stop(_ refs: [LeaseRef], _ reason: StopReason)
}

extension LeaseHolder {
  package var finishedPages: [LeaseRef: Int] { [:] }
  package var claimedKinds: [String]? { nil }
}

/// The reason for stopping a held job.
package enum StopReason: Hashable, Sendable {
  /// Another process may hold the lease: drop the result.
  case leaseLost
  case cancelRequested
  /// The process ends: release the job.
  case shutdown
}

/// The phases of a process that holds leases. Except between `working` and `quiet`, phases only advance.
package enum HolderPhase: Hashable, Sendable {
  case working
  /// No more claims until resumed; held jobs are finished.
  case quiet
  /// No more claims; jobs that have started are finished.
  case finishing
  /// Held jobs are stopped and released.
  case stopping
}

/// The times and queues of a process that holds leases.
package struct LeaseSettings: Hashable, Sendable {
  /// The queues that are claimed from; empty for all that have no separate process.
  package var queues: [String]
  /// How long a claim is valid without a heartbeat. Heartbeats are sent at least three times as often.
  package var lease: Duration
  /// Time between two searches for expired leases of any process.
  package var rescueInterval: Duration
  /// Time between two claims if no notification arrives.
  package var pollInterval: Duration
  /// The time for held jobs to finish after a request to stop.
  package var gracePeriod: Duration

  package init(
    queues: [String], lease: Duration, rescueInterval: Duration, pollInterval: Duration, gracePeriod: Duration
  ) {
    self.queues = queues
    self.lease = lease
    self.rescueInterval = rescueInterval
    self.pollInterval = pollInterval
    self.gracePeriod = gracePeriod
  }
}
