import ArtifactStore
import Foundation
import JobQueue
import Logging
import Postgres

/// Checks that a database and an artifact store belong together: the store's files are referenced by this database.
/// Otherwise a worker would store documents in the wrong store, and `prune` would remove the files of another database.
package struct StoreBinding {
  package let queue: JobQueue
  package let store: ArtifactStore

  package init(_ queue: JobQueue, _ store: ArtifactStore) {
    self.queue = queue
    self.store = store
  }

  /// Binds the store to the database if neither has been used before. Several processes may do this at the same time,
  /// and one that was killed meanwhile is continued by the next: the beginning of the id says that the store was made
  /// for this database.
  /// - Throws: `ApplicationError` `.wrongStore`; `ArtifactError`; `QueueError`.
  package func bind() async throws {
    if try await check() { return }
    let prefix = try await queue.storePrefix()
    let identity = try await store.identify("\(prefix).\(UUID().uuidString.lowercased())")
    guard identity.hasPrefix(prefix) else { throw mismatch(bound: nil, found: identity) }
    let bound = try await queue.bindStore(identity)
    guard bound == identity else { throw mismatch(bound: bound, found: identity) }
    store.expect(identity)
  }

  /// Binds the store as `bind` does. A login that may not bind a store may use the one that is bound.
  /// - Throws: as `bind`.
  package func bindIfPermitted() async throws {
    do {
      try await bind()
    } catch let error as PostgresError where error.sqlState == "42501" {
      return
    }
  }

  /// Calls `bind` repeatedly until the store is reachable.
  package func bindWhenReachable(log: Logger) async throws {
    var delay = RetryDelay(first: .milliseconds(200), limit: .seconds(5))
    while true {
      do {
        return try await bind()
      } catch let error as ArtifactError where error.code == .unreachable {
        if delay.failures == 0 { log.warning("the artifact store is out of reach; waiting for it: \(error)") }
        try await Task.sleep(for: delay.next())
      }
    }
  }

  /// Checks the store without changing anything.
  /// - Returns: false if the store is not bound yet: the database has used none, and the store is new or was made for
  ///   it.
  /// - Throws: as `bind`.
  @discardableResult
  package func check() async throws -> Bool {
    let bound = try await queue.storeID()
    let found = try await store.identity()
    if bound == nil, let found, found.hasPrefix(try await queue.storePrefix()) { return false }
    guard bound == found else { throw mismatch(bound: bound, found: found) }
    if let found { store.expect(found) }
    return bound != nil
  }

  /// Checks the store when a process starts that serves requests: those that need no store are also answered while it,
  /// or the database, is out of reach or not set up yet.
  /// - Throws: `ApplicationError` `.wrongStore`.
  package func checkAtStart(log: Logger) async throws {
    do {
      try await check()
    } catch let error as ApplicationError {
      throw error
    } catch {
      log.warning("it could not be checked whether the artifact store is that of the database: \(error)")
    }
  }

  /// Binds this store to the database, whatever store it was bound to before: the artifacts were moved or restored
  /// here.
  /// - Returns: the store's id.
  package func replace() async throws -> String {
    let identity = try await store.identify(UUID().uuidString.lowercased())
    try await queue.replaceStore(identity)
    store.expect(identity)
    return identity
  }

  private func mismatch(bound: String?, found: String?) -> ApplicationError {
    if found == nil, let bound {
      return ApplicationError(
        code: .wrongStore,
        message: "there is no artifact store here, but the database uses one with the id \"\(bound)\"; mount its file "
          + "system, correct PRESSRUN_ARTIFACTS, PRESSRUN_DATA or DATABASE_URL, or, if the database's artifacts are here "
          + "now, run: pressrun artifacts bind", place: store.location)
    }
    let (bound, found) = (bound.map { "\"\($0)\"" } ?? "none", found.map { "\"\($0)\"" } ?? "none")
    return ApplicationError(
      code: .wrongStore,
      message: "this artifact store has the id \(found), but the database uses a store with the id \(bound); correct "
        + "PRESSRUN_ARTIFACTS, PRESSRUN_DATA or DATABASE_URL, or, if the database's artifacts are here now, run: "
        + "pressrun artifacts bind", place: store.location)
  }
}
