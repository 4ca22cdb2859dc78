import ArtifactStore
import OperatingSystem
import Synchronization

/// Stores artifacts: in a folder on dedicated threads, so that waiting for the disk delays neither heartbeats nor other
/// artifacts; in a bucket from the calling task, which does not block a thread.
final class ArtifactWriterPool: Sendable {
  private let store: ArtifactStore
  private let writers: [ArtifactWriterThread]
  private let next = Atomic(0)

  /// - Parameter threads: the number of artifacts that may be written to a folder at once.
  init(_ store: ArtifactStore, threads: Int) throws(SystemError) {
    self.store = store
    var writers: [ArtifactWriterThread] = []
    if case .folder(let folder) = store.backend {
      for _ in 0..<max(1, threads) { writers.append(try ArtifactWriterThread(folder)) }
    }
    self.writers = writers
  }

  func store(_ bytes: [UInt8]) async throws(ArtifactError) -> ArtifactRef {
    guard !writers.isEmpty else { return try await store.put(bytes) }
    let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return try await writers[Int(number.magnitude % UInt(writers.count))].store(bytes)
  }

  /// The space of the folder's file system, which may take as long as the disk needs to answer.
  /// - Returns: nil for a bucket.
  func space() async throws(ArtifactError) -> (size: Int, free: Int)? { try await writers.first?.space() }
}

private actor ArtifactWriterThread {
  private let thread: ThreadExecutor
  private let artifacts: ArtifactFolder

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ artifacts: ArtifactFolder) throws(SystemError) {
    thread = try ThreadExecutor(name: "artifacts")
    self.artifacts = artifacts
  }

  func store(_ bytes: [UInt8]) throws(ArtifactError) -> ArtifactRef { try artifacts.put(bytes) }

  func space() throws(ArtifactError) -> (size: Int, free: Int) { try artifacts.space() }
}
