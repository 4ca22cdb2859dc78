import struct Composition.ArchiveRecord
import struct Composition.BoundPart

/// A renderer's description of the PDF that it has rendered.
package struct RenderReport: Codable, Hashable, Sendable {
  /// A page's size in points.
  package struct Page: Codable, Hashable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// One for each page of the document, in order.
  package var pages: [Page]
  /// One sentence each.
  package var warnings: [String]
  /// Milliseconds by stage.
  package var timings: [String: Double]
  /// Manifest of an archive of a document in the database, which the worker records; otherwise nil.
  package var archive: ArchiveRecord?
  /// The parts of the body of a mail, if that was requested.
  package var mail: MailReport?
  /// The files in the body of the frame, the document first; empty if the body is one PDF without a name.
  package var files: [FileReport] = []
  /// The addresses of images on other hosts, if they were requested.
  package var remoteImages: [String] = []
  /// The parts of a binder; nil for other documents.
  package var parts: [BoundPart]?
  /// The fonts of the text of the PDF; nil if there is none.
  package var fonts: [Font]?

  /// A font that a document was drawn with.
  package struct Font: Codable, Hashable, Sendable {
    /// The full name in the font, such as `Carlito Bold`.
    package var name: String
    /// The name of its file; nil for a font of the document.
    package var file: String?
  }

  package init(
    pages: [Page], warnings: [String] = [], timings: [String: Double] = [:], archive: ArchiveRecord? = nil
  ) {
    self.pages = pages
    self.warnings = warnings
    self.timings = timings
    self.archive = archive
  }
}
