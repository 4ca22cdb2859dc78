import Composition
import JobQueue

extension Worker {
  /// Default members of payloads of the job's tenant, as JSON by kind: of the job's kind, and for a binder of all
  /// kinds, because its parts have kinds.
  func payloadDefaults(of job: ClaimedJob) async throws -> [String: String] {
    var all = payloadDefaultsCache[job.tenant]
    if all == nil {
      let found = try await queue.payloadDefaults(of: job.tenant)
      all = Dictionary(uniqueKeysWithValues: found.map { ($0.kind, $0.members) })
      payloadDefaultsCache[job.tenant] = all
    }
    guard let all, !all.isEmpty, kind(of: job)?.composer != .binder else { return all ?? [:] }
    return all.filter { $0.key == job.kind }
  }
}
