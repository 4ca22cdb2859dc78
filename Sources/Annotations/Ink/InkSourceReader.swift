import PDF

/// Reads recorded ink, either InkML or touch JSON.
package enum InkSourceReader {
  /// - Parameter base: the file to annotate; its pages define the coordinate systems.
  /// - Throws: `AnnotationError` with the line or the JSON path.
  package static func read(
    _ bytes: [UInt8], base: PDFFile, limits: AnnotationLimits = AnnotationLimits()
  ) throws(AnnotationError) -> AnnotationSource {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[start...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    let recordings: [InkRecording]
    switch first {
    case UInt8(ascii: "<"): recordings = try InkMLReader.read(bytes, limits: limits)
    case UInt8(ascii: "{"): recordings = try TouchJSONReader.read(bytes, limits: limits)
    default: throw AnnotationError(.malformed, "this is neither InkML nor the JSON of touches")
    }
    return try InkComposition().compose(recordings, base: base)
  }
}
