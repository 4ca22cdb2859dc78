import ArgumentParser
import Rendering

/// The process that works on PDF files, which is started by the service only.
struct FileTaskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "file-task", abstract: "Work on PDF files for the service, over stdin and stdout.",
    shouldDisplay: false)

  @Flag(help: "Do not work if the kernel refuses a layer of the sandbox.")
  var requireSandbox = false

  @Option(help: "The base of an annotated document.")
  var base: String?

  func run() throws { try FileTaskProgram.run(base: base, requireSandbox: requireSandbox) }
}
