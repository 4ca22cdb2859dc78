/// Joins a base file and its segments.
package enum PDFAssembly {
  /// `base` and `segments` in order, byte for byte, after a check that each segment fits what precedes it.
  ///
  /// - Returns: the whole, opened again from its own bytes.
  /// - Throws: `PDFError`; of a segment that does not fit its message names which, from 1.
  package static func assemble(
    base: PDFBytes, segments: [[UInt8]], limits: PDFLimits = PDFLimits()
  ) throws(PDFError) -> PDFFile {
    var whole = base
    if !segments.isEmpty {
      // A mapped base is mapped once more rather than copied: it may be far larger than memory.
      whole = try PDFBytes(extending: base, length: base.count, room: segments.reduce(0) { $0 + $1.count })
      var position = base.count
      for segment in segments {
        whole.write(segment, at: position)
        position += segment.count
      }
    }
    try check(whole, baseLength: base.count, segments: segments.map(\.count), limits: limits)
    return try PDFFile(whole, limits: limits)
  }

  /// `assemble` for bytes in memory.
  package static func assemble(
    base: [UInt8], segments: [[UInt8]], limits: PDFLimits = PDFLimits()
  ) throws(PDFError) -> PDFFile {
    try assemble(base: PDFBytes(base), segments: segments, limits: limits)
  }

  /// Checks segments that already stand after their base: the first `baseLength` bytes are the base, then `segments`
  /// bytes each.
  @discardableResult
  package static func check(
    _ whole: PDFBytes, baseLength: Int, segments: [Int], limits: PDFLimits = PDFLimits()
  ) throws(PDFError) -> [PDFSegment] {
    let file = try PDFFile(whole, length: baseLength, limits: limits)
    var checked: [PDFSegment] = []
    for (index, count) in segments.enumerated() {
      do throws(PDFError) {
        let segment = try file.checkSegment(upTo: file.length.addingOrNil(count) ?? .max)
        try file.advance(over: segment)
        checked.append(segment)
      } catch {
        throw PDFError(code: error.code, message: "Segment \(index + 1): \(error.message)", offset: error.offset)
      }
    }
    return checked
  }
}
