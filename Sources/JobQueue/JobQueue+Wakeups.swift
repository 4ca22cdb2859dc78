import Postgres

extension JobQueue {
  /// Reasons to look at the queue before the next poll is due. Polling is still needed: a pooler in transaction mode
  /// swallows them. Each call listens on a connection of its own until the consumer goes or the database is closed.
  package func wakeups() -> AsyncStream<Wakeup> {
    let notifications = database.notifications(on: ["pressrun_jobs", "pressrun_cancel"])
    return AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
      let task = Task {
        for await notification in notifications {
          switch notification {
          case .listening: continuation.yield(.connected)
          case .message("pressrun_jobs", let queue): continuation.yield(.jobs(queue: queue))
          case .message("pressrun_cancel", let id):
            if let id = Int64(id) { continuation.yield(.cancelRequested(JobID(rawValue: id))) }
          case .message: break
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The tenant's policy; nil where it has none.
  package func policy(of tenant: String) async throws -> (sharing: Bool, allowed: [String], denied: [String])? {
    guard let row = try await query(Statements.policy, [.text(tenant)]).first else { return nil }
    return (try row.decode("sharing"), try row.decode("allowed"), try row.decode("denied"))
  }

  /// - Throws: `QueueError` `.invalidArgument` for a malformed rule or tenant.
  package func setPolicy(of tenant: String, sharing: Bool, allowed: [String], denied: [String]) async throws {
    _ = try await query(Statements.setPolicy, [.text(tenant), .boolean(sharing), .texts(allowed), .texts(denied)])
  }
}
