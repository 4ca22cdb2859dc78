import Annotations
import Archives
import ArgumentParser
import PDF

struct ArchiveAppend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "append",
    abstract: "Put annotations after a base PDF, byte for byte, once each was found to fit.",
    discussion: """
      Each source makes one segment (an incremental update), in the order in which they are given. A segment that was \
      made on an older revision is written again on top of what came after. What does not fit, or does more than \
      annotate, is refused with exit status 2, and nothing is written.
      """)

  @Argument(help: "The base PDF; it is not changed.")
  var base: String

  @Option(name: .customLong("segment"), help: ArgumentHelp("A segment as it is.", valueName: "file"))
  var segments: [String] = []

  @Option(name: .customLong("xfdf"), help: ArgumentHelp("Annotations as XFDF (ISO 19444-1).", valueName: "file"))
  var xfdf: [String] = []

  @Option(
    name: .customLong("instant-json"), help: ArgumentHelp("Annotations as Instant JSON (Nutrient).", valueName: "file"))
  var instantJSON: [String] = []

  @Option(
    name: .customLong("ink"), help: ArgumentHelp("Recorded strokes: InkML, or the JSON of touches.", valueName: "file"))
  var ink: [String] = []

  @Option(name: .shortAndLong, help: "The file to write; it appears whole or not at all.")
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
    for source in sources {
      let input = try read(source.path)
      guard let format = source.format else {
        let step = try about(source.path) { () throws(PDFError) in
          try archive.append(input, madeOn: archive.revision(under: input))
        }
        if step.branch != nil {
          complain("\(source.path): made on an older revision; written again on what came after.")
        }
        continue
      }
      let annotations: AnnotationImport
      do throws(AnnotationError) {
        annotations = try AnnotationImport(input, format: format, base: archive.file)
      } catch {
        throw Failure(error, source: source.path)
      }
      for warning in annotations.warnings { complain("warning: \(source.path): \(warning)") }
      if !annotations.segment.isEmpty { try archive.append(own: annotations.segment) }
    }
    try original.write(then: archive.tail, to: output)
    let (whole, prefix) = (Int64(archive.file.length), Int64(original.file.length))
    complain("\(output): \(grouped(whole)) bytes, of which \(grouped(prefix)) are the base.")
  }

  private struct Source {
    var path: String
    /// Nil for a segment as it is.
    var format: AnnotationFormat?
  }

  /// All sources in the order in which they stand on the command line, which the parser does not keep between options
  /// of different names.
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
