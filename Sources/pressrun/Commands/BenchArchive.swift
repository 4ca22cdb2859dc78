import Annotations
import Archives
import ArgumentParser
import Fleet
import Foundation
import PDF

struct BenchArchive: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Append notes to a large base and to a document with many revisions, and compare with cp.",
    discussion: """
      `copy`: this program appends one note to a base, and cp copies it, in turns; both are processes of their own. \
      `appends`: one document gets a note again and again in one process; `revisions`: appending to what came of it, as a \
      process of its own. Times are medians in milliseconds.
      """)

  @Option(help: "Megabytes of the base.")
  var megabytes = 500

  @Option(help: "Notes that one document gets.")
  var appends = 10_000

  @Option(help: "Pages of that document.")
  var pages = 200

  @Option(help: "Turns of each comparison.")
  var turns = 5

  @Option(help: "The folder for the files; a temporary one by default.")
  var folder: String?

  @Flag(help: "Print one JSON object a row.")
  var json = false

  func validate() throws {
    guard (1...16_384).contains(megabytes), (10...60_000).contains(appends), (1...100_000).contains(pages),
      (1...1_000).contains(turns)
    else { throw ValidationError("--megabytes, --appends, --pages or --turns is out of range.") }
  }

  func run() throws {
    let folder = (self.folder ?? NSTemporaryDirectory()) + "/bench-archive-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(Self.note(page: 0, name: "bench").utf8).write(to: URL(fileURLWithPath: folder + "/note.xfdf"))
    let small = try BenchBase.write(pages: pages, filler: 0, to: folder + "/small.pdf")
    let large = try BenchBase.write(pages: pages, filler: megabytes << 20, to: folder + "/large.pdf")
    try show("copy, small", compare(small, folder))
    try show("copy, large", compare(large, folder))
    let grown = try grow(small, folder)
    try show("revisions", compare(grown, folder))
  }

  // MARK: Comparing with cp

  private struct Comparison {
    var bytes: Int
    var cp, append: Double
    var peak: Int
  }

  /// A B A B, so that what else the machine does meets both alike.
  private func compare(_ file: String, _ folder: String) throws -> Comparison {
    var copies: [Double] = []
    var appends: [Double] = []
    var peak = 0
    let out = folder + "/out.pdf"
    for turn in 0...turns {
      let cp = try ProcessMeasure("/bin/cp", [file, out])
      unlink(out)
      let own = try ProcessMeasure(
        Installation.program, ["archive", "append", file, "--xfdf", folder + "/note.xfdf", "-o", out])
      unlink(out)
      // The first turn brings the file into the cache.
      guard turn > 0 else { continue }
      copies.append(cp.milliseconds)
      appends.append(own.milliseconds)
      peak = max(peak, own.peak)
    }
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    return Comparison(bytes: size, cp: copies.median, append: appends.median, peak: peak)
  }

  private func show(_ name: String, _ row: Comparison) throws {
    guard json else {
      return print(
        "\(name): \(grouped(Int64(row.bytes))) bytes, cp \(milliseconds(row.cp)), append \(milliseconds(row.append)), "
          + "ratio \(hundredths(row.append / row.cp)), peak \(grouped(Int64(row.peak))) bytes")
    }
    var writer = JSONWriter()
    writer.object {
      $0.field("measure", name)
      $0.field("bytes", row.bytes)
      $0.field("cp_ms", row.cp)
      $0.field("append_ms", row.append)
      $0.field("ratio", row.append / row.cp)
      $0.field("peak_bytes", row.peak)
    }
    try writer.finish()
  }

  // MARK: One append after the other

  /// Appends note after note to `base`, each to the next page.
  /// - Returns: the file that came of it.
  private func grow(_ base: String, _ folder: String) throws -> String {
    let original = try PDFBase(path: base)
    var merge = PDFMerge(base: original.file)
    var times: [Double] = []
    for number in 0..<appends {
      let source = Array(Self.note(page: number % pages, name: "note \(number)").utf8)
      let start = ContinuousClock.now
      let note = try AnnotationImport(source, format: .xfdf, base: merge.file)
      try merge.append(own: note.segment)
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    let window = max(1, appends / 100)
    let first = Array(times.prefix(window)).median
    for end in [window, appends / 10, appends / 2, appends] {
      try show(end, Array(times[..<end].suffix(window)).median, first)
    }
    let grown = folder + "/grown.pdf"
    try original.write(then: merge.tail, to: grown)
    return grown
  }

  private func show(_ number: Int, _ time: Double, _ first: Double) throws {
    guard json else {
      return print(
        "appends: number \(grouped(Int64(number))) takes \(milliseconds(time)), ratio \(hundredths(time / first))")
    }
    var writer = JSONWriter()
    writer.object {
      $0.field("measure", "appends")
      $0.field("number", number)
      $0.field("ms", time)
      $0.field("ratio", time / first)
    }
    try writer.finish()
  }

  private static func note(page: Int, name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots><text page="\(page)" rect="50,700,70,720" name="\(name)" \
    title="Reader" color="#FFD100" date="D:20261120120000Z"><contents>Seen.</contents></text></annots></xfdf>
    """
  }

  private func hundredths(_ value: Double) -> String { String(format: "%.2f", value) }
}

extension [Double] {
  fileprivate var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

/// A PDF of empty pages and, where that is asked for, a stream that nothing refers to.
private enum BenchBase {
  static func write(pages: Int, filler: Int, to path: String) throws -> String {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else {
      throw Failure("cannot be written", place: path)
    }
    var offsets: [Int] = []
    var position = 0
    func put(_ text: String) throws {
      try file.write(contentsOf: Data(text.utf8))
      position += text.utf8.count
    }
    func object(_ text: String) throws {
      offsets.append(position)
      try put("\(offsets.count) 0 obj\n\(text)\nendobj\n")
    }
    try put("%PDF-1.7\n")
    try object("<</Type/Catalog/Pages 2 0 R>>")
    try object("<</Type/Pages/Count \(pages)/Kids[\((0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " "))]>>")
    for _ in 0..<pages { try object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>") }
    if filler > 0 {
      offsets.append(position)
      try put("\(offsets.count) 0 obj\n<</Length \(filler)>>\nstream\n")
      var random = SystemRandomNumberGenerator()
      let chunk = Data((0..<(1 << 17)).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } })
      var left = filler
      while left > 0 {
        try file.write(contentsOf: chunk.prefix(left))
        left -= min(left, chunk.count)
      }
      position += filler
      try put("\nendstream\nendobj\n")
    }
    let place = position
    try put("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n")
    for offset in offsets { try put(String(format: "%010ld 00000 n \n", offset)) }
    try put("trailer\n<</Size \(offsets.count + 1)/Root 1 0 R/ID[<00><00>]>>\nstartxref\n\(place)\n%%EOF\n")
    try file.close()
    return path
  }
}
