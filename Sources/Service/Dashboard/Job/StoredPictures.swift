import ArtifactStore
import Rendering
import Web

/// Pages of the documents in the artifact store.
package struct StoredPictures: PagePictures {
  private let artifacts: ArtifactStore
  private let renderer: PagePictureRenderer

  package init(artifacts: ArtifactStore, renderer: PagePictureRenderer) {
    self.artifacts = artifacts
    self.renderer = renderer
  }

  package func png(of sha256: String, page: Int, width: Int) async throws -> [UInt8] {
    do {
      return try await renderer.png(of: try await artifacts.read(sha256), page: page, width: width)
    } catch let error as RenderingError where error.code == .busy {
      throw Problem(.unavailable, error.message, headers: ["Retry-After": "2"])
    } catch let error as RenderingError where error.code == .unreadable {
      throw Problem(.notFound, "the page cannot be drawn: \(error.message)")
    }
  }
}
