import Annotations
import Archives
import PDF

extension ArchiveBuilder {
  /// Makes an update of a segment that came as XFDF, Instant JSON or recorded ink. The same segment on the same file
  /// gives the same bytes.
  package static func convert(_ segment: ArchiveSegment, _ file: PDFFile) throws -> ConvertedSegment {
    guard let format = AnnotationFormat(rawValue: segment.metadata.format.rawValue) else {
      return try refuse(segment, file)
    }
    let made = try AnnotationImport(segment.bytes, format: format, base: file)
    return ConvertedSegment(update: made.segment, warnings: made.warnings.map(\.description))
  }
}
