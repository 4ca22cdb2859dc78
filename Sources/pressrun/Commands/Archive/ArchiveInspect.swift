import Archives
import ArgumentParser
import PDF

struct ArchiveInspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Say what is in a PDF: revisions, pages, annotations, signatures.",
    discussion: """
      With --offset and --view-height it says instead which page a continuous view shows: the page that covers the \
      middle of the view, by the pages' own heights. Both are in points at the pages' own scale.
      """)

  @Argument(help: "The PDF.")
  var file: String

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: "Where the view begins, in points below the top of the first page.")
  var offset: Double?

  @Option(help: "How high the view is, in points.")
  var viewHeight: Double?

  @Option(help: "The gap between two pages of the view, in points.")
  var gap = 0.0

  func validate() throws {
    guard (offset == nil) == (viewHeight == nil) else {
      throw ValidationError("--offset and --view-height go together.")
    }
    for (name, value) in [("--offset", offset ?? 0), ("--view-height", viewHeight ?? 0), ("--gap", gap)] {
      guard value.isFinite, value.magnitude < 1e12, name == "--offset" || value >= 0 else {
        throw ValidationError("\(name) is no length.")
      }
    }
  }

  func run() throws {
    let pdf = try about(file) { () throws(PDFError) in try PDFFile(path: file) }
    if let offset, let viewHeight { return try show(pdf.page(at: offset, viewHeight: viewHeight, gap: gap)) }
    let inspection = try about(file) { () throws(PDFError) in try Inspection(pdf, path: file) }
    if json { try inspection.printJSON() } else { print(inspection.text, terminator: "") }
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
