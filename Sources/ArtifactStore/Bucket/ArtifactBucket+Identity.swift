import ObjectStorage

extension ArtifactBucket {
  private var identityKey: String { prefix + ArtifactStore.identityName }

  func identity() async throws(ArtifactError) -> String? {
    let bytes: [UInt8]
    do throws(ObjectStorageError) {
      bytes = try await bucket.bytes(of: identityKey, limit: 1000)
    } catch {
      if error.code == .notFound { return nil }
      throw ArtifactError(error)
    }
    return try ArtifactStore.identity(bytes, in: bucket.location.place(of: identityKey))
  }

  func identify(_ proposal: String) async throws(ArtifactError) -> String {
    if let known = try await identity() { return known }
    do throws(ObjectStorageError) {
      try await bucket.put(
        .bytes(Array((proposal + "\n").utf8)), to: identityKey,
        ObjectOptions(contentType: "text/plain", mustBeNew: true))
      return proposal
    } catch {
      guard error.code == .preconditionFailed else { throw ArtifactError(error) }
    }
    return try await identity() ?? proposal
  }
}
