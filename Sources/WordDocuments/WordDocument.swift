import Diagnostics
import Layout
import Markup
import Resources
import Style

/// A Word document (Office Open XML, ISO/IEC 29500 transitional) made from the content of a styled HTML document.
package struct WordDocument: Sendable {
  /// The file: a ZIP archive. Equal input gives equal bytes.
  package var bytes: [UInt8]
  /// Content that Word cannot express, and the changes made because of it.
  package var diagnostics: [Diagnostic]

  /// Limits of the written document.
  package struct Limits: Sendable {
    /// Word's limit for the columns of a table.
    package var columns = 63
    package var paragraphs = 1_000_000
    /// Tables in cells of tables; deeper ones become a sequence of paragraphs.
    package var tableDepth = 12
    /// Paragraph styles and character styles; further formatting is direct.
    package var styles = 500
    /// The number of bytes of the parts before compression.
    package var bytes = 512 << 20
    /// Pixels of a picture made from an SVG image.
    package var pixels = 16_000_000
    package init() {}
  }

  /// The properties of the file; empty strings are left out.
  package struct Metadata: Hashable, Sendable {
    package var title = ""
    package var author = ""
    package var subject = ""
    package var keywords = ""
    /// BCP 47.
    package var language = ""
    /// The time of creation in RFC 3339 with `Z`, such as `2026-11-20T08:14:00Z`.
    package var created = ""
    package init() {}
  }

  /// Draws an image as a PNG of a size in pixels, for formats that Word cannot show. Fails if the image cannot be
  /// decoded.
  package typealias Rasterizer = (_ image: ImageID, _ width: Int, _ height: Int) -> [UInt8]?

  /// - Throws: `tooManyColumns`, `tooLarge`, `packaging`.
  package init(
    _ flow: DocumentFlow, images: ImageStore, metadata: Metadata, limits: Limits = Limits(),
    rasterize: @escaping Rasterizer
  ) throws(WordError) {
    let converter = Converter(flow, images: images, limits: limits)
    try converter.convertDocument()
    var package = PackageWriter(converter, metadata: metadata, rasterize: rasterize)
    bytes = try package.write()
    diagnostics = converter.diagnostics.entries + package.diagnostics
  }
}
