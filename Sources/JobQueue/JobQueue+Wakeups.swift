import Postgres

extension JobQueue {
  /// Notifications of ready jobs and of requested cancellations. Polling is still needed, because a pooler in
  /// transaction mode does not forward them. Each call uses a connection until the stream is released or the database
  /// is closed.
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
}
