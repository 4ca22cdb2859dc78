import Application
import ArtifactStore
import JobQueue

/// The state of the artifact store: which one belongs to the database, and its free space, for which there is an alarm.
extension Worker {
  /// Learns the id of another store that was bound to the database meanwhile (`pressrun artifacts bind`), with which the
  /// next job can go on.
  func checkStore(after error: ArtifactError) async {
    guard error.code == .unreachable else { return }
    do {
      try await StoreBinding(queue, store).check()
    } catch {
      log.debug("check the store: \(error)")
    }
  }

  /// Reports the space once a minute. A bucket has no limit that can be queried.
  func reportStorage(_ worker: WorkerID) async {
    repeat {
      do {
        guard let space = try await artifacts.space(), space.size > 0 else { return }
        try await queue.report(storage: StorageSpace(size: space.size, free: space.free), of: worker)
      } catch {
        // A store that fails is a problem that the next artifact reports.
        log.debug("report the storage: \(error)")
      }
    } while (try? await Task.sleep(for: .seconds(60))) != nil
  }
}
