import Composition
import OperatingSystem
import Rendering

extension Installation {
  /// Settings by which this program starts itself as the renderer of a preview, with the sandbox and environment of a
  /// worker's renderer. The renderer keeps the document that is shown, so that it is not replaced after a number of
  /// documents.
  /// - Parameters:
  ///   - folder: the folder of the page that is shown; nil for kinds.
  ///   - requireSandbox: whether a renderer must not start without a layer of the sandbox.
  package func previewRendererSettings(folder: String?, requireSandbox: Bool = false) -> RendererSettings {
    var settings = rendererSettings(JobKinds())
    settings.program.arguments =
      ["preview-renderer"] + (folder.map { ["--folder", $0] } ?? []) + (requireSandbox ? ["--require-sandbox"] : [])
    settings.documentsPerProcess = .max
    settings.memoryPerProcess = 1 << 30
    return settings
  }
}
