// Section numbers are those of ISO 32000-1 unless another standard is named.

import Dates

/// The metadata of a new PDF. Empty strings are left out of the file.
package struct PDFMetadata: Hashable, Sendable {
  package var title: String
  package var author: String
  package var subject: String
  /// The keywords as one text, usually separated by commas.
  package var keywords: String
  /// The program that made the source document.
  package var creator: String
  /// The program that made the PDF.
  package var producer: String
  /// BCP 47: the document's natural language (ISO 32000-1, 14.9.2).
  package var language: String
  /// ISO 8601, `2026-01-31T12:00:00Z`; anything else is left out. The clock is never read: without a date the file has
  /// none, so the same input gives the same bytes.
  package var created: String
  /// When it was last changed, likewise.
  package var modified: String
  package init(
    title: String = "", author: String = "", subject: String = "", keywords: String = "", creator: String = "",
    producer: String = "", language: String = "", created: String = "", modified: String = ""
  ) {
    self.title = title
    self.author = author
    self.subject = subject
    self.keywords = keywords
    self.creator = creator
    self.producer = producer
    self.language = language
    self.created = created
    self.modified = modified
  }

  /// The information dictionary (14.3.3).
  package var information: PDFDictionary {
    var entries = PDFDictionary()
    let texts: [(PDFName, String)] = [
      ("Title", title), ("Author", author), ("Subject", subject), ("Keywords", keywords), ("Creator", creator),
      ("Producer", producer),
    ]
    for (key, text) in texts where !text.isEmpty { entries[key] = .text(text) }
    for (key, date) in [("CreationDate", created), ("ModDate", modified)] as [(PDFName, String)] {
      if let date = PDFDate.pdf(iso8601: date) { entries[key] = .text(date) }
    }
    return entries
  }
}
