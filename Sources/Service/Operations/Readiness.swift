import Application
import ArtifactStore
import Foundation
import JobQueue
import Logging

/// Whether a process can serve requests: the schema fits this program, and database and artifact store answer.
///
/// Anybody may ask. A result is therefore kept for a second, and reasons name no addresses; the log has the details.
package actor Readiness {
  /// One condition of readiness.
  package struct Check: Hashable, Sendable {
    package var name: String
    /// Nil if all is well.
    package var problem: String?
  }

  private let checks: [(name: String, run: @Sendable () async -> String?)]
  private var current: Task<[Check], Never>?
  private var result: [Check] = []
  private var validUntil: ContinuousClock.Instant?
  private static let lifetime = Duration.seconds(1)
  /// A check that takes longer has failed.
  private let timeLimit: Duration

  /// - Parameter checks: each returns a problem in one sentence, or nil.
  init(checks: [(name: String, run: @Sendable () async -> String?)], timeLimit: Duration = .seconds(5)) {
    self.checks = checks
    self.timeLimit = timeLimit
  }

  package init(queue: JobQueue, store: ArtifactStore, log: Logger) {
    self.init(checks: [
      ("database", { await Self.databaseProblem(queue, log) }),
      ("store", { await Self.storeProblem(store, queue, log) }),
    ])
  }

  /// The result of all checks.
  package func check() async -> [Check] {
    if let validUntil, validUntil > .now { return result }
    if let current { return await current.value }
    let task = Task { [checks, timeLimit] in await Self.run(checks, within: timeLimit) }
    current = task
    result = await task.value
    current = nil
    validUntil = .now + Self.lifetime
    return result
  }

  private static func run(
    _ checks: [(name: String, run: @Sendable () async -> String?)], within timeLimit: Duration
  ) async -> [Check] {
    await withTaskGroup(of: (Int, Check).self) { group in
      for (index, check) in checks.enumerated() {
        group.addTask { (index, Check(name: check.name, problem: await limited(check.run, within: timeLimit))) }
      }
      var results: [(Int, Check)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The result of a check, or of the time limit. A check that does not end when it is cancelled is not waited for.
  private static func limited(
    _ check: @escaping @Sendable () async -> String?, within timeLimit: Duration
  ) async -> String? {
    let (results, continuation) = AsyncStream<String?>.makeStream()
    let running = Task { continuation.yield(await check()) }
    let timer = Task {
      try await Task.sleep(for: timeLimit)
      continuation.yield("there is no answer within \(timeLimit.components.seconds) s")
    }
    defer {
      running.cancel()
      timer.cancel()
    }
    return await results.first { _ in true } ?? nil
  }

  private static func databaseProblem(_ queue: JobQueue, _ log: Logger) async -> String? {
    do {
      try await queue.checkSchema()
      // During an upgrade, functions may be those of the next version, with which this one works.
      guard try await queue.missingSchemaObjects().isEmpty else {
        return "the schema lacks functions of this version; run pressrun migrate"
      }
      return nil
    } catch let error as QueueError where error.code == .notMigrated {
      return "the schema is older than this version; run pressrun migrate"
    } catch let error as QueueError where error.code == .migrationMismatch {
      return "the schema belongs to another version"
    } catch {
      log.warning("not ready: \(error)", metadata: ["check": "database"])
      return "the database does not answer"
    }
  }

  private static func storeProblem(_ store: ArtifactStore, _ queue: JobQueue, _ log: Logger) async -> String? {
    if case .folder(let folder) = store.backend, !FileManager.default.fileExists(atPath: folder.root) {
      return "the folder of artifacts does not exist"
    }
    do {
      _ = try await store.find(String(repeating: "0", count: 64))
    } catch  where error.code == .missing {
      // The store answers that it has no such artifact.
    } catch {
      log.warning("not ready: \(error)", metadata: ["check": "store"])
      return "the artifact store does not answer"
    }
    do {
      try await StoreBinding(queue, store).check()
    } catch let error as ApplicationError {
      log.warning("not ready: \(error)", metadata: ["check": "store"])
      return "the artifact store is not that of the database"
    } catch {
      // The check of the database reports it.
    }
    return nil
  }
}
