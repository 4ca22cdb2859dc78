import ArtifactStore

/// Writes artifacts on a thread of its own: waiting for the disk must not hold up heartbeats.
actor ArtifactKeeper {
  private let thread = ThreadExecutor(name: "artifacts")
  private let store: ArtifactStore

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ store: ArtifactStore) { self.store = store }

  func keep(_ bytes: [UInt8]) throws(ArtifactError) -> ArtifactRef { try store.put(bytes) }
}
