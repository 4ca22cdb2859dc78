import Foundation
import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing

/// Producers and workers that connect through PgBouncer in transaction mode, which keeps no session state and delivers
/// no notifications.
@Suite(.hangLimit) struct PoolerTests {
  private static let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.needs("pgbouncer", program != nil))
  func jobsAreEnqueuedRenderedAndCancelledThroughAPooler() async throws {
    try await TestInstallation.with { installation in
      let (pooler, url) = try await pooler(before: installation)
      let pooled = installation.reached(through: url)
      let worker = try pooled.start(["work", "--concurrency", "1"])
      let stopped = try await pooled.enqueueForStoppedRenderer(of: worker)
      try await pooled.pressrun("jobs", "cancel", "\(stopped)")
      try await installation.until { try await installation.queue.job(stopped).job.state == .cancelled }
      let payloads = (1...30).map { Payloads.note("Note \($0)") }
      try await pooled.pressrun("enqueue", "note", "-", input: payloads.joined(separator: "\n"))
      try await installation.until { try await installation.completed() == 30 }
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
      #expect(
        try await installation.count("SELECT count(*) FROM pressrun.events WHERE type <> 'pressrun.job.progress'") == 31
      )
      pooler.send(SIGKILL)
      _ = await pooler.result()
    }
  }

  /// The limit was a setting of the session, so that workers and other programs got it with the server connection.
  @Test(.needs("pgbouncer", program != nil), arguments: [true, false])
  func limitsForLocksStayWithTheirStatements(prepared: Bool) async throws {
    try await TestInstallation.with { installation in
      let (pooler, url) = try await pooler(before: installation, serverConnections: 1)
      let direct = Database(url: try #require(installation.url))
      try await direct.execute(script: "create table locked ()")
      var configuration = DatabaseConfiguration(url: url, poolLimit: 1, preparedStatements: prepared)
      let others = Database(configuration)
      configuration.lockTimeout = .milliseconds(20)
      let limited = Database(configuration)
      try await direct.transaction { holder in
        try await holder.execute(script: "lock table locked in access exclusive mode")
        for _ in 0..<2 {
          await #expect { try await limited.query("select from locked") } throws: {
            ($0 as? PostgresError)?.lacksLock == true
          }
        }
        await #expect {
          try await limited.transaction { _ = try await $0.query("select from locked") }
        } throws: {
          ($0 as? PostgresError)?.lacksLock == true
        }
      }
      _ = try await limited.query("select from locked")
      #expect(try await others.query("show lock_timeout").single().decode(0, as: String.self) == "0")
      for database in [direct, others, limited] { await database.close() }
      pooler.send(SIGKILL)
      _ = await pooler.result()
    }
  }

  private func pooler(
    before installation: TestInstallation, serverConnections: Int = 3
  ) async throws -> (Program, url: String) {
    let folder = try Reaper.makeFolder() + "/pooler"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let parts = try #require(URLComponents(string: installation.url ?? ""))
    let host = try #require(parts.queryItems?.first { $0.name == "host" }?.value)
    let database = parts.path.dropFirst()
    let settings = """
      [databases]
      \(database) = host=\(host) port=5432 user=pressrun
      [pgbouncer]
      unix_socket_dir = \(folder)
      listen_port = 6432
      auth_type = any
      pool_mode = transaction
      default_pool_size = \(serverConnections)
      server_reset_query =
      """
    try Data(settings.utf8).write(to: URL(fileURLWithPath: folder + "/pgbouncer.ini"))
    // Only the server's user can access its socket, and PgBouncer does not run as root.
    var command = [try #require(Self.program), folder + "/pgbouncer.ini"]
    if geteuid() == 0 {
      let owner = try FileManager.default.attributesOfItem(atPath: host)[.ownerAccountID] as? Int ?? 0
      chown(folder, uid_t(owner), gid_t.max)
      command = ["/usr/bin/setpriv", "--reuid=\(owner)", "--clear-groups", "--"] + command
    }
    let program = try Program(command[0], Array(command.dropFirst()), input: [], environment: ["PATH": "/usr/bin:/bin"])
    try #require(await program.says("process up"))
    return (program, "postgresql://pressrun@/\(database)?host=\(folder)&port=6432")
  }
}
