import ArgumentParser
import Foundation

struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Append notes to a large base and to a document with many revisions, and compare with cp.",
    discussion: """
      `copy`: pressrun appends one note to a base and cp copies it, alternately, each as a process of its own. `appends`: \
      one document gets many notes in one process. `revisions`: pressrun appends to the resulting file, as a process of \
      its own. Times are medians in milliseconds.
      """)

  @Option(help: "Size of the large base in megabytes.")
  var megabytes = 500

  @Option(help: "Notes appended to one document.")
  var appends = 10_000

  @Option(help: "Pages of that document.")
  var pages = 200

  @Option(help: "Rounds of each comparison.")
  var rounds = 5

  @Option(help: "The folder for the files. The default is a temporary folder.")
  var folder: String?

  @OptionGroup var pressrun: PressrunOption

  @Flag(help: "Print one JSON object per row.")
  var json = false

  func validate() throws {
    guard (1...16_384).contains(megabytes), (10...60_000).contains(appends), (1...100_000).contains(pages),
      (1...1_000).contains(rounds)
    else { throw ValidationError("--megabytes, --appends, --pages or --rounds is out of range.") }
  }

  func run() throws {
    let folder = (self.folder ?? NSTemporaryDirectory()) + "/bench-archive-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let benchmark = try ArchiveBenchmark(pressrun: pressrun.path(), rounds: rounds, folder: folder)
    let small = try SyntheticPDF.write(pages: pages, filler: 0, to: folder + "/small.pdf")
    let large = try SyntheticPDF.write(pages: pages, filler: megabytes << 20, to: folder + "/large.pdf")
    try show("copy, small", benchmark.compareWithCopy(small))
    try show("copy, large", benchmark.compareWithCopy(large))
    let grown = try benchmark.append(appends, pages: pages, to: small) { number, time, first in
      try show(number, time, first)
    }
    try show("revisions", benchmark.compareWithCopy(grown))
  }

  private struct CopyRow: Encodable {
    var measure: String
    var bytes: Int
    var cpMs, appendMs, ratio: Double
    var peakBytes: Int
  }

  private func show(_ name: String, _ result: ArchiveBenchmark.CopyResult) throws {
    let ratio = result.append / result.cp
    if json {
      return try printJSON(
        CopyRow(
          measure: name, bytes: result.bytes, cpMs: result.cp, appendMs: result.append, ratio: ratio,
          peakBytes: result.peak))
    }
    print(
      "\(name): \(result.bytes) bytes, cp \(formatted(result.cp)) ms, append \(formatted(result.append)) ms, "
        + "ratio \(formatted(ratio)), peak \(result.peak) bytes")
  }

  private struct AppendRow: Encodable {
    var measure = "appends"
    var number: Int
    var ms, ratio: Double
  }

  private func show(_ number: Int, _ time: Double, _ first: Double) throws {
    if json { return try printJSON(AppendRow(number: number, ms: time, ratio: time / first)) }
    print("appends: number \(number) takes \(formatted(time)) ms, ratio \(formatted(time / first))")
  }
}
