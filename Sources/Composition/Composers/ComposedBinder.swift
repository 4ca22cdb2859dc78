import Diagnostics
import PDF

/// A document that is bound of others: the parts are typeset one after the other and merged, with cover, table of
/// contents, separators and page numbers made of a template.
package struct ComposedBinder: Sendable {
  /// The numbering of pages in the table of contents, in page labels, and on the pages of the parts.
  enum Numbering: String, CaseIterable, Sendable {
    /// The pages are numbered from 1 through the whole binder.
    case continuous
    /// `3-1`: the number of the part, and of its page.
    case perPart = "per-part"
    /// No numbers on the pages; `continuous` in the table of contents.
    case none
  }

  var parts: [Part] = []
  var stamps: [ComposedStamp] = []
  var hasCover = true
  var hasContents = true
  var hasSeparators = false
  var numbering = Numbering.continuous
  /// The sheets on which the pages are placed; nil for none.
  package var sheets: SheetLayout?
  var metadata = Metadata()
  /// The values of the cover, with the names of the payload.
  var values: [String: TemplateValue] = [:]
  var template: Template
  var format: LocalFormat
  var pageSize: PaperSize
  var isTagged: Bool
  /// The profiles to which the binder, and therefore its parts, must conform; set by `conform(to:)`.
  var conformance: ConformanceRequest?
  package var warnings: [Diagnostic] = []

  struct Part: Sendable {
    /// It is nil for the title of the document itself.
    var title: String?
    var document: ComposedDocument
    var stamps: [ComposedStamp] = []
    /// The path of the part in the payload.
    var place: String
  }
}

/// The position of a part in a finished binder, and the digest of the part as a separate file.
package struct BoundPart: Codable, Hashable, Sendable {
  package var title: String
  /// The number, from 1, of a page of the file, or of the sheet with the part's first page.
  package var firstPage: Int
  /// How many pages it has, however many share a sheet.
  package var pages: Int
  /// The SHA-256 of the part as a separate file.
  package var sha256: String

  package init(title: String, firstPage: Int, pages: Int, sha256: String) {
    (self.title, self.firstPage, self.pages, self.sha256) = (title, firstPage, pages, sha256)
  }
}
