import Archives
import OperatingSystem
import PDF

/// Appends segments to a base file, as `archive append` does.
package enum Assembly {
  /// `base` with `segments` appended, after checking that each segment fits.
  ///
  /// - Throws: `PDFError`; the message has the number of the segment that does not fit, from 1.
  package static func assemble(
    base: PDFBytes, segments: [[UInt8]], limits: PDFLimits = PDFLimits()
  ) throws(PDFError) -> PDFFile {
    var growth = PDFGrowth(base: try PDFFile(base, limits: limits))
    try growth.append(all: segments)
    return growth.file
  }

  /// `assemble` for bytes in memory.
  package static func assemble(
    base: [UInt8], segments: [[UInt8]], limits: PDFLimits = PDFLimits()
  ) throws(PDFError) -> PDFFile {
    try assemble(base: PDFBytes(base), segments: segments, limits: limits)
  }

  /// Writes `base` and `segments` to the file `output`, which appears complete and checked, or not at all.
  @discardableResult
  package static func assemble(
    basePath: String, segments: [[UInt8]], to output: String, limits: PDFLimits = PDFLimits(),
    files: any FileOperations = SystemFileOperations()
  ) throws(PDFError) -> PDFFile {
    let base = try PDFBase(path: basePath, limits: limits)
    var growth = PDFGrowth(base: base.file)
    try growth.append(all: segments)
    try base.write(then: growth.tail, to: output, files: files)
    return growth.file
  }
}

extension PDFGrowth {
  /// Appends several segments.
  /// - Throws: `PDFError` whose message names the segment that does not fit, from 1.
  fileprivate mutating func append(all segments: [[UInt8]]) throws(PDFError) {
    for (number, segment) in segments.enumerated() {
      do throws(PDFError) {
        try append(segment)
      } catch {
        throw PDFError(code: error.code, message: "Segment \(number + 1): \(error.message)", offset: error.offset)
      }
    }
  }
}
