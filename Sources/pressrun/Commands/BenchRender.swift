import Application
import ArgumentParser
import Foundation
import OperatingSystem

struct BenchRender: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render files repeatedly in one process, and time each warm iteration.",
    discussion: "The first rendering of each file is not counted. Files are .html, or job files as in Jobs/examples.")

  @Argument(help: "The documents.")
  var files: [String]

  @Option(help: "Timed iterations per file.")
  var iterations = 10

  @Flag(help: "Tag the PDFs with their structure.")
  var tagged = false

  @Flag(help: "Print one JSON object per file.")
  var json = false

  func validate() throws {
    guard (1...100_000).contains(iterations) else { throw ValidationError("--iterations must be from 1 to 100000.") }
  }

  func run() throws {
    try withLargeStack { Result { try measure() } }.get()
  }

  private func measure() throws {
    let renderer = DirectRenderer(Installation())
    var table = Table(
      ("FILE", .left), ("PAGES", .right), ("BYTES", .right), ("MEDIAN", .right), ("BEST", .right), ("WORST", .right))
    for file in files {
      let row = try measure(file, renderer)
      if json {
        try printJSON(row)
        fflush(nil)
      } else {
        let sorted = row.ms.sorted()
        table.add(
          file, "\(row.pages)", grouped(Int64(row.bytes)), milliseconds(sorted[sorted.count / 2]),
          milliseconds(sorted[0]), milliseconds(sorted[sorted.count - 1]))
      }
    }
    if !json { print(table.text, terminator: "") }
  }

  private struct Row: Encodable {
    var file: String
    var pages: Int
    var bytes: Int
    /// Milliseconds, one value per warm iteration.
    var ms: [Double]
  }

  /// Times composing, layout and painting, without reading the file.
  private func measure(_ file: String, _ renderer: DirectRenderer) throws -> Row {
    let isJob = file.hasSuffix(".json")
    var source = DocumentSource(
      isJob ? .job : .html, bytes: try read(file), name: file, assets: isJob ? nil : folder(of: file))
    source.isTagged = tagged
    let first = try renderer.render(try renderer.compose(source))
    var row = Row(file: file, pages: first.pages.count, bytes: first.pdf.count, ms: [])
    for _ in 0..<iterations {
      let start = ContinuousClock.now
      _ = try renderer.render(try renderer.compose(source))
      let time: Duration = .now - start
      row.ms.append((time / .microseconds(1)).rounded() / 1000)
    }
    return row
  }
}
