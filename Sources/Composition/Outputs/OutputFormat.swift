/// The format of a file that a job makes.
package enum OutputFormat: String, CaseIterable, Codable, Sendable {
  case pdf
  /// A BagIt bag as tar file: archives of documents of the database only.
  case bag
  /// A Word file (Office Open XML).
  case docx
  /// The document as the body of a mail: a message of RFC 5322 without addresses.
  case htmlMail = "html-mail"
  /// One picture for each page.
  case png, jpeg
  /// Plain text, for search indexes.
  case text
  /// CommonMark with the tables of GitHub Flavored Markdown.
  case markdown
  /// The XML of an e-invoice (`einvoice` of a kind or a payload).
  case einvoice = "e-invoice"

  /// The type of its files; of a bag as the worker stores it.
  package var mediaType: String {
    switch self {
    case .pdf: "application/pdf"
    case .bag: "application/x-tar"
    case .docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case .htmlMail: "message/rfc822"
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .text: "text/plain; charset=utf-8"
    case .markdown: "text/markdown; charset=utf-8"
    case .einvoice: "application/xml"
    }
  }

  /// The extension of file names, without a point.
  package var fileExtension: String {
    switch self {
    case .pdf: "pdf"
    case .bag: "tar"
    case .docx: "docx"
    case .htmlMail: "eml"
    case .png: "png"
    case .jpeg: "jpg"
    case .text: "txt"
    case .markdown: "md"
    case .einvoice: "xml"
    }
  }

  /// Whether bytes can be a file of this format, judged by how such files begin, and for text by its encoding. For a
  /// bag it is the PDF from which the worker makes it.
  package func canBe(_ content: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .pdf, .bag: content.starts(with: "%PDF-".utf8)
    case .png: content.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .jpeg: content.starts(with: [0xFF, 0xD8, 0xFF])
    // A ZIP archive.
    case .docx: content.starts(with: [0x50, 0x4B, 0x03, 0x04])
    case .htmlMail, .text, .markdown, .einvoice: String(validating: content, as: UTF8.self) != nil
    }
  }

  /// Whether each page is a separate file.
  package var isPerPage: Bool { self == .png || self == .jpeg }

  /// Whether the format shows laid-out pages.
  var isLaidOut: Bool { self == .pdf || isPerPage }
}

/// An output of a kind, with its settings.
package struct KindOutput: Hashable, Sendable {
  package var format: OutputFormat
  /// Pictures only: pixels per inch of paper.
  package var resolution: Int
  /// Pictures only: the number of pages, from the first; nil for all.
  package var pages: Int?

  package init(_ format: OutputFormat, resolution: Int = 96, pages: Int? = nil) {
    self.format = format
    self.resolution = resolution
    self.pages = pages
  }

  /// 36 to 600: half the size on a screen, to the resolution of an office printer.
  package static let resolutions = 36...600
}
