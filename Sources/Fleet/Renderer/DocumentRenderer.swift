import ArtifactStore
import Composition

/// What a renderer does with a request: compose, set, report.
package final class DocumentRenderer {
  private let composer: DocumentComposer
  private let artifacts: ArtifactStore

  package init(_ installation: Installation) throws {
    composer = DocumentComposer(kinds: try installation.kinds())
    artifacts = installation.artifactStore
  }

  package func render(
    _ request: RenderRequest, _ payload: [UInt8]
  ) throws(RenderFailure) -> (RenderReport, pdf: [UInt8]) {
    throw RenderFailure(code: "x", message: "", isPermanent: true)
  }
}
