import Diagnostics
import PDF

/// Source formats of annotations.
package enum AnnotationFormat: String, CaseIterable, Sendable {
  case xfdf
  case instantJSON = "instant-json"
  /// Recorded strokes: InkML or the JSON described in `docs/annotations.md`.
  case ink
}

/// Converts a source of annotations to a segment for one file.
package struct AnnotationImport: Sendable {
  /// The incremental update, to be appended to the base; empty if the source changes nothing.
  package var segment: [UInt8]
  /// What was ignored in the source.
  package var warnings: [Diagnostic]

  /// - Parameters:
  ///   - bytes: the source.
  ///   - base: the file to which the segment will be appended.
  /// - Throws: `AnnotationError` with the location in the source.
  package init(
    _ bytes: [UInt8], format: AnnotationFormat, base: PDFFile, limits: AnnotationLimits = AnnotationLimits()
  ) throws(AnnotationError) {
    let source = try AnnotationSource(bytes, format: format, base: base, limits: limits)
    var update = try AnnotationUpdate(base: base, limits: limits)
    try update.apply(source)
    segment = try update.segment()
    warnings = update.warnings
  }
}

extension AnnotationSource {
  /// The edits that a source requests. Needs no fonts.
  /// - Throws: `AnnotationError` with the location in the source.
  package init(
    _ bytes: [UInt8], format: AnnotationFormat, base: PDFFile, limits: AnnotationLimits = AnnotationLimits()
  ) throws(AnnotationError) {
    guard bytes.count <= limits.bytes else {
      throw AnnotationError(.limit, "the source has \(bytes.count) bytes; \(limits.bytes) are allowed")
    }
    switch format {
    case .xfdf: self = try XFDFReader.read(bytes, limits: limits)
    case .instantJSON: self = try InstantJSONReader.read(bytes, base: base, limits: limits)
    case .ink: self = try InkSourceReader.read(bytes, base: base, limits: limits)
    }
  }
}
