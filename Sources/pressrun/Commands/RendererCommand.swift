import Application
import ArgumentParser
import OperatingSystem
import Rendering

/// The renderer process of a worker, which is started by workers only.
struct RendererCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renderer", abstract: "Render documents for a worker, over stdin and stdout.", shouldDisplay: false)

  @Flag(help: "Do not start if the kernel refuses a layer of the sandbox.")
  var requireSandbox = false

  func run() throws {
    let program = try RendererProgram()
    try RendererLimits().apply()
    let installation = Installation()
    let problems = try RendererSandbox.isolate(readable: installation.rendererFiles + DocumentRenderer.fontFiles)
    try withLargeStack { [requireSandbox] in
      Result {
        // Loads fonts and libraries before the filter is in force.
        let renderer = try DocumentRenderer(kinds: installation.kinds())
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
