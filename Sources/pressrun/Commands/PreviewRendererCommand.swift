import Application
import ArgumentParser
import Preview
import Rendering

/// The renderer process of a preview, which is started by previews only.
struct PreviewRendererCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview-renderer", abstract: "Render documents for a preview, over stdin and stdout.",
    shouldDisplay: false)

  @Option(help: "Show a page of this folder, and no kinds.")
  var folder: String?

  @Flag(help: "Do not start if the kernel refuses a layer of the sandbox.")
  var requireSandbox = false

  func run() throws {
    try runRenderer(
      readable: { installation in folder.map { [$0] } ?? installation.rendererFiles }, requireSandbox: requireSandbox
    ) { [folder] installation in
      let renderer = try PreviewRenderer(home: folder == nil ? installation.home : nil)
      return { (input, progress) throws(RenderFailure) in try renderer.render(input, progress: progress) }
    }
  }
}
