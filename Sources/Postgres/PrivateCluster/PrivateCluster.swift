import CLibPQ
import Glibc
import OperatingSystem

/// A PostgreSQL cluster for one installation, used if no `DATABASE_URL` is set. It is run by the installed server
/// programs, accepts connections only on a Unix socket in a folder of mode 0700, and is durable (fsync is on).
package struct PrivateCluster: Sendable {
  /// The cluster's folder, an absolute path: `$PRESSRUN_DATA/postgres`, or `.pressrun/postgres` in the working folder.
  /// It may be a link.
  package let folder: String
  /// Settings for `postgresql.conf`, which override the settings of this type.
  package var settings: [String: String]
  /// After it a server that accepts connections but does not answer is an error.
  var answerTimeout = Duration.seconds(10)

  /// - Parameter folder: absolute.
  package init(folder: String, settings: [String: String] = [:]) {
    self.folder = folder
    self.settings = settings
  }

  /// - Parameters:
  ///   - environment: may contain `PRESSRUN_DATA`.
  ///   - workingFolder: absolute.
  package init(environment: [String: String], workingFolder: String) {
    var home = environment["PRESSRUN_DATA"] ?? ""
    if home.isEmpty { home = ".pressrun" }
    self.init(folder: (home.hasPrefix("/") ? home : workingFolder + "/" + home) + "/postgres")
  }

  private static let name = "pressrun"

  /// Creates the cluster if it does not exist, starts it if it does not run, and creates its database. May be called at
  /// any time, by several processes concurrently.
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
        // A server whose socket was removed cannot be reached any more.
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

  /// Stops the cluster and waits until it has stopped. Does nothing if it does not run.
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

  /// Whether the cluster's server runs.
  package func isRunning() async throws -> Bool {
    try await onThread(name: "postgres-cluster") { ClusterPlace.existing(folder).flatMap(server) != nil }
  }

  /// The process of the running server; nil if it does not run.
  package func process() -> pid_t? { ClusterPlace.existing(folder).flatMap(server) }

  /// The connection URL, whether or not the server runs.
  /// - Throws: `PostgresError` `.clusterFailed` if the cluster does not exist.
  package func url() throws -> String {
    guard let place = ClusterPlace.existing(folder) else {
      throw PostgresError(
        code: .clusterFailed, message: "there is no private database at \(folder)",
        hint: "start it with: pressrun database start")
    }
    return Self.url(place, database: Self.name)
  }

  // MARK: Steps (they block; the caller holds the lock)

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

  /// The process of the running server; nil if it does not run, even if there is a `postmaster.pid`.
  private func server(of place: ClusterPlace) -> pid_t? {
    guard let text = Files.text(place.data + "/postmaster.pid"),
      let pid = text.split(separator: "\n").first.flatMap({ pid_t($0) }),
      pid > 0
    else { return nil }
    // After a crash another process may have the number. The postmaster's working folder is the data folder.
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
    // In a scratch folder, so that the files of an interrupted initdb are not taken for a cluster.
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
        // Processes of a killed server still run. The server does not start until they have ended.
        guard error.detail?.contains("shared memory block") == true, ContinuousClock.now < deadline else { throw error }
        usleep(200_000)
      }
    }
  }

  /// Removes the process number from the lock files. After a crash it may be the number of another program or of a
  /// zombie, which would prevent the start. The other lines of `postmaster.pid` are kept, because the server finds
  /// processes of the crashed server by them.
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
      // There are no replicas, so the log is needed for crash recovery only.
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
    let url = Self.url(place, database: "postgres") + "&connect_timeout=\(answerTimeout.components.seconds)"
    let deadline = ContinuousClock.now + .seconds(120)
    // A server that another process has started may still be recovering from a crash, and says so at once.
    while true {
      let start = ContinuousClock.now
      if PQping(url) == PQPING_OK { return }
      guard ContinuousClock.now < deadline, ContinuousClock.now - start < answerTimeout - .seconds(1) else {
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

  /// Stops and deletes the cluster of an earlier folder of the same name. Errors are ignored.
  private func remove(_ place: ClusterPlace, _ user: ServerUser) {
    guard (try? halt(place, user, mode: "immediate")) != nil else { return }
    _ = try? ServerCommand.run(["rm", "-rf", place.folder])
  }
}
