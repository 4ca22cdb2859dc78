import Delivery
import Foundation
import JobQueue
import Postgres
import TestSupport
import Testing

/// A Pressrun of its own: a fresh migrated database, a data folder, and the repository's kinds and templates.
struct Site: Sendable {
  let database: Database
  let queue: JobQueue
  let folder: String
  /// Nil for the site's private cluster.
  let url: String?

  static func with(_ body: @Sendable (Site) async throws -> Void) async throws {
    try await TestDatabase.withDatabase { test in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("site-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let site = Site(database: test.database, queue: test.queue, folder: folder, url: test.url)
      try await site.pressrun("migrate")
      try await body(site)
    }
  }

  /// Not with a database of the tests' server, but with a private cluster as `pressrun` starts it: `body` may stop it.
  static func withPrivateCluster(_ body: @Sendable (Site) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("site-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let cluster = PrivateCluster(folder: folder + "/postgres")
    let database = Database(url: try await cluster.start())
    let result: Result<Void, any Error>
    do {
      let site = Site(database: database, queue: JobQueue(database: database), folder: folder, url: nil)
      try await site.pressrun("migrate")
      try await body(site)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await database.close()
    try await cluster.stop()
    try FileManager.default.removeItem(atPath: folder)
    try result.get()
  }

  /// The same, whose commands reach the database at another URL.
  func reached(through url: String) -> Site { Site(database: database, queue: queue, folder: folder, url: url) }

  /// Starts `pressrun`.
  func start(_ arguments: [String], input: [UInt8] = [], environment more: [String: String] = [:]) throws -> Program {
    var environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
    environment["DATABASE_URL"] = url
    environment["PRESSRUN_HOME"] = repository
    environment["PRESSRUN_DATA"] = folder
    return try Program(pressrunPath, arguments, input: input, environment: environment)
  }

  /// Runs `pressrun` to its end.
  /// - Parameter status: the exit status that is right here.
  @discardableResult
  func pressrun(
    _ arguments: String..., input: String = "", status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Program.Result {
    let result = try await start(arguments, input: Array(input.utf8)).result()
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

  func drain(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await pressrun("work", "--drain", "--concurrency", "2", sourceLocation: sourceLocation)
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

  /// Waits until a renderer that had nothing to do has a document in hand: in the database its job runs before the worker
  /// has heard of that, and a worker told to stop gives back what it has not begun.
  func untilComputing(_ renderer: pid_t) async throws {
    let before = processorTicks(of: renderer)
    while processorTicks(of: renderer) <= before + 10 {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// How much CPU time a process has used, in hundredths of a second.
  private func processorTicks(of process: pid_t) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return 0 }
    // The program's name, in parentheses, may hold anything; utime is the twelfth field after it.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return fields.count > 12 ? Int(fields[12]) ?? 0 : 0
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

extension Site {
  /// Makes a tenant's policy refuse destinations.
  func deny(_ rules: [String], tenant: String) async throws {
    try await PolicyStore(queue: queue).set(Policy(allowed: [], denied: rules), for: tenant)
  }

  /// Where an artifact lies.
  func artifact(_ sha256: String) -> String {
    "\(folder)/artifacts/objects/\(sha256.prefix(2))/\(sha256.dropFirst(2)).pdf"
  }

  /// Writes a file into the site's folder.
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
