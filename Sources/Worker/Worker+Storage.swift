import JobQueue

/// Reports the free space of the artifact store, for which there is an alarm.
extension Worker {
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
