import Delivery
import JobQueue
import Postgres

/// The number of jobs and deliveries that are not in a final state.
func unfinishedJobs(_ queue: JobQueue) async throws -> Int {
  try await retrying { try await queue.pending().total + queue.pending(queues: DeliveryQueue.allQueues).total }
}

/// Repeats an operation while the database restarts.
func retrying<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
  let deadline = ContinuousClock.now + .seconds(300)
  while true {
    do {
      return try await body()
    } catch let error as PostgresError where error.isTransient && ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
