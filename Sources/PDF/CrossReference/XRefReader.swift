// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Reads one cross-reference section entry by entry, so that memory use does not depend on the number of entries that a
/// section claims to have.
package struct XRefReader {
  /// Called for each entry, with the number of its object. What it throws ends the reading.
  package typealias Visitor = (_ number: Int, _ entry: XRefEntry) throws(PDFError) -> Void

  let bytes: PDFBytes
  /// The offset at which reading ends.
  let end: Int
  /// Added to every offset stated in the file: the offset of its header.
  let origin: Int
  let limits: PDFLimits
  /// Whether faults that readers accept are errors.
  let isStrict: Bool
  /// Whether to read only those trailer entries that refer to other sections.
  var isBrief = false

  /// - Parameters:
  ///   - end: the offset at which reading ends.
  ///   - origin: the offset of the header, which is added to the offsets in the file.
  ///   - isStrict: whether faults that readers accept are errors.
  package init(bytes: PDFBytes, end: Int, origin: Int, limits: PDFLimits, isStrict: Bool) {
    self.bytes = bytes
    self.end = end
    self.origin = origin
    self.limits = limits
    self.isStrict = isStrict
  }

  /// Reads the section at the absolute `offset` and calls `visit` for each entry in the order of the file.
  package func section(at offset: Int, visit: Visitor) throws(PDFError) -> XRefSection {
    guard offset >= 0, offset < end else {
      throw .crossReference("The cross-reference section should be at byte \(offset); the file has \(end).", at: offset)
    }
    var lexer = PDFLexer(bytes, at: offset, end: end)
    if isStrict, ByteClass.isSpace(bytes[offset]) {
      throw .crossReference("Expected a cross-reference section, found white space.", at: offset)
    }
    lexer.skipSpace()
    if bytes.hasBytes("xref", at: lexer.position) { return try table(at: lexer.position, visit: visit) }
    return try stream(at: lexer.position, visit: visit)
  }

  /// Whether the section at the absolute `offset` is a table.
  func isTable(at offset: Int) -> Bool {
    var lexer = PDFLexer(bytes, at: offset, end: end)
    lexer.skipSpace()
    return bytes.hasBytes("xref", at: lexer.position)
  }

  /// Whether the object that `read` reads can be read only if repeated keys are accepted.
  static func hasRepeatedKeys(
    _ parser: PDFParser, _ read: (inout PDFParser) throws(PDFError) -> Void
  ) -> Bool {
    var (lenient, strict) = (parser, parser)
    (lenient.refusesRepeatedKeys, strict.refusesRepeatedKeys) = (false, true)
    do throws(PDFError) {
      try read(&strict)
      return false
    } catch {
      return (try? read(&lenient)) != nil
    }
  }

  /// An entry of an object in use.
  /// - Parameter place: of the entry, for errors.
  func inUse(_ field: Int, _ generation: Int, at place: Int) throws(PDFError) -> XRefEntry {
    // Some programs write offset 0 for removed objects. No object can begin at offset 0, where the header is.
    if field == 0 { return .free(generation: min(generation, 65_535)) }
    let (offset, overflow) = field.addingReportingOverflow(origin)
    guard !overflow, generation <= 65_535 else {
      throw .crossReference("An entry's numbers are out of range.", at: place)
    }
    return .inUse(offset: offset, generation: generation)
  }
}
