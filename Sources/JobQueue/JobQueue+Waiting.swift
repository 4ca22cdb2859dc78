extension JobQueue {
  /// Waits until all of the jobs are in a final state. Polls five times a second.
  /// - Returns: the jobs in the order given.
  /// - Throws: `QueueError` `.unknownJob` for a job that does not exist, or was removed; `PostgresError`;
  ///   `CancellationError`.
  public func finished(_ ids: [JobID]) async throws -> [JobRecord] {
    var open = Set(ids)
    var finished: [JobID: JobRecord] = [:]
    while true {
      for part in open.sorted(by: { $0.rawValue < $1.rawValue }).chunks(of: 1000) {
        let found = try await jobs(JobFilter(ids: part, limit: part.count))
        if let missing = Set(part).subtracting(found.map(\.id)).min(by: { $0.rawValue < $1.rawValue }) {
          throw QueueError(code: .unknownJob, message: "there is no job \(missing)")
        }
        for job in found where job.state.isFinal {
          finished[job.id] = job
          open.remove(job.id)
        }
      }
      if open.isEmpty { return ids.compactMap { finished[$0] } }
      try await Task.sleep(for: .milliseconds(200))
    }
  }
}

extension Array {
  /// Consecutive pieces of at most `size` elements.
  func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
