/// What a composer makes of a payload: a document ready to set, or one that is already PDF.
package enum ComposedDocument: Sendable {
  case html(HTMLDocument)
  case pdf(ComposedPDF)

  /// What the composer noticed about the payload.
  package var warnings: [Warning] {
    switch self {
    case .html(let document): document.warnings
    case .pdf(let document): document.warnings
    }
  }
}

/// HTML, its stylesheets and where its images may come from.
package struct HTMLDocument: Sendable {
  /// In UTF-8, unless the bytes themselves say otherwise.
  package var html: [UInt8]
  /// The name that warnings give its lines: its file, where it has one.
  package var name = ""
  /// Author sheets that stand before the document's own.
  package var stylesheets: [Stylesheet] = []
  /// The folder whose files the document may name; nil for none.
  package var assets: String?
  /// Where in that folder the document stands; empty for the folder itself.
  package var assetsSubfolder = ""
  package var pageSize = PaperSize.a4
  /// The PDF tells its structure: headings, paragraphs, lists, tables, figures, links.
  package var isTagged = false
  package var metadata = Metadata()
  package var warnings: [Warning] = []

  package init(html: [UInt8]) { self.html = html }

  package struct Stylesheet: Hashable, Sendable {
    package var css: String
    /// Its name in warnings: `note/page.css`.
    package var source: String
    package init(css: String, source: String) {
      self.css = css
      self.source = source
    }
  }
}

/// What the PDF's information dictionary says; empty strings are left out.
package struct Metadata: Hashable, Sendable {
  package var title = ""
  package var author = ""
  package var subject = ""
  package var keywords: [String] = []
  /// BCP 47.
  package var language = ""
  package var created: Timestamp?
  package init() {}
}

/// A PDF that a composer made by itself.
package struct ComposedPDF: Sendable {
  package var bytes: [UInt8]
  package var pages: [PageMeasure]
  package var warnings: [Warning]
  /// What the database is to keep of it, where it is an archive of a document there.
  package var archive: ArchiveRecord?
  package init(bytes: [UInt8], pages: [PageMeasure], warnings: [Warning] = []) {
    self.bytes = bytes
    self.pages = pages
    self.warnings = warnings
  }
}

/// Which archive was built: a document up to a segment, and the manifest of its steps.
package struct ArchiveRecord: Codable, Hashable, Sendable {
  package var document: String
  package var sequence: Int
  /// JSON.
  package var manifest: String

  package init(document: String, sequence: Int, manifest: String) {
    self.document = document
    self.sequence = sequence
    self.manifest = manifest
  }
}

/// A page's size as shown, in points (1/72 inch).
package struct PageMeasure: Hashable, Sendable {
  package var width, height: Double
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// Something that did not keep the document from being made, but that someone may want to mend.
package struct Warning: Hashable, Sendable, CustomStringConvertible {
  package var message: String
  /// A stylesheet, an address or a JSON path; empty for the document itself.
  package var source: String
  /// From 1; 0 where unknown.
  package var line, column: Int
  package init(message: String, source: String = "", line: Int = 0, column: Int = 0) {
    self.message = message
    self.source = source
    self.line = line
    self.column = column
  }

  package var description: String {
    var place = source
    if line > 0 { place += (place.isEmpty ? "line " : ":") + "\(line)" }
    if line > 0, column > 0 { place += ":\(column)" }
    return place.isEmpty ? message : "\(place): \(message)"
  }
}
