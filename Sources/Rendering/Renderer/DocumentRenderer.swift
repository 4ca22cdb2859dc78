import CLazyDocumentLibraries
import Composition
import Dates
import Diagnostics
import OperatingSystem
import Resources
import TextShaping

/// Composes and typesets the documents of one renderer process. Not thread-safe.
package final class DocumentRenderer {
  private let composer: DocumentComposer
  /// The composers, by the version of a kind.
  private var composers: [String: DocumentComposer] = [:]
  private let typesetter = Typesetter()

  package init(kinds: JobKinds) throws {
    composer = DocumentComposer(kinds: kinds)
    // Loads fonts before the first document.
    _ = try typesetter.render(.html(HTMLDocument(html: Array("<p>Ready".utf8))))
  }

  /// Loads the libraries that only some documents need. In the sandbox, a document that needs one would wait for it,
  /// and one outside of the system's folders could not be opened.
  package static func loadLibraries() { load_libraries_of_documents() }

  /// Files and folders that fonts are found in.
  package static var fontFiles: [String] { FontFiles.paths }

  /// - Parameter progress: called for each page that is laid out, with the number of pages so far.
  package func render(
    _ input: RendererProgram.Input, progress: @escaping (_ pages: Int) -> Void = { _ in }
  ) throws(RenderFailure) -> (RenderReport, body: [UInt8]) {
    let start = ContinuousClock.now
    do throws(CompositionError) {
      var context = JobContext(created: Timestamp(seconds: input.request.created)) {
        [artifacts = input.artifacts] sha256 throws(CompositionError) in
        if let bytes = artifacts[sha256] { return bytes }
        return try JobContext.noArtifacts(sha256)
      }
      context.supports = input.request.supports
      context.assets = ResourceLoader(files: input.assets)
      for (kind, members) in input.request.defaults {
        context.defaults[kind] = try JobContext.defaults(Array(members.utf8))
      }
      let outputs = try outputs(input, context)
      let composing = ContinuousClock.now - start
      if input.request.output == .remoteImages {
        var report = RenderReport(pages: [])
        if case .html(let document) = outputs.document { report.remoteImages = try document.remoteImages() }
        return (report, [])
      }
      if input.request.output == .mail {
        let body = try MailComposer(typesetter: typesetter).compose(outputs.document)
        return (RenderReport(body, composing: .now - start), body.frameBody)
      }
      if outputs.isPlain {
        let document = try typesetter.render(outputs.document, progress: progress)
        try outputs.check(document.warnings)
        return (RenderReport(document, composing: composing), document.pdf)
      }
      let made = try outputs.files(by: typesetter, progress: progress)
      try outputs.check(made.warnings)
      return (RenderReport(made, composing: composing), made.files.flatMap(\.frameBytes))
    } catch {
      throw RenderFailure(error)
    }
  }

  /// The composer of the version of the kind that the request names, or of the installation's files.
  private func composer(of input: RendererProgram.Input) throws(CompositionError) -> DocumentComposer {
    guard let version = input.request.version else { return composer }
    if let known = composers[version] { return known }
    guard let archive = input.versions[version] else {
      throw CompositionError(.templateMissing, "the version \(version) of the kind \(input.request.kind) was not sent")
    }
    let new = DocumentComposer(kinds: try KindVersion(name: input.request.kind, archive: archive).kinds)
    composers[version] = new
    return new
  }

  private func outputs(
    _ input: RendererProgram.Input, _ context: JobContext
  ) throws(CompositionError) -> DocumentOutputs {
    var outputs: DocumentOutputs
    if let options = input.request.html {
      var document = HTMLDocument(html: input.payload)
      document.files = input.files
      document.isTagged = options.isTagged
      if let names = options.conformance { document.conform(to: try ConformanceRequest(named: names)) }
      document.widths = options.widths
      document.stylesheets = options.stylesheets.map { HTMLDocument.Stylesheet(css: $0, source: "request") }
      if options.includesMarkdown { try document.expandMarkdown() }
      outputs = DocumentOutputs(.html(document))
    } else {
      outputs = try composer(of: input).outputs(kind: input.request.kind, payload: input.payload, job: context)
      if input.request.output == .pdf {
        outputs = DocumentOutputs(outputs.document, refusesWarnings: outputs.refusesWarnings)
      }
    }
    let (assets, refusals) = (input.assets, input.request.refusals)
    if !assets.isEmpty || !refusals.isEmpty { outputs.document.add(files: assets, refusals: refusals) }
    if let size = input.request.pageSize, case .html(var document) = outputs.document {
      document.pageSize = PaperSize(width: size.width, height: size.height)
      outputs.document = .html(document)
    }
    return outputs
  }
}

extension RenderReport {
  init(_ document: RenderedDocument, composing: Duration) {
    self.init(
      pages: document.pages, warnings: document.warnings, document.timings, composing: composing,
      archive: document.archive)
    parts = document.parts.isEmpty ? nil : document.parts
    fonts = Font.list(document.fonts)
  }

  init(
    pages: [PageMeasure], warnings all: [Diagnostic], _ durations: RenderedDocument.Timings, composing: Duration,
    archive: ArchiveRecord?
  ) {
    // A document that was composed as PDF has not passed through the other stages.
    let stages = [(name: "compose", duration: composing)] + durations.stages.filter { $0.duration > .zero }
    let timings = Dictionary(
      uniqueKeysWithValues: stages.map { ($0.name, ($0.duration.milliseconds * 1000).rounded() / 1000) })
    self.init(
      pages: pages.map { Page(width: $0.width, height: $0.height) },
      warnings: all.prefix(Self.warningLimit).map { Quotation.masked($0.description) }, timings: timings,
      archive: archive)
    if all.count > Self.warningLimit { warnings.append("\(all.count - Self.warningLimit) more warnings") }
  }

  init(_ body: MailBody, composing: Duration) {
    self.init(
      pages: [], warnings: body.warnings.prefix(Self.warningLimit).map { Quotation.masked($0.description) },
      timings: ["compose": (composing.milliseconds * 1000).rounded() / 1000])
    mail = MailReport(body)
  }

  /// A broken stylesheet can cause one warning per rule.
  private static let warningLimit = 100
}

extension RenderReport.Font {
  /// Returns nil if there are none.
  static func list(_ fonts: [UsedFont]) -> [Self]? {
    fonts.isEmpty
      ? nil : fonts.map { Self(name: $0.name, file: $0.path?.split(separator: "/").last.map(String.init)) }
  }
}

extension RenderFailure {
  /// The error without the text of the payload that its message quotes.
  package init(_ error: CompositionError) {
    self.init(
      code: error.code.rawValue.snakeCased, message: Quotation.masked(error.message), place: error.place,
      isPermanent: error.isPermanent)
  }
}

extension String {
  /// `missingField` as `missing_field`, `malformedJSON` as `malformed_json`.
  fileprivate var snakeCased: String {
    var words = ""
    var previousWasLower = false
    for character in self {
      if character.isUppercase && previousWasLower { words.append("_") }
      words += character.lowercased()
      previousWasLower = character.isLowercase
    }
    return words
  }
}
