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

  /// What to say about schedules whose kind has no file in `Jobs/`: they make jobs that no worker with these kinds can
  /// render. They are not removed, because another installation with other kinds may share the database.
  package func warningsOfSchedules(without kinds: JobKinds) async throws -> [String] {
    try await schedules().filter { kinds[$0.kind] == nil && !$0.isPaused }.map {
      "schedule \"\($0.name)\" makes jobs of the kind \"\($0.kind)\", of which Jobs/ has no file; where nobody has it any "
        + "more: pressrun schedules remove \($0.name)"
    }
  }
}
