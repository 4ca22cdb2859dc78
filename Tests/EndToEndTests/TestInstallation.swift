import Delivery
import Foundation
import JobQueue
import Postgres
import TestSupport
import Testing

/// An installation for one test: a new migrated database, a data folder, and the repository's templates and kinds.
///
/// The kinds have a timeout of an hour, so that no document exceeds it on a busy machine.
struct TestInstallation: Sendable {
  let database: Database
  let queue: JobQueue
  let folder: String
  /// Nil for the installation's private cluster.
  let url: String?
  var program = pressrunPath

  static func with(_ body: @Sendable (TestInstallation) async throws -> Void) async throws {
    try await TestDatabase.withDatabase { test in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pressrun-test-\(UUID().uuidString)")
        .path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try makeHome(folder + "/home")
      let installation = TestInstallation(database: test.database, queue: test.queue, folder: folder, url: test.url)
      try await installation.pressrun("migrate")
      try await test.database.allowEveryDestination()
      try await body(installation)
    }
  }

  /// An installation with its own private cluster, which `body` may stop, instead of a database on the tests' server.
  static func withPrivateCluster(_ body: @Sendable (TestInstallation) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pressrun-test-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try makeHome(folder + "/home")
    let cluster = PrivateCluster(folder: folder + "/postgres")
    let database = Database(url: try await cluster.start())
    let result: Result<Void, any Error>
    do {
      let installation = TestInstallation(
        database: database, queue: JobQueue(database: database), folder: folder, url: nil)
      try await installation.pressrun("migrate")
      try await database.allowEveryDestination()
      try await body(installation)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await database.close()
    try await cluster.stop()
    try FileManager.default.removeItem(atPath: folder)
    try result.get()
  }

  /// Copies the kinds of a checkout with long timeouts, and links to its templates.
  static func makeHome(_ home: String, from repository: String = repository) throws {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: home + "/Templates", withDestinationPath: repository + "/Templates")
    try FileManager.default.copyItem(atPath: repository + "/Jobs", toPath: home + "/Jobs")
    for name in try FileManager.default.contentsOfDirectory(atPath: home + "/Jobs") where name.hasSuffix(".yaml") {
      let file = URL(fileURLWithPath: home + "/Jobs/" + name)
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(text.replacing(/(?m)^timeout: .*$/, with: "timeout: 1h").utf8).write(to: file)
    }
  }

  /// The same installation, whose commands connect to the database through another URL.
  func reached(through url: String) -> TestInstallation {
    TestInstallation(database: database, queue: queue, folder: folder, url: url)
  }

  /// Starts `pressrun`.
  func start(_ arguments: [String], input: [UInt8] = [], environment more: [String: String] = [:]) throws -> Program {
    var environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
    environment["DATABASE_URL"] = more["DATABASE_URL"] ?? url
    environment["PRESSRUN_HOME"] = folder + "/home"
    environment["PRESSRUN_DATA"] = folder
    // No lease expires by itself, however busy the machine is.
    let isWorker = ["work", "deliver"].contains(arguments.first) && !arguments.contains("--lease")
    return try Program(
      program, arguments + (isWorker ? ["--lease", "3600"] : []), input: input, environment: environment)
  }

  /// Runs `pressrun` to its end.
  /// - Parameter status: the expected exit status.
  @discardableResult
  func pressrun(
    _ arguments: String..., input: String = "", status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Program.Result {
    try await pressrun(arguments, input: input, status: status, sourceLocation: sourceLocation)
  }

  @discardableResult
  func pressrun(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Program.Result {
    let result = try await start(arguments, input: Array(input.utf8), environment: environment).result()
    #expect(
      result.status == status, "pressrun \(arguments.joined(separator: " ")): \(result.errors)",
      sourceLocation: sourceLocation)
    return result
  }

  /// Enqueues a payload through the command.
  func enqueue(
    _ kind: String, _ payload: String, _ options: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JobID {
    let file = folder + "/\(UUID().uuidString).json"
    try Data(payload.utf8).write(to: URL(fileURLWithPath: file))
    let result = try await start(["enqueue", kind, file] + options).result()
    #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
    return JobID(rawValue: try #require(result.lines.first.flatMap { Int64($0) }, sourceLocation: sourceLocation))
  }

  /// - Parameters:
  ///   - delivers: false if jobs have destinations that are not configured, which would be left.
  ///   - discards: the number of jobs that are discarded.
  func drain(
    delivers: Bool = true, discards: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let options = delivers ? [] : ["--no-deliver"]
    let result = try await pressrun(
      ["work", "--drain", "--concurrency", "2"] + options, status: discards > 0 ? 1 : 0, sourceLocation: sourceLocation)
    let report = "discarded: \(discards) job\(discards == 1 ? "" : "s");"
    #expect(discards == 0 || result.errors.contains(report), "\(result.errors)", sourceLocation: sourceLocation)
  }

  /// Waits for a condition in the database.
  func until(_ condition: @Sendable () async throws -> Bool) async throws {
    try await database.untilChanged(to: condition)
  }

  /// One number from the database.
  func count(_ sql: String) async throws -> Int {
    let rows = try await database.query(Statement(sql))
    return try rows[rows.startIndex].decode(0, as: Int.self)
  }

  func completed() async throws -> Int {
    try await count("SELECT count(*) FROM pressrun.jobs WHERE state = 'completed'")
  }

  /// Enqueues a note for a worker with one slot, and waits until its renderer, which is stopped, has been sent the job.
  /// The job is running until the renderer is killed or continued.
  func enqueueForStoppedRenderer(of worker: Program) async throws -> JobID {
    try #require(await worker.says("worker started"))
    let renderer = try #require(renderers(of: worker.id).first)
    kill(renderer, SIGSTOP)
    let id = try await enqueue("note", Payloads.note())
    try await waitForRequest(to: renderer)
    return id
  }

  /// Waits until a renderer has been sent a request. The renderer must be stopped (`SIGSTOP`), so that it does not read
  /// it.
  func waitForRequest(to renderer: pid_t) async throws {
    let folder = "/proc/\(renderer)/fd"
    let path = try FileManager.default.contentsOfDirectory(atPath: folder).map { folder + "/" + $0 }.first { path in
      // The only pipe that the renderer has open for reading.
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
      return target.hasPrefix("pipe:") && mode & 0o600 == 0o400
    }
    let pipe = open(try #require(path), O_RDONLY | O_CLOEXEC)
    try #require(pipe >= 0)
    await withCheckedContinuation { continuation in
      Thread {
        var entry = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, -1) < 0 && errno == EINTR {}
        close(pipe)
        continuation.resume()
      }.start()
    }
  }

  /// Lets the leases of a worker that was killed expire, and rescues its jobs as any worker would.
  func expireLeases(of worker: pid_t) async throws {
    _ = try await database.query(
      """
      update pressrun.jobs set lease_expires_at = now() - interval '1 second'
      where state = 'running' and claimed_by in (select id from pressrun.workers where pid = $1)
      """, [.integer(Int(worker))])
    _ = try await queue.rescue()
  }

  /// The processes that a worker has started.
  func renderers(of worker: pid_t) -> [pid_t] {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return folders.compactMap { pid_t($0) }.filter { process in
      guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return false }
      return status.contains("\nPPid:\t\(worker)\n")
    }
  }
}

extension TestInstallation {
  /// Makes a tenant's policy refuse destinations.
  func deny(_ rules: [String], tenant: String) async throws {
    try await PolicyStore(queue: queue).set(Policy(allowed: ["*"], denied: rules), for: tenant)
  }

  /// Path of an artifact.
  func artifact(_ sha256: String) -> String {
    "\(folder)/artifacts/objects/\(sha256.prefix(2))/\(sha256.dropFirst(2)).pdf"
  }

  /// Writes a file into the installation's folder.
  /// - Returns: its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A PDF's text, as poppler reads it.
  func text(of file: String) async throws -> String {
    let program = try Program(
      "/usr/bin/pdftotext", ["-layout", file, "-"], input: [], environment: ["LC_ALL": "C.UTF-8"])
    return await program.result().output
  }
}
