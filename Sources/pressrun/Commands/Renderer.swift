import ArgumentParser
import Fleet

/// The child side of a worker: not for people.
struct RendererCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renderer", abstract: "Render documents for a worker, over stdin and stdout.", shouldDisplay: false)

  func run() throws {
    let program = try RendererProgram()
    try RendererLimits().apply()
    try withLargeStack {
      Result { try program.run(DocumentRenderer(Installation()).render) }
    }.get()
  }
}
