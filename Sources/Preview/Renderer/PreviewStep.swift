import Composition
import Diagnostics

/// A request to the renderer of a preview. The payload, or the HTML of a page, is the request's body.
package enum PreviewStep: Hashable, Sendable, Codable {
  /// Composes and lays out a document, whose version is `version`. If it fails, the previous document is kept.
  case layOut(PreviewDocument, version: Int)
  /// A page, from 0, as PNG with `scale` pixels per CSS px; nothing if its picture has the digest `known`.
  case picture(version: Int, page: Int, scale: Double, known: String?)
  case outline(version: Int, page: Int)
  case structure(version: Int)
  case pdf(version: Int)
  /// The composed HTML.
  case html(version: Int)
}

/// A document that the renderer composes.
package struct PreviewDocument: Hashable, Sendable, Codable {
  /// It is nil for a page.
  package var kind: String?
  /// The name of the page, for messages.
  package var name = ""
  /// The folder that a page may read.
  package var assets: String?
  package var locale: String?
  package var pageSize: String?
  package var medium = PreviewSource.Medium.print

  package init() {}
}

/// The renderer's answer. Pictures, PDFs and mails are its body.
package enum PreviewResponse: Sendable, Codable {
  case document(DocumentSummary)
  case mail(MailSummary)
  case picture(digest: String, warnings: [PreviewDiagnostic])
  case unchanged
  case outline(PageOutline)
  case structure([StructureLine])
  case pdf(warnings: [PreviewDiagnostic])
  case html
  /// The document could not be made.
  case failed(PreviewDiagnostic)
  /// The renderer does not have this version: it has a later one, or was started since.
  case outdated
}

/// A document that was laid out.
package struct DocumentSummary: Hashable, Sendable, Codable {
  /// A page's size as displayed, px.
  package struct Page: Hashable, Sendable, Codable {
    package var width: Double
    package var height: Double
  }
  package var pages: [Page]
  package var problems: [PreviewDiagnostic]
  package var title: String
  /// Milliseconds by stage.
  package var timings: [String: Double]
}

/// The parts of a mail, one after the other in the body of the answer: HTML, text, images.
package struct MailSummary: Hashable, Sendable, Codable {
  package struct Image: Hashable, Sendable, Codable {
    package var name: String
    package var mediaType: String
    package var bytes: Int
  }
  package var title: String
  /// Lengths in bytes.
  package var html: Int
  package var text: Int
  package var images: [Image]
  package var problems: [PreviewDiagnostic]
  package var timings: [String: Double]
}
