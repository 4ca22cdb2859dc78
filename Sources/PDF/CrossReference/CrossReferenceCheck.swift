extension PDFFile {
  /// Checks that objects begin at the offsets in the cross-reference sections. Nothing should be appended to a file
  /// that readers would have to repair, since each repairs it in its own way.
  ///
  /// Checks all objects, or `PDFLimits.checkedObjects` of them at even distances, so that the cost is bounded. The
  /// contents of objects are not checked, except that the objects of the document can be read (`documentObjects`).
  /// - Throws: `crossReference` for the first missing object, or if bytes follow the end of the file: then a later
  ///   revision was truncated and would be lost.
  package func checkCrossReference() throws(PDFError) {
    try checkEnd()
    let size = trailer["Size"].integer ?? .max
    // Entries beyond /Size do not count (ISO 32000-1, 7.5.5).
    for (number, entry) in table.sample(limits.checkedObjects) where number < size {
      switch entry {
      case .free: break
      case .inUse(let offset, let generation): try check(number, generation, at: offset)
      case .compressed(let stream, _):
        guard case .inUse? = table[stream] else {
          throw PDFError(
            code: .crossReference,
            message: "Object \(number) should be in object stream \(stream), which is not an indirect object.")
        }
      }
    }
    // Updates must not change the objects of the document, so all of them must be known.
    if !isEncrypted { _ = try documentObjects() }
  }

  /// Only white space and comments, such as `%%EOF`, may follow the last `startxref` and its offset.
  private func checkEnd() throws(PDFError) {
    var lexer = PDFLexer(bytes, at: try StartXRef.last(in: bytes, before: length).offset + 9, end: length)
    _ = try lexer.nextInteger()
    lexer.skipSpace()
    guard lexer.position == length else {
      throw .crossReference(
        "\(length - lexer.position) bytes follow the end of the file; they may be a truncated update.",
        at: lexer.position)
    }
  }

  /// Bytes in which an object's number, its generation and `obj` must be. White space and comments between them could
  /// be as long as the file, and be read for each object.
  private static let longestStart = 1_024

  private func check(_ number: Int, _ generation: Int, at offset: Int) throws(PDFError) {
    guard offset >= 0, offset < length else {
      throw .crossReference("Object \(number) should be at byte \(offset); the file has \(length).", at: offset)
    }
    var lexer = PDFLexer(bytes, at: offset, end: min(length, offset + Self.longestStart))
    let found = (try? lexer.nextInteger(), try? lexer.nextInteger(), try? lexer.next())
    guard found.0 == number, found.1 == generation, found.2 == .keyword(.obj) else {
      throw .crossReference("Object \(number) \(generation) should begin here, but does not.", at: offset)
    }
  }
}
