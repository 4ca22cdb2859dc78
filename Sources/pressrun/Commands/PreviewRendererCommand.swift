import Application
import ArgumentParser
import OperatingSystem
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
    let program = try RendererProgram()
    try RendererLimits().apply()
    let installation = Installation()
    let readable = folder.map { [$0] } ?? installation.rendererFiles
    let problems = try RendererSandbox.isolate(readable: readable + DocumentRenderer.fontFiles)
    let home = folder == nil ? installation.home : nil
    try withLargeStack { [requireSandbox] in
      Result {
        // Loads fonts and libraries before the filter is in force.
        let renderer = try PreviewRenderer(home: home)
        var problems = problems
        do throws(RenderingError) {
          try RendererSandbox.filterSystemCalls()
        } catch {
          problems.append(error.message)
        }
        if requireSandbox && !problems.isEmpty { throw RendererSandbox.refusal(problems) }
        try program.run(sandboxProblems: problems) { (input, progress) throws(RenderFailure) in
          try renderer.render(input, progress: progress)
        }
      }
    }.get()
  }
}
