import ArtifactStore
import Composition

extension ArtifactStore {
  /// The bytes of an artifact for a composer.
  /// - Throws: `artifactMissing` if there is none of that name or it cannot be read.
  package func bytes(_ sha256: String) throws(CompositionError) -> [UInt8] {
    do throws(ArtifactError) {
      return try read(sha256)
    } catch {
      throw CompositionError(.artifactMissing, error.description, at: sha256)
    }
  }
}
