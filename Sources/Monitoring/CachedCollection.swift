/// Keeps the result of a collection that takes long for a time that depends on how long it took, and never collects
/// twice at the same time. However often metrics are read, collecting takes at most `share` of the time.
package actor CachedCollection {
  private let collect: @Sendable () async -> [MetricFamily]
  private let shortest: Duration
  private let share: Double
  private var current: Task<[MetricFamily], Never>?
  private var result: [MetricFamily] = []
  private var validUntil: ContinuousClock.Instant?
  /// Collections so far.
  package private(set) var collections = 0

  /// - Parameters:
  ///   - shortest: how long a result is kept at least.
  ///   - share: of the time that may be spent collecting, from 0 to 1.
  package init(
    atLeast shortest: Duration = .seconds(10), share: Double = 0.02,
    _ collect: @escaping @Sendable () async -> [MetricFamily]
  ) {
    self.collect = collect
    self.shortest = shortest
    self.share = share
  }

  package func families() async -> [MetricFamily] {
    if let validUntil, validUntil > .now { return result }
    if let current { return await current.value }
    // Not cancelled with the request that began it: others wait for it.
    let task = Task { [collect] in await collect() }
    current = task
    collections += 1
    let start = ContinuousClock.now
    result = await task.value
    current = nil
    validUntil = .now + max(shortest, (.now - start) / share)
    return result
  }
}
