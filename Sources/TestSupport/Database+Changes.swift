import Postgres

extension Database {
  /// Waits until a condition holds. It is looked at anew whenever jobs, attempts, events or workers change, of which
  /// triggers on those tables tell; nobody polls. The end of the test's time ends the wait.
  /// - Throws: what the condition throws, and `CancellationError`.
  package func untilChanged(to condition: @Sendable () async throws -> Bool) async throws {
    if try await condition() { return }
    try await tellOfChanges()
    for await _ in notifications(on: ["test_changes"]) {
      // The database may be away just now, which is what some tests are about.
      do {
        if try await condition() { return }
      } catch let error as PostgresError where error.isTransient {
        continue
      }
    }
    throw CancellationError()
  }

  private func tellOfChanges() async throws {
    try await change(
      """
      create or replace function public.tell_of_changes() returns trigger language plpgsql as
      $$ begin perform pg_notify('test_changes', ''); return null; end $$
      """)
    // Each in a transaction of its own: with the locks of several tables it would meet claims that lock them in another order.
    for table in ["jobs", "attempts", "events", "workers"] {
      try await change(
        """
        create or replace trigger tell_of_changes after insert or update or delete on pressrun.\(table)
          for each statement execute function public.tell_of_changes()
        """)
    }
  }

  /// Changes a definition. A lock: those who do at once would trip over each other's `create or replace`.
  private func change(_ definition: String) async throws {
    try await execute(script: "select pg_advisory_xact_lock(4711);\n\(definition)", name: "tell_of_changes")
  }
}
