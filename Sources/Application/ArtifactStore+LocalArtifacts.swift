import ArtifactStore
import Rendering

/// Artifacts that documents read. Renderers have no access to the store, so that workers and relays send them along.
extension ArtifactStore {
  /// Calls `body` with local files of the artifacts. One that does not exist is left out; the renderer reports it.
  /// - Throws: `ArtifactError`, and the errors of `body`.
  package func withLocalArtifacts(
    _ names: ArraySlice<String>, then found: [LocalArtifact] = [], isolation: isolated (any Actor)? = #isolation,
    _ body: ([LocalArtifact]) async -> RenderOutcome
  ) async throws -> RenderOutcome {
    guard let sha256 = names.first else { return await body(found) }
    do {
      return try await withLocalFile(of: sha256, isolation: isolation) { path in
        try await withLocalArtifacts(
          names.dropFirst(), then: found + [LocalArtifact(sha256: sha256, path: path)], isolation: isolation, body)
      }
    } catch let error as ArtifactError where error.code == .missing && error.path.contains(sha256.dropFirst(2)) {
      return try await withLocalArtifacts(names.dropFirst(), then: found, isolation: isolation, body)
    }
  }
}
