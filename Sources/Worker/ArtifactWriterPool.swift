import ArtifactStore
import Synchronization
import System

/// Stores artifacts on dedicated threads, so that waiting for the disk delays neither heartbeats nor other artifacts.
final class ArtifactWriterPool: Sendable {
  private let writers: [ArtifactWriterThread]
  private let next = Atomic(0)

  /// - Parameter threads: the number of artifacts that may be written at once.
  init(_ store: ArtifactStore, threads: Int) throws(SystemError) {
    var writers: [ArtifactWriterThread] = []
    for _ in 0..<max(1, threads) { writers.append(try ArtifactWriterThread(store)) }
    self.writers = writers
  }

  func store(_ bytes: [UInt8]) async throws(ArtifactError) -> ArtifactRef {
    let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return try await writers[Int(number.magnitude % UInt(writers.count))].store(bytes)
  }
}

private actor ArtifactWriterThread {
  private let thread: ThreadExecutor
  private let artifacts: ArtifactStore

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ artifacts: ArtifactStore) throws(SystemError) {
    thread = try ThreadExecutor(name: "artifacts")
    self.artifacts = artifacts
  }

  func store(_ bytes: [UInt8]) throws(ArtifactError) -> ArtifactRef { try artifacts.put(bytes) }
}
