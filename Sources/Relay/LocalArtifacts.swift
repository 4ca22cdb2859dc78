import ArtifactStore

/// Artifacts as local files, which senders read.
struct LocalArtifacts: Sendable {
  private let store: ArtifactStore

  init(_ store: ArtifactStore) { self.store = store }

  /// The artifact as a file of its recorded length.
  func file(_ sha256: String, bytes: Int) async throws(ArtifactError) -> LocalArtifact {
    let ref = try store.find(sha256)
    guard ref.bytes == bytes else {
      throw ArtifactError(
        code: .damaged, message: "The file has \(ref.bytes) bytes, but the artifact has \(bytes).", path: ref.path,
        advice: "Restore the file from a backup, or retry the job that made it.")
    }
    return LocalArtifact(path: ref.path)
  }
}

/// A local file with the bytes of an artifact, for the time of one attempt.
struct LocalArtifact: Sendable {
  let path: String
}
