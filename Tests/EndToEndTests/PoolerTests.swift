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

  private func pooler(before installation: TestInstallation) async throws -> (Program, url: String) {
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
      default_pool_size = 3
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
