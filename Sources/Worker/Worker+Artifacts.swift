import ArtifactStore
import Rendering

/// Artifacts that documents read. Renderers have no access to the store, so the worker sends them along.
extension Worker {
  /// Calls `body` with local files of the artifacts. One that does not exist is left out; the renderer reports it.
  /// - Throws: `ArtifactError`, and the errors of `body`.
  func withLocalArtifacts(
    _ names: ArraySlice<String>, then found: [LocalArtifact] = [],
    _ body: ([LocalArtifact]) async -> RenderOutcome
  ) async throws -> RenderOutcome {
    guard let sha256 = names.first else { return await body(found) }
    do {
      return try await store.withLocalFile(of: sha256) { path in
        try await withLocalArtifacts(
          names.dropFirst(), then: found + [LocalArtifact(sha256: sha256, path: path)], body)
      }
    } catch let error as ArtifactError where error.code == .missing && error.path.contains(sha256.dropFirst(2)) {
      return try await withLocalArtifacts(names.dropFirst(), then: found, body)
    }
  }
}
