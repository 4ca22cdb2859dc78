import Postgres

extension Database {
  /// Waits until a condition holds. It is checked whenever jobs, attempts, events or workers change, which triggers on
  /// these tables notify.
  /// - Throws: the errors of the condition, and `CancellationError`.
  package func untilChanged(to condition: @Sendable () async throws -> Bool) async throws {
    if try await condition() { return }
    try await notifyOfChanges()
    for await _ in notifications(on: ["test_changes"]) {
      // Some tests stop the database for a while.
      do {
        if try await condition() { return }
      } catch let error as PostgresError where error.isTransient {
        continue
      }
    }
    throw CancellationError()
  }

  private func notifyOfChanges() async throws {
    try await change(
      """
      create or replace function public.notify_of_changes() returns trigger language plpgsql as
      $$ begin perform pg_notify('test_changes', ''); return null; end $$
      """)
    // One transaction per table: locks on several tables could deadlock with claims, which lock them in another order.
    for table in ["jobs", "attempts", "events", "workers", "worker_templates"] {
      try await change(
        """
        create or replace trigger notify_of_changes after insert or update or delete on pressrun.\(table)
          for each statement execute function public.notify_of_changes()
        """)
    }
  }

  /// Changes a definition under a lock, because concurrent `create or replace` statements fail.
  private func change(_ definition: String) async throws {
    try await execute(script: "select pg_advisory_xact_lock(4711);\n\(definition)", name: "notify_of_changes")
  }
}
