import ArgumentParser
import Rendering

/// The process that draws a page of a PDF file, which is started by the service only.
struct PagePictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page-picture", abstract: "Draw a page of a PDF file for the service, over stdin and stdout.",
    shouldDisplay: false)

  @Option(help: "The page, from 1.")
  var page: Int

  @Option(help: "Width of the picture in pixels.")
  var width: Int

  @Flag(help: "Do not draw if the kernel refuses a layer of the sandbox.")
  var requireSandbox = false

  func run() throws {
    try PagePictureProgram.run(page: page, width: width, requireSandbox: requireSandbox)
  }
}
