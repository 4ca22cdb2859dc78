import Archives
import ArgumentParser
import PDF

struct ArchiveInspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show the revisions, pages, annotations and signatures of a PDF.",
    discussion: """
      With --offset and --view-height, shows the current page of a continuous view instead: the page at the middle of the \
      view. Lengths are in points at a scale of 100%.
      """)

  @Argument(help: "The PDF.")
  var file: String

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: "Distance from the top of the first page to the top of the view, in points.")
  var offset: Double?

  @Option(help: "Height of the view in points.")
  var viewHeight: Double?

  @Option(help: "Space between two pages in points.")
  var gap = 0.0

  func validate() throws {
    guard (offset == nil) == (viewHeight == nil) else {
      throw ValidationError("--offset and --view-height must be used together.")
    }
    for (name, value) in [("--offset", offset ?? 0), ("--view-height", viewHeight ?? 0), ("--gap", gap)] {
      guard value.isFinite, value.magnitude < 1e12, name == "--offset" || value >= 0 else {
        throw ValidationError("\(name) is not a valid length.")
      }
    }
  }

  func run() throws {
    let pdf = try about(file) { () throws(PDFError) in try PDFFile(path: file) }
    if let offset, let viewHeight { return try show(pdf.page(at: offset, viewHeight: viewHeight, gap: gap)) }
    let inspection = try about(file) { () throws(PDFError) in try PDFInspection(pdf) }
    if json { try inspection.printJSON(file: file) } else { print(inspection.text, terminator: "") }
  }

  private func show(_ place: PagePlace?) throws {
    guard let place else { throw Failure("has no pages", place: file) }
    guard json else { return print("page \(place.page.index + 1)") }
    var writer = JSONWriter()
    writer.object {
      $0.field("page", place.page.index + 1)
      $0.field("top", place.top)
      $0.field("height", place.page.height)
      $0.field("fraction", place.fraction)
    }
    try writer.finish()
  }
}
