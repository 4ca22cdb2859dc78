import Composition
import OperatingSystem
import Rendering

extension Installation {
  /// Settings by which this program starts itself as the renderer of a preview, with the sandbox and environment of a worker's
  /// renderer. The renderer keeps the document that is shown, so that it is not replaced after a number of documents.
  /// - Parameter folder: the folder of the page that is shown; nil for kinds.
  package func previewRendererSettings(folder: String?) -> RendererSettings {
    var settings = rendererSettings(JobKinds())
    settings.program.arguments = ["preview-renderer"] + (folder.map { ["--folder", $0] } ?? [])
    settings.documentsPerProcess = .max
    settings.memoryPerProcess = 1 << 30
    return settings
  }
}
