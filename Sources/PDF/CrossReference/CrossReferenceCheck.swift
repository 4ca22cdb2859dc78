extension PDFFile {
  /// Looks whether objects begin where the cross-reference sections say: a file that readers would have to repair, each
  /// in its own way, is no base for anything.
  ///
  /// All objects are looked at, or `PDFLimits.checkedObjects` of them, evenly spread, so that the cost does not grow
  /// with the file. Whether an object is damaged inside is not looked into.
  /// - Throws: `crossReference` with the first that is not there, or where the file goes on after its end: then a later
  ///   revision was cut short, and would be lost.
  package func checkCrossReference() throws(PDFError) {
    try checkEnd()
    let size = trailer["Size"].integer ?? .max
    // What a section lists beyond /Size is not there (ISO 32000-1, 7.5.5).
    for (number, entry) in table.sample(limits.checkedObjects) where number < size {
      switch entry {
      case .free: break
      case .inUse(let offset, let generation): try check(number, generation, at: offset)
      case .compressed(let stream, _):
        guard case .inUse? = table[stream] else {
          throw PDFError(
            code: .crossReference,
            message: "Object \(number) should be in object stream \(stream), which is no object of its own.")
        }
      }
    }
  }

  /// Only white space and comments, such as `%%EOF`, may follow the last `startxref` and its number.
  private func checkEnd() throws(PDFError) {
    var lexer = PDFLexer(bytes, at: try StartXRef.last(in: bytes, before: length).offset + 9, end: length)
    _ = try lexer.nextInteger()
    lexer.skipSpace()
    guard lexer.position == length else {
      throw .crossReference(
        "The file goes on after its end with \(length - lexer.position) bytes; what follows may be cut short.",
        at: lexer.position)
    }
  }

  private func check(_ number: Int, _ generation: Int, at offset: Int) throws(PDFError) {
    guard offset >= 0, offset < length else {
      throw .crossReference("Object \(number) should be at byte \(offset); the file has \(length).", at: offset)
    }
    var lexer = PDFLexer(bytes, at: offset, end: length)
    let found = (try? lexer.nextInteger(), try? lexer.nextInteger(), try? lexer.next())
    guard found.0 == number, found.1 == generation, found.2 == .keyword(.obj) else {
      throw .crossReference("Object \(number) \(generation) should begin here, and does not.", at: offset)
    }
  }
}
