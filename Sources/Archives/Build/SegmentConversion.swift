import Annotations
import Diagnostics
import PDF

extension ArchiveSegment.Format {
  /// The annotation format; nil for an incremental update.
  var annotations: AnnotationFormat? { AnnotationFormat(rawValue: rawValue) }
}

extension ArchiveBuilder {
  /// Converts a segment in XFDF, Instant JSON or recorded ink to an incremental update. The same segment and file give
  /// the same bytes. Warnings state the length of quoted text, not the text.
  package static func convert(_ segment: ArchiveSegment, _ file: PDFFile) throws -> ConvertedSegment {
    guard let format = segment.metadata.format.annotations else { return try refuse(segment, file) }
    let made = try AnnotationImport(segment.bytes, format: format, base: file)
    return ConvertedSegment(update: made.segment, warnings: made.warnings.map { Quotation.masked($0.description) })
  }
}
