import JobQueue

/// The deliveries of finished documents. A delivery is a job of the queue: registration, heartbeats, release,
/// `cancelled`, maintenance and rescue are those of `jobs`. Its methods throw `QueueError` and `PostgresError`.
package struct DeliveryQueue: Sendable {
  /// The queue of which deliveries are jobs.
  package let jobs: JobQueue

  package init(_ jobs: JobQueue) { self.jobs = jobs }

  /// Matches all delivery queues, in a relay's `WorkerDescription` and in `JobQueue.pending`.
  package static let allQueues = ["deliveries.*"]
}
