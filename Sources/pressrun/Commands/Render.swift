import Application
import ArgumentParser
import Composition
import Diagnostics
import Foundation
import OperatingSystem
import PDF
import TextShaping

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render one document, without a queue.",
    discussion:
      "HTML is rendered as it is. JSON is a payload of --kind; without --kind, a job file as in Jobs/examples.")

  @Argument(help: "The document: .html or .json.")
  var input: String

  @Option(name: .shortAndLong, help: "The PDF or Word document to write; '-' for stdout.")
  var output: String?

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case pdf, docx
  }

  @Option(help: "The format of the output. Default: docx if its name ends in .docx, otherwise pdf.")
  var format: Format?

  @Option(help: "The kind of a .json payload.")
  var kind: String?

  @Option(help: "A .json file with members that the payload has if it does not state them, as 'pressrun defaults set'.")
  var defaults: String?

  @Option(help: "Also write each page as a PNG file of this name, such as page-%d.png.")
  var png: String?

  @Option(help: "The page size if the document sets none, such as A4 or 'letter landscape'.")
  var pageSize: String?

  @Flag(help: "Make the content smaller, down to half, if it is wider than the page.")
  var fitWidth = false

  @Option(help: "The width in px that media queries test. Default: the width of the page.")
  var mediaWidth: Int?

  @Option(
    help: "The only folder that the document may read from. Default: the input's folder; for JSON, the template's.")
  var assets: String?

  @Flag(help: "Treat warnings as errors: print them, write no file, and exit with status 1.")
  var strict = false

  enum Tagging: EnumerableFlag {
    case tagged, untagged

    static func help(for value: Tagging) -> ArgumentHelp? {
      switch value {
      case .tagged: "Tag the PDF with its structure: headings, paragraphs, lists, tables, figures, links."
      case .untagged: "Do not tag the PDF, even if the payload's kind says so."
      }
    }
  }

  @Flag(exclusivity: .exclusive)
  var tagging: Tagging?

  @Option(
    help: "The profiles to which the PDF must conform, such as pdf/a-2b, or two: pdf/a-2a,pdf/ua-1. Tags it if needed.")
  var conformance: String?

  @OptionGroup var encryption: EncryptionArguments

  @Flag(help: "Print the duration of each stage on stderr.")
  var timings = false

  @Flag(help: "Print the fonts of the PDF's text on stderr, with their files.")
  var fonts = false

  func validate() throws {
    guard output != nil || png != nil else { throw ValidationError("Name the output with -o, or images with --png.") }
    if fonts, output == nil || isWord { throw ValidationError("--fonts is for a PDF, which -o names.") }
    if isWord, tagging != nil { throw ValidationError("--tagged and --untagged are for PDF.") }
    if let png, png.components(separatedBy: "%d").count != 2 {
      throw ValidationError("--png needs one %d for the number of the page.")
    }
    if encryption.passwordFile != nil {
      guard output != nil, !isWord else { throw ValidationError("--password-file is for a PDF, which -o names.") }
      if png != nil { throw ValidationError("--png writes pictures, which cannot be encrypted.") }
      if let conformance, (try? Conformance(conformance))?.archive != nil {
        throw ValidationError("\(conformance) forbids encryption.")
      }
    }
    if conformance != nil, output == nil || isWord {
      throw ValidationError("--conformance is for a PDF, which -o names.")
    }
    if let conformance {
      do throws(PDFError) {
        let profiles = try Conformance(conformance)
        if profiles.needsTags, tagging == .untagged {
          throw PDFError(code: .conformance, message: "\(profiles) needs tags, which --untagged leaves out.")
        }
      } catch {
        throw ValidationError("--conformance: \(error.message)")
      }
    }
    if let mediaWidth, !WidthSettings.mediaLimits.contains(mediaWidth) {
      throw ValidationError("--media-width must be from 1 to \(WidthSettings.mediaLimits.upperBound).")
    }
    if defaults != nil && isHTML { throw ValidationError("--defaults are for a .json payload.") }
    if kind != nil && isHTML { throw ValidationError("--kind needs a .json payload.") }
  }

  func run() throws {
    var source = DocumentSource(
      isHTML ? .html : kind.map { .payload(kind: $0) } ?? .job, bytes: try read(input), name: input,
      assets: assets ?? (isHTML ? folder(of: input) : nil), pageSize: pageSize)
    source.mediaWidth = mediaWidth
    source.defaults = try defaults.map { try read($0) }
    source.fitsWidth = fitWidth ? true : nil
    let encryption = try encryption.encryption()
    source.isTagged = tagging.map { $0 == .tagged }
    source.conformance = try conformance.map { ConformanceRequest(try Conformance($0)) }
    if isHTML, let assets { source.assetsSubfolder = subfolder(folder(of: input), of: assets) }
    try withLargeStack { [source] in Result { try render(source, encryption) } }.get()
  }

  /// A folder's path relative to an ancestor; empty if `root` is not an ancestor.
  private func subfolder(_ folder: String, of root: String) -> String {
    let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().pathComponents
    let base = URL(fileURLWithPath: root).resolvingSymlinksInPath().pathComponents
    return path.starts(with: base) ? path.dropFirst(base.count).joined(separator: "/") : ""
  }

  private var isWord: Bool {
    guard let output else { return false }
    return format.map { $0 == .docx } ?? (URL(fileURLWithPath: output).pathExtension.lowercased() == "docx")
  }

  private var isHTML: Bool {
    ["html", "htm", "xhtml"].contains(URL(fileURLWithPath: input).pathExtension.lowercased())
  }

  private func render(_ source: DocumentSource, _ encryption: FileEncryption?) throws {
    let renderer = DirectRenderer(Installation())
    let start = ContinuousClock.now
    let composed = try renderer.compose(source)
    let composing = ContinuousClock.now - start
    if case .pdf = composed {} else { try Installation.requireFonts() }
    var file: [UInt8]?
    if let output {
      let line = ProgressLine()
      defer { line?.clear() }
      var document =
        try isWord
        ? Rendered(renderer.word(composed))
        : Rendered(renderer.render(composed) { line?.show(Progress(done: $0, unit: "pages")) })
      line?.clear()
      try report(document.warnings)
      if let encryption {
        document.bytes = try about(output) { () throws(PDFError) in
          try encryption.encrypted(PDFFile(bytes: document.bytes))
        }
      }
      // With --strict, write nothing before all warnings are known.
      if !strict || png == nil { try write(document.bytes, to: output) } else { file = document.bytes }
      if fonts { for font in document.fonts { printMessage("\(font.name)  \(font.path ?? "in the document")") } }
      if timings {
        for (name, time) in [("compose", composing)] + document.stages {
          printMessage(
            "\(name.padding(toLength: 8, withPad: " ", startingAt: 0)) \(milliseconds(time / .milliseconds(1)))")
        }
      }
    }
    if let png {
      try renderer.pictures(composed, isStrict: strict, accept: { if output == nil || strict { try report($0) } }) {
        page, picture in
        try write(picture, to: png.replacingOccurrences(of: "%d", with: "\(page)"))
      }
      if let output, let file { try write(file, to: output) }
    }
  }
}

/// The file of either format.
private struct Rendered {
  var bytes: [UInt8]
  var warnings: [Diagnostic]
  var stages: [(name: String, duration: Duration)]
  var fonts: [UsedFont] = []

  init(_ document: RenderedDocument) {
    fonts = document.fonts
    bytes = document.pdf
    warnings = document.warnings
    stages = document.timings.stages
  }

  init(_ document: RenderedWordDocument) {
    bytes = document.bytes
    warnings = document.warnings
    stages = document.timings.stages.map { ($0.name == "paint" ? "write" : $0.name, $0.duration) }
  }
}

extension Render {
  /// - Throws: `ExitCode` if warnings are errors and there are any.
  private func report(_ warnings: [Diagnostic]) throws {
    for warning in warnings {
      printMessage("\(strict ? "error" : "warning"): \(Table.printable(warning.description))")
    }
    if strict, !warnings.isEmpty {
      printMessage("\(input): there are warnings, and --strict; nothing is written")
      throw ExitCode(Failure.failed)
    }
  }
}

/// The folder that a file is in.
func folder(of path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
