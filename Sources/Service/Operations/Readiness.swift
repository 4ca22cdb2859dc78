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
    /// It is nil if all is well.
    package var problem: String?
  }

  /// The checks that did not end within the time limit. Each may block a thread, so they are not started again.
  private var unfinished: Set<Int> = []
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
    let task = Task { await run() }
    current = task
    result = await task.value
    current = nil
    validUntil = .now + Self.lifetime
    return result
  }

  private func run() async -> [Check] {
    await withTaskGroup(of: (Int, String?).self) { group in
      for index in checks.indices { group.addTask { (index, await self.problem(ofCheck: index)) } }
      var results = checks.map { Check(name: $0.name, problem: nil) }
      for await (index, problem) in group { results[index].problem = problem }
      return results
    }
  }

  /// The result of a check, or of the time limit. A check that does not end when it is cancelled is not waited for.
  private func problem(ofCheck index: Int) async -> String? {
    let late = "there is no answer within \(timeLimit.components.seconds) s"
    guard unfinished.insert(index).inserted else { return late }
    let (results, continuation) = AsyncStream<String?>.makeStream()
    let running = Task { [check = checks[index].run] in
      let problem = await check()
      unfinished.remove(index)
      continuation.yield(problem)
    }
    let timer = Task { [timeLimit] in
      try await Task.sleep(for: timeLimit)
      continuation.yield(late)
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
      // First, because it learns the id of a store that was bound meanwhile.
      try await StoreBinding(queue, store).check()
    } catch let error as ApplicationError {
      log.warning("not ready: \(error)", metadata: ["check": "store"])
      return "the artifact store is not that of the database"
    } catch {
      // The check of the database, or the following one, reports it.
    }
    do {
      _ = try await store.find(String(repeating: "0", count: 64))
    } catch  where error.code == .missing {
      // The store answers that it has no such artifact.
    } catch {
      log.warning("not ready: \(error)", metadata: ["check": "store"])
      return "the artifact store does not answer"
    }
    return nil
  }
}
