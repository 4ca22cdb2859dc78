import Application
import Archives
import ArgumentParser
import Diagnostics
import Foundation
import PDF
import Rendering
import Service

struct ArchivePages: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pages",
    abstract: "Draw the pages of a PDF or a document with their annotations as PNG files, for review.",
    discussion: """
      Each page is drawn by a separate sandboxed process. The number of annotations of each page is printed. A picture can \
      be the view on which ink is recorded (viewWidth and viewHeight are its size in pixels).
      """)

  @OptionGroup
  var state: ArchiveStateArguments

  @Option(help: "Only this page, from 1.")
  var page: Int?

  @Option(help: "The width of the pictures in pixels.")
  var width = 1240

  @Option(name: .shortAndLong, help: "The files to write, such as page-%d.png; %d is the number of the page.")
  var output: String

  func validate() throws {
    guard page.map({ $0 >= 1 }) ?? true else { throw ValidationError("--page must be 1 or greater.") }
    guard (16...4000).contains(width) else { throw ValidationError("--width must be from 16 to 4000.") }
    let places = output.components(separatedBy: "%d").count - 1
    guard places == 1 || page != nil && places == 0 else {
      throw ValidationError("--output needs one %d for the number of the page.")
    }
  }

  func run() async throws { try await draw(try await state.file()) }

  private func draw(_ file: PDFFile) async throws {
    let pages = try about(state.target) { () throws(PDFError) in try file.pages() }
    let bytes = file.bytes.array(0..<file.length)
    guard page.map({ $0 <= pages.count }) ?? true else {
      throw Failure("has no page \(page ?? 0); it has \(pages.count)", place: state.target, status: Failure.badInput)
    }
    let renderer = PagePictureRenderer(program: .withoutSecrets("page-picture"))
    for number in page.map({ $0..<$0 + 1 }) ?? 1..<pages.count + 1 {
      let path = output.replacingOccurrences(of: "%d", with: "\(number)")
      do {
        try write(try await renderer.png(of: bytes, page: number, width: width), to: path)
      } catch let error as RenderingError where error.code == .unreadable || error.code == .tooSlow {
        let problem =
          error.code == .tooSlow
          ? "page \(number) takes too long to draw" : "page \(number) cannot be drawn: \(error.message)"
        throw Failure(problem, place: state.target, status: Failure.badInput)
      }
      let count = try about(state.target) { () throws(PDFError) in try file.annotations(of: pages[number - 1]).count }
      printMessage("\(path): page \(number), \(counted(count, "annotation"))")
    }
  }
}
