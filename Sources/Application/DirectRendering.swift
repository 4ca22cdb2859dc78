import Composition
import Dates
import Diagnostics
import Foundation
import Resources

/// A document to be rendered in this process, without a queue.
package struct DocumentSource: Sendable {
  /// What the bytes are.
  package enum Form: Sendable {
    case html
    /// A payload of this kind.
    case payload(kind: String)
    /// A job file, which names its kind.
    case job
  }
  package var form: Form
  package var bytes: [UInt8]
  /// The file's name, for messages.
  package var name: String
  /// The folder that the document may read from. Nil: none for HTML, the template's folder for a payload.
  package var assets: String?
  /// The document's subfolder of `assets`; empty for the folder itself.
  package var assetsSubfolder = ""
  /// Default members of the payload, a JSON object. They override the defaults of the kind's file.
  package var defaults: [UInt8]?
  /// Such as `A4` or `letter landscape`. Nil: A4 for HTML, the kind's page size for a payload.
  package var pageSize: String?
  /// The width for media queries, px. Nil: as the kind says, or the page's.
  package var mediaWidth: Int?
  /// Whether wide content is made smaller. Nil: as the kind says, or not.
  package var fitsWidth: Bool?
  /// Whether the PDF is tagged. Nil: as its kind says for a payload, untagged for HTML.
  package var isTagged: Bool?
  /// The profiles to which the PDF must conform. Nil: those of its kind for a payload, none for HTML.
  package var conformance: ConformanceRequest?

  package init(_ form: Form, bytes: [UInt8], name: String, assets: String? = nil, pageSize: String? = nil) {
    self.form = form
    self.bytes = bytes
    self.name = name
    self.assets = assets
    self.pageSize = pageSize
  }
}

/// Renders documents one after the other in this process. Not thread-safe.
package final class DirectRenderer {
  private let installation: Installation
  private let typesetter = Typesetter()
  private var composer: DocumentComposer?

  package init(_ installation: Installation) { self.installation = installation }

  /// Composes the source, without typesetting. HTML needs no job kinds.
  package func compose(_ source: DocumentSource) throws -> ComposedDocument {
    var composed: ComposedDocument
    switch source.form {
    case .html:
      var document = HTMLDocument(html: source.bytes)
      document.name = source.name
      composed = .html(document)
    case .payload(let kind):
      var (composer, job) = try composition(of: source)
      if let defaults = source.defaults { job.defaults[kind] = try JobContext.defaults(defaults) }
      composed = try composer.compose(kind: kind, payload: source.bytes, job: job)
    case .job:
      let job = try JobFile(source.bytes)
      let store = try installation.artifactStore()
      let files = try job.assets.mapValues { try store.bytes(asset: $0) }
      var (composer, context) = try composition(of: source, files)
      if let defaults = source.defaults { context.defaults[job.kind] = try JobContext.defaults(defaults) }
      composed = try composer.compose(kind: job.kind, payload: job.payload, job: context)
      if !files.isEmpty { composed.add(files: files, refusals: [:]) }
    }
    guard case .html(var document) = composed else {
      if let conformance = source.conformance { try composed.conform(to: conformance) }
      return composed
    }
    if let assets = source.assets {
      (document.assets, document.assetsSubfolder, document.templateFiles) = (assets, source.assetsSubfolder, nil)
    }
    if let text = source.pageSize {
      guard let size = PaperSize(text) else {
        throw ApplicationError(
          code: .invalidSettings, message: "unknown page size; use A4, letter landscape or 210mm 297mm", place: text)
      }
      document.pageSize = size
    }
    if let mediaWidth = source.mediaWidth { document.widths.media = mediaWidth }
    if let fitsWidth = source.fitsWidth { document.widths.fitsContent = fitsWidth }
    if let isTagged = source.isTagged { document.isTagged = isTagged }
    if let conformance = source.conformance { document.conform(to: conformance) }
    return .html(document)
  }

  /// Typesets and paints a document.
  /// - Parameter progress: called with the number of pages after each page.
  package func render(
    _ composed: ComposedDocument, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> RenderedDocument {
    try typesetter.render(composed, progress: progress)
  }

  /// Writes a document as a Word file.
  package func word(_ composed: ComposedDocument) throws -> RenderedWordDocument {
    guard case .html(let source) = composed else {
      throw ApplicationError(
        code: .invalidSettings, message: "archives and binders cannot be written as Word documents: they are PDF files")
    }
    return try typesetter.word(source)
  }

  /// Typesets a document and paints its pages as images.
  /// - Parameters:
  ///   - scale: pixels per CSS px.
  ///   - isStrict: whether all pages are painted before the first call of `body`, so that `accept` gets all warnings.
  ///   - accept: called with the warnings; may throw to refuse the document.
  ///   - body: called with each page's number, from 1, and its PNG.
  package func pictures(
    _ composed: ComposedDocument, scale: Double = 1, isStrict: Bool = false,
    accept: ([Diagnostic]) throws -> Void = { _ in },
    _ body: (Int, [UInt8]) throws -> Void
  ) throws {
    guard case .html(let source) = composed else {
      throw ApplicationError(
        code: .invalidSettings, message: "archives and binders cannot be painted as pictures: they are PDF files")
    }
    let document = try typesetter.typeset(source)
    guard isStrict else {
      try accept(document.warnings)
      var known = Set(document.warnings)
      for page in document.pages.indices {
        let picture = try document.png(page: page, scale: scale)
        try accept(picture.warnings.filter { known.insert($0).inserted })
        try body(page + 1, picture.bytes)
      }
      return
    }
    // Painting can add warnings, so paint all pages before the first one is delivered.
    var warnings = document.warnings
    for page in document.pages.indices {
      warnings += try document.png(page: page, scale: scale).warnings.filter { !warnings.contains($0) }
    }
    try accept(warnings)
    for page in document.pages.indices { try body(page + 1, try document.png(page: page, scale: scale).bytes) }
  }

  /// The composer, and the properties of a job that is not in a queue.
  /// - Parameter files: what was sent with the job, by paths.
  private func composition(
    of source: DocumentSource, _ files: [String: [UInt8]] = [:]
  ) throws -> (DocumentComposer, JobContext) {
    let composer = try self.composer ?? DocumentComposer(kinds: try installation.kinds())
    self.composer = composer
    let store = try installation.artifactStore()
    var context = JobContext(created: try Self.creationTime()) { sha256 throws(CompositionError) in
      try store.bytes(sha256)
    }
    context.assets = ResourceLoader(assets: source.assets, documentFolder: source.assetsSubfolder, files: files)
    return (composer, context)
  }

  /// The time of a job that is not in a queue: `SOURCE_DATE_EPOCH` (reproducible-builds.org) if it is set, so that the
  /// same input gives the same bytes; otherwise the current time.
  private static func creationTime() throws -> Timestamp {
    let environment = ProcessInfo.processInfo.environment
    guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else {
      return Timestamp(seconds: Int64(Date().timeIntervalSince1970))
    }
    // Up to the year 9999.
    guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
      throw ApplicationError(
        code: .invalidSettings, message: "SOURCE_DATE_EPOCH must be a number of seconds since 1970", place: text)
    }
    return Timestamp(seconds: seconds)
  }
}
