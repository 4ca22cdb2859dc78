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
    try runRenderer(readable: { $0.rendererFiles }, requireSandbox: requireSandbox) { installation in
      let renderer = try DocumentRenderer(kinds: installation.kinds())
      return { (input, progress) throws(RenderFailure) in try renderer.render(input, progress: progress) }
    }
  }
}

/// Answers requests in the sandbox until the input ends.
/// - Parameters:
///   - readable: the files that the process may read, besides fonts.
///   - make: loads fonts, and returns the renderer. It is called before system calls are filtered.
func runRenderer(
  readable: (Installation) -> [String], requireSandbox: Bool,
  _ make: @escaping @Sendable (Installation) throws -> RendererProgram.Render
) throws {
  let program = try RendererProgram()
  try RendererLimits().apply()
  DocumentRenderer.loadLibraries()
  let installation = Installation()
  let problems = try RendererSandbox.isolate(readable: readable(installation) + DocumentRenderer.fontFiles)
  try withLargeStack {
    Result {
      let render = try make(installation)
      var problems = problems
      do throws(RenderingError) {
        try RendererSandbox.filterSystemCalls()
      } catch {
        problems.append(error.message)
      }
      if requireSandbox && !problems.isEmpty { throw RendererSandbox.refusal(problems) }
      try program.run(sandboxProblems: problems, render)
    }
  }.get()
}
