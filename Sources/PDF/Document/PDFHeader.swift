/// The header `%PDF-x.y` within the first 1,024 bytes (ISO 32000-1, 7.5.2 and Annex H note 13).
struct PDFHeader {
  var offset: Int
  var version: String

  init(_ bytes: PDFBytes, length: Int) throws(PDFError) {
    guard let offset = bytes.first("%PDF-", in: 0..<min(length, 1_024)) else {
      throw PDFError(
        code: .notPDF, message: "This is not a PDF: the first 1,024 bytes do not contain \"%PDF-\".", offset: 0)
    }
    self.offset = offset
    let text = bytes.array(offset + 5..<min(length, offset + 13)).prefix { ByteClass.isDigit($0) || $0 == 0x2E }
    version = printable(Array(text))
  }
}

/// The keyword `startxref` and the offset after it (ISO 32000-1, 7.5.5).
package struct StartXRef {
  /// The offset of the keyword.
  package var offset: Int
  /// The offset that it states.
  package var value: Int

  package init(offset: Int, value: Int) {
    self.offset = offset
    self.value = value
  }

  /// The last one before `end`, within 2 KiB.
  package static func last(in bytes: PDFBytes, before end: Int) throws(PDFError) -> StartXRef {
    guard let offset = bytes.last("startxref", in: max(0, end - 2_048)..<end) else {
      throw .crossReference("The file does not end with \"startxref\"; it may be truncated.", at: end)
    }
    var lexer = PDFLexer(bytes, at: offset + 9, end: end)
    guard let value = try lexer.nextInteger(), value >= 0 else {
      throw .crossReference("\"startxref\" is not followed by an offset.", at: offset)
    }
    return StartXRef(offset: offset, value: value)
  }
}
