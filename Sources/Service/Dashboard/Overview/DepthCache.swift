import JobQueue
import Synchronization

extension Dashboard {
  /// The last numbers of unfinished jobs, which are counted again after a second at the earliest and so seldom that
  /// counting takes at most a twentieth of the time: counting a large backlog takes long.
  final class DepthCache: Sendable {
    private struct Entry {
      var depths: [QueueDepth]
      var until: ContinuousClock.Instant
    }
    private let entries = Mutex<[[String]?: Entry]>([:])

    func depths(
      of tenants: [String]?, _ read: () async throws -> [QueueDepth]
    ) async throws -> [QueueDepth] {
      let start = ContinuousClock.now
      if let entry = entries.withLock({ $0[tenants] }), entry.until > start { return entry.depths }
      let depths = try await read()
      let end = ContinuousClock.now
      entries.withLock {
        if $0.count > 1000 { $0 = $0.filter { $0.value.until > end } }
        $0[tenants] = Entry(depths: depths, until: end + max(.seconds(1), (end - start) * 20))
      }
      return depths
    }
  }
}
