import ArtifactStore
import Synchronization
import System

/// Writes artifacts on threads of its own: waiting for the disk must not hold up heartbeats, nor one file another.
final class ArtifactKeeper: Sendable {
  private let writers: [ArtifactThread]
  private let turn = Atomic(0)

  /// - Parameter threads: how many artifacts are written at once.
  init(_ store: ArtifactStore, threads: Int) throws(SystemError) {
    var writers: [ArtifactThread] = []
    for _ in 0..<max(1, threads) { writers.append(try ArtifactThread(store)) }
    self.writers = writers
  }

  func keep(_ bytes: [UInt8]) async throws(ArtifactError) -> ArtifactRef {
    let turn = self.turn.wrappingAdd(1, ordering: .relaxed).oldValue
    return try await writers[Int(turn.magnitude % UInt(writers.count))].keep(bytes)
  }
}

private actor ArtifactThread {
  private let thread: ThreadExecutor
  private let store: ArtifactStore

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ store: ArtifactStore) throws(SystemError) {
    thread = try ThreadExecutor(name: "artifacts")
    self.store = store
  }

  func keep(_ bytes: [UInt8]) throws(ArtifactError) -> ArtifactRef { try store.put(bytes) }
}
