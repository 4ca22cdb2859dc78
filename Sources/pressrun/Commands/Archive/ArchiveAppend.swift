import Annotations
import Archives
import ArgumentParser
import PDF

struct ArchiveAppend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "append",
    abstract: "Append annotations to a base PDF, after checking that each fits.",
    discussion: """
      Each source becomes one segment (an incremental update), in the given order. A segment that was made for an older \
      revision is rebased onto the newest one. If a segment does not fit or does more than annotate, nothing is written \
      and the exit status is 2.
      """)

  @Argument(help: "The base PDF; it is not changed.")
  var base: String

  @Option(name: .customLong("segment"), help: ArgumentHelp("An incremental update.", valueName: "file"))
  var segments: [String] = []

  @Option(name: .customLong("xfdf"), help: ArgumentHelp("Annotations as XFDF (ISO 19444-1).", valueName: "file"))
  var xfdf: [String] = []

  @Option(
    name: .customLong("instant-json"), help: ArgumentHelp("Annotations as Instant JSON (Nutrient).", valueName: "file"))
  var instantJSON: [String] = []

  @Option(
    name: .customLong("ink"), help: ArgumentHelp("Recorded strokes: InkML or touch JSON.", valueName: "file"))
  var ink: [String] = []

  @Option(name: .shortAndLong, help: "The file to write; it appears complete or not at all.")
  var output: String

  func validate() throws {
    guard !(segments + xfdf + instantJSON + ink).isEmpty else {
      throw ValidationError("Name at least one source: --segment, --xfdf, --instant-json or --ink.")
    }
  }

  func run() throws {
    let original = try about(base) { () throws(PDFError) in try PDFBase(path: base) }
    try about(base) { () throws(PDFError) in
      try original.file.requireAppendable()
      try original.file.checkCrossReference()
    }
    var archive = PDFMerge(base: original.file)
    let line = ProgressLine()
    defer { line?.clear() }
    let sources = sources
    for (index, source) in sources.enumerated() {
      line?.show(Progress(done: index, total: sources.count, unit: "sources"))
      let input = try read(source.path)
      guard let format = source.format else {
        let step = try about(source.path) { () throws(PDFError) in
          try archive.append(input, madeOn: archive.revision(under: input))
        }
        if step.branch != nil {
          line?.clear()
          printMessage("\(source.path): made on an older revision; rebased onto the newest one.")
        }
        continue
      }
      let annotations: AnnotationImport
      do throws(AnnotationError) {
        annotations = try AnnotationImport(input, format: format, base: archive.file)
      } catch {
        throw Failure(error, source: source.path)
      }
      if !annotations.warnings.isEmpty { line?.clear() }
      for warning in annotations.warnings { printMessage("warning: \(source.path): \(warning)") }
      if !annotations.segment.isEmpty { try archive.append(own: annotations.segment) }
    }
    try original.write(then: archive.tail, to: output)
    try warn(of: archive)
    line?.clear()
    let (whole, prefix) = (Int64(archive.file.length), Int64(original.file.length))
    printMessage("\(output): \(grouped(whole)) bytes, of which \(grouped(prefix)) are the base.")
  }

  /// Says if the document does not conform to the profiles that it claims.
  private func warn(of archive: PDFMerge) throws {
    for verdict in try about(output, { () throws(PDFError) in try ConformanceVerdict.all(archive.file) }) {
      for violation in verdict.violations {
        printMessage("warning: \(output): claims \(verdict.profile), but does not conform to it: \(violation)")
      }
    }
  }

  private struct Source {
    var path: String
    /// It is nil for an incremental update.
    var format: AnnotationFormat?
  }

  /// All sources in command line order. The parser does not keep the order of options with different names.
  private var sources: [Source] {
    var left: [String: ArraySlice<String>] = [
      "segment": segments[...], "xfdf": xfdf[...], "instant-json": instantJSON[...], "ink": ink[...],
    ]
    var sources: [Source] = []
    func take(_ name: String) {
      guard let path = left[name]?.popFirst() else { return }
      sources.append(Source(path: path, format: AnnotationFormat(rawValue: name)))
    }
    for argument in CommandLine.arguments.dropFirst() where argument.hasPrefix("--") {
      take(String(argument.dropFirst(2).prefix { $0 != "=" }))
    }
    for name in left.keys.sorted() { while left[name]?.isEmpty == false { take(name) } }
    return sources
  }
}
