import JobQueue
import Postgres

/// The PostgreSQL server of the test process, started on first use and stopped with the process.
actor TestServer {
  static let shared = TestServer()

  private var starting: Task<(url: String, admin: Database), any Error>?
  private var template: Task<String, any Error>?
  private var dropping: Task<Void, Never>?
  private var count = 0

  /// Makes a database.
  func makeDatabase(migrated: Bool) async throws -> (name: String, url: String) {
    let server = try await start()
    let template = migrated ? try await migratedTemplate() : "template1"
    count += 1
    let name = "test_\(count)"
    _ = try await server.admin.query(Statement("create database \(name) template \(template)"))
    return (name, Self.url(server.url, database: name))
  }

  /// Drops a database in the background. Databases are dropped one after the other, because each drop causes a
  /// checkpoint.
  func dropDatabase(_ name: String) {
    dropping = Task { [dropping] in
      await dropping?.value
      _ = try? await start().admin.query(Statement("drop database if exists \(name) with (force)"))
    }
  }

  private func start() async throws -> (url: String, admin: Database) {
    if let starting { return try await starting.value }
    let task = Task {
      let cluster = PrivateCluster(
        folder: try Reaper.makeFolder() + "/postgres",
        settings: [
          "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "500",
          "autovacuum_naptime": "5",
        ])
      let url = try await cluster.start()
      return (url: url, admin: Database(DatabaseConfiguration(url: url, poolLimit: 2)))
    }
    starting = task
    return try await task.value
  }

  /// The name of a migrated database. Copying it is several times faster than migrating a new one.
  private func migratedTemplate() async throws -> String {
    if let template { return try await template.value }
    let server = try await start()
    if let template { return try await template.value }
    let task = Task {
      let name = "test_template"
      _ = try await server.admin.query(Statement("create database \(name)"))
      let database = Database(url: Self.url(server.url, database: name))
      try await JobQueue(database: database).migrate()
      try await database.allowEveryDestination()
      await database.close()
      return name
    }
    template = task
    return try await task.value
  }

  private static func url(_ url: String, database: String) -> String {
    url.replacing("/pressrun?", with: "/\(database)?", maxReplacements: 1)
  }
}
