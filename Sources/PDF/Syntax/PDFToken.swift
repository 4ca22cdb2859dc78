/// The tokens of PDF syntax (ISO 32000-1, 7.2).
enum PDFToken: Equatable {
  case integer(Int)
  case real(Double)
  case string([UInt8])
  case name(PDFName)
  case arrayOpen, arrayClose, dictionaryOpen, dictionaryClose
  case keyword(PDFKeyword)
  case end
}

/// The keywords outside content streams.
enum PDFKeyword: String {
  case `true`, `false`, null, obj, endobj, stream, endstream, xref, trailer, startxref
  case indirect = "R"
  case inUse = "n"
  case free = "f"
  case unknown = ""

  /// The keyword in `range`. It is compared without allocating, because every object begins and ends with keywords.
  init(_ bytes: PDFBytes, _ range: Range<Int>) {
    func matches(_ text: StaticString) -> Bool { bytes.hasBytes(text, at: range.lowerBound) }
    self =
      switch range.count {
      case 1: matches("R") ? .indirect : matches("n") ? .inUse : matches("f") ? .free : .unknown
      case 3: matches("obj") ? .obj : .unknown
      case 4: matches("true") ? .true : matches("null") ? .null : matches("xref") ? .xref : .unknown
      case 5: matches("false") ? .false : .unknown
      case 6: matches("endobj") ? .endobj : matches("stream") ? .stream : .unknown
      case 7: matches("trailer") ? .trailer : .unknown
      case 9: matches("endstream") ? .endstream : matches("startxref") ? .startxref : .unknown
      default: .unknown
      }
  }
}
