import Diagnostics
import PDF

/// The formats that annotations come in.
package enum AnnotationFormat: String, CaseIterable, Sendable {
  case xfdf
  case instantJSON = "instant-json"
  /// Recorded touches: InkML or the JSON of `docs/annotations.md`.
  case ink
}

/// Turns a source of annotations into a segment for one file.
package struct AnnotationImport: Sendable {
  /// The incremental update, to stand right after the base's bytes; empty where the source changes nothing.
  package var segment: [UInt8]
  package var warnings: [Diagnostic]

  /// - Parameters:
  ///   - bytes: the source.
  ///   - base: the file as it is, which the segment is for.
  /// - Throws: `AnnotationError` with the place in the source; nothing is left half done.
  package init(
    _ bytes: [UInt8], format: AnnotationFormat, base: PDFFile, limits: AnnotationLimits = AnnotationLimits()
  ) throws(AnnotationError) {
    guard bytes.count <= limits.bytes else {
      throw AnnotationError(.limit, "the source has \(bytes.count) bytes; \(limits.bytes) are allowed")
    }
    let source: AnnotationSource
    switch format {
    case .xfdf: source = try XFDFReader.read(bytes, limits: limits)
    case .instantJSON: source = try InstantJSONReader.read(bytes, base: base, limits: limits)
    case .ink: source = try InkSourceReader.read(bytes, base: base, limits: limits)
    }
    var update = try AnnotationUpdate(base: base, limits: limits)
    try update.apply(source)
    segment = try update.segment()
    warnings = update.warnings
  }
}
