import Composition
import JobQueue

extension Worker {
  /// The size classes of pages that are open to the job's tenant, in addition to the classes that its kind supports.
  /// - Parameter defaults: the defaults of the tenant, by kind.
  func openSizeClasses(of job: ClaimedJob, _ defaults: [String: String]) async throws -> Set<SizeClass> {
    // Without this member the page is the kind's, which it supports.
    guard job.payload.contains(text: "page_size") || defaults.values.contains(where: { $0.contains("page_size") })
    else {
      return []
    }
    var all = sizeClassCache[job.tenant]
    if all == nil {
      all = try await queue.sizeClasses(of: job.tenant)
      sizeClassCache[job.tenant] = all
    }
    return Set((all?[job.kind] ?? []).compactMap { SizeClass(rawValue: $0) })
  }
}
