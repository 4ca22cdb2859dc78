import ArtifactStore
import Composition

extension ArtifactStore {
  /// The bytes of an asset of a job, such as `artifact:SHA-256`.
  /// - Throws: `invalidValue`, `artifactMissing`.
  package func bytes(asset: String) throws(CompositionError) -> [UInt8] {
    guard asset.hasPrefix("artifact:") else {
      throw CompositionError(.invalidValue, "expected \"artifact:\" and the digits of a SHA-256", at: "$.assets")
    }
    return try bytes(String(asset.dropFirst("artifact:".count)))
  }

  /// The bytes of an artifact for a composer in this process, which reads them from a folder only.
  /// - Throws: `artifactMissing` if there is none of that name or it cannot be read.
  package func bytes(_ sha256: String) throws(CompositionError) -> [UInt8] {
    guard case .folder(let folder) = backend else {
      throw CompositionError(
        .artifactMissing, "artifacts in a bucket are read by workers only; enqueue the job instead", at: sha256)
    }
    do throws(ArtifactError) {
      return try folder.read(sha256)
    } catch {
      throw CompositionError(.artifactMissing, error.description, at: sha256)
    }
  }
}
