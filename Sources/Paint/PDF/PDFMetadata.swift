/// What a PDF says about itself. Empty strings are left out.
package struct PDFMetadata: Hashable, Sendable {
  package var title: String
  package var author: String
  package var subject: String
  package var keywords: String
  package var creator: String
  /// BCP 47: the document's natural language (ISO 32000-1 §14.9.2).
  package var language: String
  /// ISO 8601, `2026-01-31T12:00:00Z`. What is not such a date is left out. The clock is never read: without a date the file
  /// says none, so the same input gives the same bytes.
  package var created: String
  package var modified: String
  package init(
    title: String = "", author: String = "", subject: String = "", keywords: String = "", creator: String = "",
    language: String = "", created: String = "", modified: String = ""
  ) {
    self.title = title
    self.author = author
    self.subject = subject
    self.keywords = keywords
    self.creator = creator
    self.language = language
    self.created = created
    self.modified = modified
  }
}
