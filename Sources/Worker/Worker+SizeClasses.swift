import Composition
import JobQueue

extension Worker {
  /// The size classes of pages that are open to the job's tenant, besides those that its kind supports.
  func openSizeClasses(of job: ClaimedJob) async throws -> Set<SizeClass> {
    // Without this member the page is the kind's, which it supports.
    guard job.payload.contains(text: "page_size") else { return [] }
    var all = sizeClassCache[job.tenant]
    if all == nil {
      all = try await queue.sizeClasses(of: job.tenant)
      sizeClassCache[job.tenant] = all
    }
    return Set((all?[job.kind] ?? []).compactMap { SizeClass(rawValue: $0) })
  }
}
