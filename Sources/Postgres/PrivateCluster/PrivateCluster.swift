import CLibPQ
import Glibc
import System

/// A PostgreSQL of Pressrun's own, for when no `DATABASE_URL` is set: started from the installed server programs,
/// reachable through a Unix socket in a folder of mode 0700 only. Data is as safe in it as in any other (fsync is on).
package struct PrivateCluster: Sendable {
  /// The folder that holds the cluster, absolute: `$PRESSRUN_DATA/postgres`, or `.pressrun/postgres` below the working
  /// folder. It may be a link.
  package let folder: String
  /// Settings for `postgresql.conf` besides Pressrun's own, which they override.
  package var settings: [String: String]

  /// - Parameter folder: absolute.
  package init(folder: String, settings: [String: String] = [:]) {
    self.folder = folder
    self.settings = settings
  }

  /// - Parameters:
  ///   - environment: where `PRESSRUN_DATA` is looked up.
  ///   - workingFolder: absolute.
  package init(environment: [String: String], workingFolder: String) {
    var home = environment["PRESSRUN_DATA"] ?? ""
    if home.isEmpty { home = ".pressrun" }
    self.init(folder: (home.hasPrefix("/") ? home : workingFolder + "/" + home) + "/postgres")
  }

  private static let name = "pressrun"

  /// Makes the cluster if there is none, starts it if it is not running, and makes its database. May be called by
  /// several processes at once, and again at any time.
  /// - Returns: the connection URL.
  /// - Throws: `PostgresError` `.serverNotInstalled`, `.clusterFailed`.
  @discardableResult
  package func start() async throws -> String {
    try await onThread(name: "postgres-cluster") {
      let user = try ServerUser.running(folder)
      try Files.makeFolder(Files.parent(of: folder))
      return try Files.withLock(folder + ".lock") {
        for abandoned in ClusterPlace.abandoned(by: folder) { remove(abandoned, user) }
        let place = try ClusterPlace.make(folder, for: user)
        OrphanedServers.end(of: place.data)
        // A server whose socket was removed under it is out of reach for good.
        if server(of: place) != nil, !Files.exists(place.socketFolder + ClusterPlace.socketName) {
          try halt(place, user, mode: "fast")
        }
        if server(of: place) == nil {
          let programs = try ServerPrograms.find(major: version(of: place))
          if version(of: place) == nil { try initialise(place, programs, user) }
          try launch(place, programs, user)
        }
        try awaitReady(place)
        try makeDatabase(place)
        return Self.url(place, database: Self.name)
      }
    }
  }

  /// Stops the cluster and waits until it has stopped. Nothing happens where it is not running.
  package func stop() async throws {
    try await onThread(name: "postgres-cluster") {
      guard ClusterPlace.existing(folder) != nil else { return }
      let user = try ServerUser.running(folder)
      try Files.withLock(folder + ".lock") {
        guard let place = ClusterPlace.existing(folder) else { return }
        try halt(place, user, mode: "fast")
      }
    }
  }

  /// Whether a server runs on the cluster.
  package func isRunning() async throws -> Bool {
    try await onThread(name: "postgres-cluster") { ClusterPlace.existing(folder).flatMap(server) != nil }
  }

  /// The running server's process; nil where none runs.
  package func process() -> pid_t? { ClusterPlace.existing(folder).flatMap(server) }

  /// The connection URL, whether or not the server runs.
  /// - Throws: `PostgresError` `.clusterFailed` where the cluster was never started.
  package func url() throws -> String {
    guard let place = ClusterPlace.existing(folder) else {
      throw PostgresError(
        code: .clusterFailed, message: "there is no private database at \(folder)",
        hint: "start it with: pressrun database start")
    }
    return Self.url(place, database: Self.name)
  }

  // MARK: Steps. All block, and are called under the lock.

  private static func url(_ place: ClusterPlace, database: String) -> String {
    var host = ""
    for byte in place.socketFolder.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        host.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        host += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return "postgresql://\(name)@/\(database)?host=\(host)&port=5432"
  }

  private func version(of place: ClusterPlace) -> Int? {
    Files.text(place.data + "/PG_VERSION").flatMap { Int($0.trimmed) }
  }

  /// The running server's process; nil where none runs, whatever its files say.
  private func server(of place: ClusterPlace) -> pid_t? {
    guard let text = Files.text(place.data + "/postmaster.pid"),
      let pid = text.split(separator: "\n").first.flatMap({ pid_t($0) }),
      pid > 0
    else { return nil }
    // After a crash the number may be another process's. The postmaster works in its data folder.
    return Files.linkTarget("/proc/\(pid)/cwd") == place.data ? pid : nil
  }

  private func run(_ command: [String], as user: ServerUser, _ what: String, log: String? = nil) throws(PostgresError) {
    let outcome = try ServerCommand.run(try user.command(command))
    guard outcome.status != 0 else { return }
    let lines = log.flatMap { Files.text($0) }?.split(separator: "\n").suffix(8).joined(separator: "\n") ?? ""
    throw PostgresError(
      code: .clusterFailed, message: "\(what): exit status \(outcome.status)",
      detail: [outcome.output, lines].filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  private func initialise(_ place: ClusterPlace, _ programs: ServerPrograms, _ user: ServerUser) throws {
    // In a folder beside the last one, so that what an interrupted initdb leaves is never taken for a cluster.
    let scratch = place.folder + "/data.new"
    try run(["rm", "-rf", scratch, place.data], as: user, "cannot clear \(scratch)")
    var command = [
      programs.path("initdb"), "-D", scratch, "--username", Self.name, "--auth=trust", "--encoding=UTF8",
      "--locale=C.UTF-8",
    ]
    if settings["fsync"] == "off" { command.append("--no-sync") }
    try run(command, as: user, "initdb failed")
    guard rename(scratch, place.data) == 0 else { throw Files.failure("cannot rename \(scratch)") }
  }

  private func launch(_ place: ClusterPlace, _ programs: ServerPrograms, _ user: ServerUser) throws {
    try configure(place, user)
    try disownProcess(place, user)
    if let size = Files.info(place.log)?.st_size, size > 8 << 20 { rename(place.log, place.log + ".1") }
    let deadline = ContinuousClock.now + .seconds(15)
    while true {
      do throws(PostgresError) {
        return try run(
          [programs.path("pg_ctl"), "start", "-s", "-w", "-t", "120", "-D", place.data, "-l", place.log], as: user,
          "the private PostgreSQL did not start", log: place.log)
      } catch {
        // Children of a server that was killed are on their way out: it says so, and does not start before they are
        // gone.
        guard error.detail?.contains("shared memory block") == true, ContinuousClock.now < deadline else { throw error }
        usleep(200_000)
      }
    }
  }

  /// After a crash the lock files may name a process that is another program's by now, or that nobody has buried yet,
  /// which keeps the server from starting. The rest of the data folder's is kept: by it the server finds children of
  /// its crashed forerunner.
  private func disownProcess(_ place: ClusterPlace, _ user: ServerUser) throws {
    unlink(place.socketFolder + ClusterPlace.socketName + ".lock")
    let path = place.data + "/postmaster.pid"
    guard let text = Files.text(path) else { return }
    let rest = text.drop { $0 != "\n" }
    try Files.write("\(pid_t.max)\(rest)", to: path, owner: user)
  }

  private func configure(_ place: ClusterPlace, _ user: ServerUser) throws {
    let own = [
      "listen_addresses": "", "port": "5432", "unix_socket_directories": place.socketFolder, "cluster_name": Self.name,
      // No replica follows it, so the log need only serve a crash.
      "wal_level": "minimal", "max_wal_senders": "0", "jit": "off", "log_timezone": "UTC",
    ]
    let lines = own.merging(settings) { $1 }.sorted { $0.key < $1.key }.map { name, value in
      "\(name) = '\(value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    }
    try Files.write(lines.joined(separator: "\n") + "\n", to: place.data + "/pressrun.conf", owner: user)
    try Files.write("local all all trust\n", to: place.data + "/pg_hba.conf", owner: user)
    let main = place.data + "/postgresql.conf"
    let text = Files.text(main) ?? ""
    let include = "include 'pressrun.conf'\n"
    if !text.hasSuffix(include) { try Files.write(text + "\n" + include, to: main, owner: user) }
  }

  private func awaitReady(_ place: ClusterPlace) throws {
    let url = Self.url(place, database: "postgres")
    let deadline = ContinuousClock.now + .seconds(120)
    // Another process's start may still be recovering from a crash.
    while PQping(url) != PQPING_OK {
      guard ContinuousClock.now < deadline else {
        throw PostgresError(code: .clusterFailed, message: "the private PostgreSQL does not answer; see \(place.log)")
      }
      usleep(20_000)
    }
  }

  private func makeDatabase(_ place: ClusterPlace) throws {
    let configuration = DatabaseConfiguration(url: Self.url(place, database: "postgres"))
    let wire = try Wire(connecting: configuration, interrupt: try Interrupt())
    let found = try wire.run(script: "select from pg_database where datname = '\(Self.name)'", cancellable: false)
    if found.rowCount == 0 { _ = try wire.run(script: "create database \(Self.name)", cancellable: false) }
  }

  private func halt(_ place: ClusterPlace, _ user: ServerUser, mode: String) throws {
    guard server(of: place) != nil else { return }
    let programs = try ServerPrograms.find(major: version(of: place))
    try run(
      [programs.path("pg_ctl"), "stop", "-s", "-w", "-t", "120", "-m", mode, "-D", place.data], as: user,
      "the private PostgreSQL did not stop", log: place.log)
  }

  /// Stops and deletes what an earlier folder of the same name left behind. Best effort: it is in nobody's way.
  private func remove(_ place: ClusterPlace, _ user: ServerUser) {
    guard (try? halt(place, user, mode: "immediate")) != nil else { return }
    _ = try? ServerCommand.run(["rm", "-rf", place.folder])
  }
}
