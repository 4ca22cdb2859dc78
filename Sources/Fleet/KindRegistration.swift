import Composition
import JobQueue

extension KindSettings {
  /// What the queue must know of a kind that is described in `Jobs/`.
  package init(_ kind: JobKind) {
    self.init(
      name: kind.name, queue: kind.queue, maxAttempts: kind.retry.attempts,
      backoff: Backoff(base: kind.retry.backoff, limit: kind.retry.maximumBackoff), timeout: kind.timeout,
      defaultDestination: kind.destinations.standard,
      allowedDestinations: kind.destinations.allowed?.sorted() ?? [])
  }
}

extension JobQueue {
  /// Makes the kinds of `Jobs/` known to the queue.
  package func register(_ kinds: JobKinds) async throws {
    try await register(kinds: kinds.names.compactMap { kinds[$0] }.map(KindSettings.init))
  }
}
