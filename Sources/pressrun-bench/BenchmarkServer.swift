import Foundation
import JobQueue
import Postgres

/// The PostgreSQL server that all competitors share. Each measurement gets a new database.
///
/// Durability settings are PostgreSQL's defaults: `fsync` and `synchronous_commit` are on.
struct BenchmarkServer: Sendable {
  private let url: String
  private let cluster: PrivateCluster?

  /// - Parameters:
  ///   - url: a database on the server to use, whose login may create databases; nil starts a server in `folder`.
  ///   - folder: an absolute path; the folder is created if it does not exist.
  init(url: String?, folder: String) async throws {
    if let url {
      self.url = url
      cluster = nil
    } else {
      let cluster = PrivateCluster(folder: folder, settings: Self.settings)
      self.url = try await cluster.start()
      self.cluster = cluster
    }
  }

  /// Settings of a small server. `max_wal_size` and `checkpoint_timeout` are large enough that no checkpoint falls into
  /// the run of one competitor only.
  private static let settings = [
    "shared_buffers": "512MB", "max_wal_size": "8GB", "checkpoint_timeout": "30min", "max_connections": "60",
  ]

  /// The server's process ID; nil if the server was not started here.
  var process: Int32? { cluster?.process() }

  /// The server version and the settings that affect speed and durability, for the report.
  func description() async throws -> String {
    try await queryText(
      """
      select 'PostgreSQL ' || current_setting('server_version') || '; ' || string_agg(name || ' ' || current_setting(name), ', ')
      from unnest(array['fsync', 'synchronous_commit', 'shared_buffers', 'max_wal_size']) name
      """)
  }

  /// Calls `body` with the URL of a new, empty database, and drops the database afterwards.
  func withDatabase<Value: Sendable>(_ body: @Sendable (_ url: String) async throws -> Value) async throws -> Value {
    let name = "pressrun_bench_" + String(UInt64.random(in: .min ... .max), radix: 36)
    _ = try await queryText(Statement("create database \(name)"))
    // Pages that earlier runs left dirty must not be written during this run.
    _ = try await queryText("checkpoint")
    let result: Result<Value, any Error>
    do { result = .success(try await body(Self.url(url, database: name))) } catch { result = .failure(error) }
    _ = try await queryText(Statement("drop database \(name) with (force)"))
    return try result.get()
  }

  /// Calls `body` with a queue in a new, migrated database in which the kind `empty` is registered.
  func withQueue<Value: Sendable>(
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

  /// Stops the server if it was started here.
  func stop() async throws { try await cluster?.stop() }

  /// Executes `sql` on a connection opened for it. Returns the first column of the first row.
  private func queryText(_ sql: Statement) async throws -> String {
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

  /// The URL of another database on the same server.
  private static func url(_ url: String, database: String) -> String {
    let end = url.firstIndex(of: "?") ?? url.endIndex
    let scheme = url.range(of: "://")?.upperBound ?? url.startIndex
    let slash = url[scheme..<end].firstIndex(of: "/") ?? end
    return url[..<slash] + "/" + database + url[end...]
  }
}

/// Calls `body` with the server of `DATABASE_URL`, or one started for the benchmark, and with a temporary folder.
func withBenchmarkServer(_ body: (BenchmarkServer, _ folder: String) async throws -> Void) async throws {
  let folder = "/var/tmp/pressrun-bench-\(UUID().uuidString.prefix(8).lowercased())"
  let given = ProcessInfo.processInfo.environment["DATABASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let server = try await BenchmarkServer(url: given, folder: folder + "/postgres")
  do {
    try await body(server, folder)
  } catch {
    try? await server.stop()
    throw error
  }
  try await server.stop()
}
