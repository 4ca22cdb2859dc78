import Application
import ArgumentParser
import ArtifactStore
import Composition
import Rendering
import System

/// The renderer process of a worker, which is started by workers only.
struct RendererCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renderer", abstract: "Render documents for a worker, over stdin and stdout.", shouldDisplay: false)

  @Flag(help: "Do not start if the kernel refuses the system call filter.")
  var requireSandbox = false

  func run() throws {
    let program = try RendererProgram()
    try RendererLimits().apply()
    try withLargeStack { [requireSandbox] in
      Result {
        // Loads fonts and libraries before the filter is in force.
        let installation = Installation()
        let store = try installation.artifactStore()
        let renderer = try DocumentRenderer(kinds: installation.kinds()) { sha256 throws(CompositionError) in
          try store.bytes(sha256)
        }
        var problem: String?
        do throws(RenderingError) {
          try RendererSandbox.enter()
        } catch {
          if requireSandbox { throw error }
          problem = error.message
        }
        try program.run(sandboxProblem: problem) { (request, payload, progress) throws(RenderFailure) in
          try renderer.render(request, payload, progress: progress)
        }
      }
    }.get()
  }
}
