import Dates
import Diagnostics
import Invoicing
import PDF

/// The result of composing a payload: HTML to be typeset, or a finished PDF.
package enum ComposedDocument: Sendable {
  case html(HTMLDocument)
  case pdf(ComposedPDF)
  case binder(ComposedBinder)

  /// Problems found in the payload.
  package var warnings: [Diagnostic] {
    switch self {
    case .html(let document): document.warnings
    case .pdf(let document): document.warnings
    case .binder(let binder): binder.warnings
    }
  }

  /// Adds files that the document, or the parts of a binder, can refer to. Files that it has already take precedence.
  /// - Parameter refusals: addresses that the document must not load, with the reasons.
  package mutating func add(files: [String: [UInt8]], refusals: [String: String]) {
    switch self {
    case .html(var document):
      document.files = (document.files ?? [:]).merging(files) { file, _ in file }
      document.refusals = refusals
      for index in document.stamps.indices { document.stamps[index].document.add(files: files, refusals: refusals) }
      self = .html(document)
    case .pdf: return
    case .binder(var binder):
      for index in binder.parts.indices { binder.parts[index].document.add(files: files, refusals: refusals) }
      self = .binder(binder)
    }
  }
}

/// An HTML document with its stylesheets and the folder of its images.
package struct HTMLDocument: Sendable {
  /// UTF-8, unless the bytes declare another encoding.
  package var html: [UInt8]
  /// Source name in diagnostics: the file name, if there is one.
  package var name = ""
  /// Author stylesheets that precede the document's own.
  package var stylesheets: [Stylesheet] = []
  /// The folder of files that the document may refer to; nil for none.
  package var assets: String?
  /// Location of the document in that folder; empty for the folder itself.
  package var assetsSubfolder = ""
  /// Files that were sent with the document, by path or URL. They override files of the same path in the folder; nil
  /// for none.
  package var files: [String: [UInt8]]?
  /// The files of the template, by their paths, which the document may refer to too; nil for none.
  package var templateFiles: [String: [UInt8]]?
  /// The reasons for which images on other hosts were not fetched, by address.
  package var refusals: [String: String] = [:]
  /// The paper, unless the document's style sheets state another size.
  package var pageSize = PaperSize.a4
  /// The factor by which the pages are painted larger than `pageSize`.
  package var pageScale = 1.0
  package var widths = WidthSettings()
  /// The factor by which the pages are laid out larger than they are painted, so that wide content fits.
  var zoom = 1.0
  /// How often `zoom` was increased.
  var zoomSteps = 0
  /// Whether the root element has the size class of the page as class: `compact` or `regular`.
  package var hasSizeClass = false
  /// Whether to write a tagged PDF, with structure elements for headings, paragraphs, lists, tables, figures and links.
  package var isTagged = false
  /// The profiles to which the PDF must conform; set by `conform(to:)`.
  package internal(set) var conformance: ConformanceRequest?
  /// Files that the PDF contains.
  package var attachments: [Attachment] = []
  /// Properties of the PDF's metadata that describe an attachment.
  package var schemas: [XMPSchema] = []
  package var metadata = Metadata()
  /// The sheets on which the pages of the PDF are placed; nil for none.
  package var sheets: SheetLayout?
  /// The marks that the kind prints on the pages.
  package var marks: [CompletedMark] = []
  /// The documents that are drawn on the pages of the PDF.
  package var stamps: [ComposedStamp] = []
  package var warnings: [Diagnostic] = []
  /// The invoice whose XML is a separate file; nil if there is none.
  package var einvoice: Invoice?
  /// The lines of the template from which the HTML was generated; nil if unknown.
  package var origins: SourceMap?

  package init(html: [UInt8]) { self.html = html }

  /// A style sheet that precedes those of the document.
  package struct Stylesheet: Hashable, Sendable {
    package var css: String
    /// Source name in diagnostics: `note/page.css`.
    package var source: String
    package init(css: String, source: String) {
      self.css = css
      self.source = source
    }
  }
}

/// Document metadata; empty strings are omitted.
package struct Metadata: Hashable, Sendable {
  package var title = ""
  package var author = ""
  package var subject = ""
  /// The keywords, each without separators.
  package var keywords: [String] = []
  /// BCP 47.
  package var language = ""
  /// The date in the PDF; nil for none. The clock is never read.
  package var created: Timestamp?
  package init() {}
}

/// A PDF produced by a composer.
package struct ComposedPDF: Sendable {
  package var bytes: [UInt8]
  package var pages: [PageMeasure]
  package var warnings: [Diagnostic]
  /// The profiles to which it must conform; nil for none.
  package var conformance: ConformanceRequest?
  /// The build record, if it is an archive of a document in the database.
  package var archive: ArchiveRecord?
  package init(bytes: [UInt8], pages: [PageMeasure], warnings: [Diagnostic] = []) {
    self.bytes = bytes
    self.pages = pages
    self.warnings = warnings
  }
}

/// The record of a built archive: a document up to a segment, with the manifest of its steps.
package struct ArchiveRecord: Codable, Hashable, Sendable {
  package var document: String
  /// The last segment in it; 0 for the base alone.
  package var sequence: Int
  /// JSON.
  package var manifest: String

  package init(document: String, sequence: Int, manifest: String) {
    self.document = document
    self.sequence = sequence
    self.manifest = manifest
  }
}

/// Size of a page as displayed, in points (1/72 inch).
package struct PageMeasure: Hashable, Sendable {
  package var width, height: Double
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
