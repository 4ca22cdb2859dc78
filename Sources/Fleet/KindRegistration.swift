import Composition
import JSON
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

extension Schedule {
  init(_ schedule: JobSchedule) {
    self.init(
      name: schedule.name, cron: schedule.cron, timeZone: schedule.timeZone,
      payload: Array(JSONValue.object(schedule.payload).text.utf8), tenant: schedule.tenant,
      destination: schedule.destination, priority: schedule.priority, queue: schedule.queue)
  }
}

extension JobQueue {
  /// Makes the kinds of `Jobs/` and their schedules known to the queue.
  package func register(_ kinds: JobKinds) async throws {
    let all = kinds.names.compactMap { kinds[$0] }
    try await register(kinds: all.map(KindSettings.init))
    for kind in all { try await register(schedules: kind.schedules.map(Schedule.init), of: kind.name) }
  }
}
