import ArgumentParser
import Fleet
import System

/// The child side of a worker: not for people.
struct RendererCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renderer", abstract: "Render documents for a worker, over stdin and stdout.", shouldDisplay: false)

  @Flag(help: "Do not start where the kernel refuses to confine this process.")
  var requireSandbox = false

  func run() throws {
    let program = try RendererProgram()
    try RendererLimits().apply()
    try withLargeStack { [requireSandbox] in
      Result {
        // Fonts and libraries are loaded while files may still be looked for in every way.
        let renderer = try DocumentRenderer(Installation())
        var problem: String?
        do throws(FleetError) {
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
