import JobQueue
import Postgres

extension JobQueue {
  /// Lets the lease of a running job or delivery expire, and rescues it as any process would. One transaction, so that
  /// no heartbeat extends the lease and no other process rescues it in between.
  package func expireLease(of id: JobID) async throws {
    try await database.transaction { connection in
      _ = try await connection.query(
        "update pressrun.jobs set lease_expires_at = now() - interval '1 second' where id = $1 and state = 'running'",
        [.integer(id.rawValue)])
      _ = try await connection.query("select pressrun.rescue(100)", [])
    }
  }
}
