import Composition
import JSON
import JobQueue

extension KindSettings {
  /// The queue's settings of a kind in `Jobs/`.
  package init(_ kind: JobKind) {
    self.init(
      name: kind.name, queue: kind.queue, maxAttempts: kind.retry.attempts,
      backoff: Backoff(base: kind.retry.backoff, limit: kind.retry.maximumBackoff), timeout: kind.timeout,
      defaultDestination: kind.destinations.standard,
      allowedDestinations: kind.destinations.allowed?.sorted() ?? [],
      schema: Array(kind.payloadSchema.text.utf8))
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
  /// Registers the kinds of `Jobs/` and their schedules with the queue.
  package func register(_ kinds: JobKinds) async throws {
    let all = kinds.names.compactMap { kinds[$0] }
    try await register(kinds: all.map(KindSettings.init))
    for kind in all { try await register(schedules: kind.schedules.map(Schedule.init), of: kind.name) }
  }

  /// Warnings about schedules whose kind has no file in `Jobs/`: they enqueue jobs that no worker with these kinds can
  /// render. They are not removed, because another installation with other kinds may use the same database.
  package func warningsOfSchedules(without kinds: JobKinds) async throws -> [String] {
    try await schedules().filter { kinds[$0.kind] == nil && !$0.isPaused }.map {
      "schedule \"\($0.name)\" enqueues jobs of the kind \"\($0.kind)\", which has no file in Jobs/; if no installation has the "
        + "kind any more, run: pressrun schedules remove \($0.name)"
    }
  }
}
