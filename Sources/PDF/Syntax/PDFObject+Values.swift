// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Objects for values of other types.
extension PDFObject {
  /// A number rounded to a thousandth and limited to ±1,000,000; 0 if it is not finite.
  package static func rounded(_ value: Double) -> PDFObject {
    guard value.isFinite else { return .integer(0) }
    let thousandths = Int((min(max(value, -1e6), 1e6) * 1000).rounded())
    return thousandths.isMultiple(of: 1000) ? .integer(thousandths / 1000) : .real(Double(thousandths) / 1000)
  }

  /// A text string (7.9.2.2): printable ASCII, or UTF-16BE.
  package static func text(_ value: String) -> PDFObject {
    .string(value.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? Array(value.utf8) : TextString.utf16(value))
  }

  /// An indirect reference of generation 0 to an object that this module numbered.
  package static func reference(to number: Int) -> PDFObject { .reference(PDFReference(new: number)) }

  /// `[x0 y0 x1 y1]`, rounded (7.9.5).
  package static func rectangle(_ value: PDFRectangle) -> PDFObject {
    .array([value.x0, value.y0, value.x1, value.y1].map(PDFObject.rounded))
  }
}
