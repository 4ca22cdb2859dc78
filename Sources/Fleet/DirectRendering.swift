import Composition
import Foundation

/// A document that is to be rendered in this very process, without a queue.
package struct DocumentSource: Sendable {
  package enum Form: Sendable {
    case html
    /// A payload of this kind.
    case payload(kind: String)
    /// A job's file, with its kind in it.
    case job
  }
  package var form: Form
  package var bytes: [UInt8]
  /// The file's name, for messages.
  package var name: String
  /// The folder that the document may read from. Nil: none for HTML, its template's for a payload.
  package var assets: String?
  /// Where in that folder the document stands; empty for the folder itself.
  package var assetsSubfolder = ""
  /// In words, such as `A4` or `letter landscape`. Nil: A4 for HTML, its kind's for a payload.
  package var pageSize: String?
  /// Whether the PDF tells its structure. Nil: as its kind says for a payload; HTML's does not.
  package var isTagged: Bool?

  package init(_ form: Form, bytes: [UInt8], name: String, assets: String? = nil, pageSize: String? = nil) {
    self.form = form
    self.bytes = bytes
    self.name = name
    self.assets = assets
    self.pageSize = pageSize
  }
}

/// Renders documents one after the other in this process. It belongs to one thread.
package final class DirectRenderer {
  private let installation: Installation
  private let typesetter = Typesetter()
  private var composer: DocumentComposer?

  package init(_ installation: Installation) { self.installation = installation }

  /// What the source comes to before it is set. HTML needs no job kinds.
  package func compose(_ source: DocumentSource) throws -> ComposedDocument {
    var composed: ComposedDocument
    switch source.form {
    case .html:
      var document = HTMLDocument(html: source.bytes)
      document.name = source.name
      composed = .html(document)
    case .payload(let kind): composed = try compose(kind, source.bytes)
    case .job:
      let job = try JobFile(source.bytes)
      composed = try compose(job.kind, Array(job.payload.text.utf8))
    }
    guard case .html(var document) = composed else { return composed }
    if let assets = source.assets { (document.assets, document.assetsSubfolder) = (assets, source.assetsSubfolder) }
    if let text = source.pageSize {
      guard let size = PaperSize(text) else {
        throw FleetError(
          code: .badSettings, message: "unknown page size; say A4, letter landscape or 210mm 297mm", place: text)
      }
      document.pageSize = size
    }
    if let isTagged = source.isTagged { document.isTagged = isTagged }
    return .html(document)
  }

  /// Sets and paints.
  package func render(_ composed: ComposedDocument) throws(CompositionError) -> RenderedDocument {
    try typesetter.set(composed)
  }

  /// Sets once and paints pages as pictures.
  /// - Parameters:
  ///   - scale: pixels to the CSS px.
  ///   - accept: is given the warnings before the first picture, and may refuse the document.
  ///   - body: is given each page's number, from 1, and its PNG.
  package func pictures(
    _ composed: ComposedDocument, scale: Double = 1, isStrict: Bool = false,
    accept: ([Warning]) throws -> Void = { _ in },
    _ body: (Int, [UInt8]) throws -> Void
  ) throws {
    guard case .html(let source) = composed else {
      throw FleetError(code: .badSettings, message: "an archive cannot be painted as pictures: it is a PDF already")
    }
    let set = try typesetter.set(source)
    guard isStrict else {
      try accept(set.warnings)
      var known = Set(set.warnings)
      for page in set.pages.indices {
        let picture = try set.png(page: page, scale: scale)
        try accept(picture.warnings.filter { known.insert($0).inserted })
        try body(page + 1, picture.bytes)
      }
      return
    }
    // What a page lacks is known once it is painted: all are, before the first is handed over.
    var warnings = set.warnings
    for page in set.pages.indices {
      warnings += try set.png(page: page, scale: scale).warnings.filter { !warnings.contains($0) }
    }
    try accept(warnings)
    for page in set.pages.indices { try body(page + 1, try set.png(page: page, scale: scale).bytes) }
  }

  private func compose(_ kind: String, _ payload: [UInt8]) throws -> ComposedDocument {
    let composer = try self.composer ?? DocumentComposer(kinds: try installation.kinds())
    self.composer = composer
    let store = installation.artifactStore
    let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
    let context = JobContext(created: now) { sha256 throws(CompositionError) in try store.bytes(sha256) }
    return try composer.compose(kind: kind, payload: payload, job: context)
  }
}
