import FoundationEssentials
import JobQueue
import Postgres

/// The PostgreSQL that all contestants share, each run in a new database of its own. Everything is as durable as
/// PostgreSQL makes it by default: fsync and synchronous_commit are on.
package struct BenchServer: Sendable {
  private let url: String
  private let cluster: PrivateCluster?

  /// - Parameters:
  ///   - url: a database of the server to use, whose login may make databases; nil starts one in `folder`.
  ///   - folder: an absolute path to a folder that need not exist.
  package init(url: String?, folder: String) async throws {
    if let url {
      self.url = url
      cluster = nil
    } else {
      let cluster = PrivateCluster(folder: folder, settings: Self.settings)
      self.url = try await cluster.start()
      self.cluster = cluster
    }
  }

  /// A small server's, with room for the log so that no checkpoint falls into one contestant's run rather than another's.
  private static let settings = [
    "shared_buffers": "512MB", "max_wal_size": "8GB", "checkpoint_timeout": "30min", "max_connections": "60",
  ]

  /// The process of the server; nil where it is another's.
  package var process: Int32? { cluster?.process() }

  /// The settings that decide about speed and safety, for the report.
  package func description() async throws -> String {
    try await asked(
      """
      select 'PostgreSQL ' || current_setting('server_version') || '; ' || string_agg(name || ' ' || current_setting(name), ', ')
      from unnest(array['fsync', 'synchronous_commit', 'shared_buffers', 'max_wal_size']) name
      """)
  }

  /// Lends the URL of a new, empty database for as long as `body` runs.
  package func withDatabase<Value: Sendable>(_ body: @Sendable (_ url: String) async throws -> Value) async throws
    -> Value
  {
    let name = "pressrun_bench_" + String(UInt64.random(in: .min ... .max), radix: 36)
    _ = try await asked(Statement("create database \(name)"))
    // What earlier runs left to be written is not this one's to write.
    _ = try await asked("checkpoint")
    let result: Result<Value, any Error>
    do { result = .success(try await body(Self.url(url, database: name))) } catch { result = .failure(error) }
    _ = try await asked(Statement("drop database \(name) with (force)"))
    return try result.get()
  }

  /// Lends a queue with the schema in a new database, which knows the kind `empty`.
  package func withQueue<Value: Sendable>(
    connections: Int = 4, _ body: @Sendable (JobQueue, _ url: String) async throws -> Value
  ) async throws -> Value {
    try await withDatabase { url in
      let database = Database(DatabaseConfiguration(url: url, poolLimit: connections))
      let result: Result<Value, any Error>
      do {
        let queue = JobQueue(database: database)
        try await queue.migrate()
        try await queue.register(kinds: [KindSettings(name: "empty")])
        result = .success(try await body(queue, url))
      } catch {
        result = .failure(error)
      }
      await database.close()
      return try result.get()
    }
  }

  /// Stops the server, where it was started here.
  package func stop() async throws { try await cluster?.stop() }

  private func asked(_ sql: Statement) async throws -> String {
    let database = Database(DatabaseConfiguration(url: url, poolLimit: 1))
    do {
      let answer = try await database.query(sql).first?.decode(0, as: String.self) ?? ""
      await database.close()
      return answer
    } catch {
      await database.close()
      throw error
    }
  }

  /// The same server's other database.
  static func url(_ url: String, database: String) -> String {
    let end = url.firstIndex(of: "?") ?? url.endIndex
    let scheme = url.range(of: "://")?.upperBound ?? url.startIndex
    let slash = url[scheme..<end].firstIndex(of: "/") ?? end
    return url[..<slash] + "/" + database + url[end...]
  }
}
