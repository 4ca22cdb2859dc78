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

  // MARK: Tables (ISO 32000-1, 7.5.4)

  private func table(at start: Int, visit: Visitor) throws(PDFError) -> XRefSection {
    var parser = PDFParser(bytes, at: start + 4, end: end, limits: limits, isStrict: isStrict)
    var isIrregular = false
    while let first = try parser.lexer.nextInteger() {
      let place = parser.lexer.position
      guard let count = try parser.lexer.nextInteger(), first >= 0, count >= 0, first <= 0x7FFF_FFFF,
        count <= 0x7FFF_FFFF
      else {
        throw .crossReference(
          "A subsection of the cross-reference table does not begin with a first number and a count.", at: place)
      }
      try subsection(first: first, count: count, lexer: &parser.lexer, isIrregular: &isIrregular, visit: visit)
    }
    let place = parser.lexer.position
    guard try parser.lexer.next() == .keyword(.trailer) else {
      throw .crossReference("No \"trailer\" follows the cross-reference table.", at: place)
    }
    let dictionary = parser.lexer.position
    if isBrief, let (links, end) = TrailerSkim.read(bytes, at: dictionary, end: end) {
      return XRefSection(
        kind: links.stream == nil ? .table : .hybrid, range: start..<end, trailer: PDFDictionary(), links: links,
        isIrregular: isIrregular)
    }
    let hasRepeatedKeys = Self.hasRepeatedKeys(parser) { (parser) throws(PDFError) in _ = try parser.object() }
    guard case .dictionary(let trailer) = try parser.object() else {
      throw .crossReference("The trailer is not a dictionary.", at: dictionary)
    }
    let links = XRefLinks(trailer)
    var section = XRefSection(
      kind: links.stream == nil ? .table : .hybrid, range: start..<parser.lexer.position, trailer: trailer,
      links: links, isIrregular: isIrregular)
    section.hasRepeatedKeys = hasRepeatedKeys
    return section
  }

  /// Whether the object that `read` reads can be read only if repeated keys are accepted.
  private static func hasRepeatedKeys(
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

  private func subsection(
    first: Int, count: Int, lexer: inout PDFLexer, isIrregular: inout Bool, visit: Visitor
  ) throws(PDFError) {
    while let byte = lexer.peek(), byte == 0x20 { lexer.position += 1 }
    if lexer.peek() == 0x0D { lexer.position += 1 }
    if lexer.peek() == 0x0A { lexer.position += 1 }
    for index in 0..<count {
      let number = first + index
      if let entry = exactEntry(at: lexer.position) {
        lexer.position += 20
        try visit(number, entry)
        continue
      }
      guard !isStrict else {
        throw .crossReference(
          "The entry of object \(number) does not have the prescribed form of 20 bytes.", at: lexer.position)
      }
      isIrregular = true
      lexer.skipSpace()
      let place = lexer.position
      guard let field = try lexer.nextInteger(), let generation = try lexer.nextInteger(), field >= 0, generation >= 0
      else {
        throw .crossReference("The table ends before the entry of object \(number).", at: place)
      }
      switch try lexer.next() {
      case .keyword(.inUse): try visit(number, try inUse(field, generation, at: place))
      case .keyword(.free): try visit(number, .free(generation: min(generation, 65_535)))
      default: throw .crossReference("The entry of object \(number) is neither in use nor free.", at: place)
      }
    }
  }

  private func inUse(_ field: Int, _ generation: Int, at place: Int) throws(PDFError) -> XRefEntry {
    // Some programs write offset 0 for removed objects. No object can begin at offset 0, where the header is.
    if field == 0 { return .free(generation: min(generation, 65_535)) }
    let (offset, overflow) = field.addingReportingOverflow(origin)
    guard !overflow, generation <= 65_535 else {
      throw .crossReference("An entry's numbers are out of range.", at: place)
    }
    return .inUse(offset: offset, generation: generation)
  }

  /// An entry of exactly the form `nnnnnnnnnn ggggg n` and a two-byte line end.
  private func exactEntry(at position: Int) -> XRefEntry? {
    guard position + 20 <= end else { return nil }
    return bytes.withBytes(position..<position + 20) { row in
      var offset = 0
      var generation = 0
      for index in 0..<10 {
        guard ByteClass.isDigit(row[index]) else { return nil }
        offset = offset * 10 + Int(row[index] - 0x30)
      }
      for index in 11..<16 {
        guard ByteClass.isDigit(row[index]) else { return nil }
        generation = generation * 10 + Int(row[index] - 0x30)
      }
      let isLineEnd =
        switch (row[18], row[19]) {
        case (0x20, 0x0A), (0x20, 0x0D), (0x0D, 0x0A): true
        default: false
        }
      guard row[10] == 0x20, row[16] == 0x20, isLineEnd, generation <= 65_535 else { return nil }
      switch row[17] {
      case 0x66: return .free(generation: generation)
      case 0x6E:
        return offset == 0 ? .free(generation: generation) : .inUse(offset: offset + origin, generation: generation)
      default: return nil
      }
    }
  }

  // MARK: Streams (ISO 32000-1, 7.5.8)

  private func stream(at start: Int, visit: Visitor) throws(PDFError) -> XRefSection {
    var parser = PDFParser(bytes, at: start, end: end, limits: limits, isStrict: isStrict)
    let object: IndirectObject
    let read: (inout PDFParser) throws(PDFError) -> Void = { (parser) throws(PDFError) in
      _ = try parser.indirectObject { _ in nil }
    }
    let hasRepeatedKeys = !isBrief && Self.hasRepeatedKeys(parser, read)
    do throws(PDFError) {
      // An indirect length cannot be resolved before the cross-reference chain has been read; the specification forbids
      // it here.
      object = try parser.indirectObject { _ in nil }
    } catch {
      throw .crossReference("Neither a cross-reference table nor stream begins here: \(error.message)", at: start)
    }
    guard case .stream(let stream) = object.value, stream.dictionary["Type"].name == "XRef" else {
      throw .crossReference("Expected a cross-reference section, found object \(object.reference).", at: start)
    }
    let decoded: Int
    do throws(PDFError) {
      decoded = try rows(of: stream, visit: visit)
    } catch {
      throw PDFError(
        code: error.code == .limit ? .limit : .crossReference,
        message: "The cross-reference stream \(object.reference) is damaged: \(error.message)", offset: start)
    }
    var section = XRefSection(
      kind: .stream, range: object.range, trailer: stream.dictionary, links: XRefLinks(stream.dictionary),
      reference: object.reference, decodedBytes: decoded)
    section.hasRepeatedKeys = hasRepeatedKeys
    return section
  }

  /// - Returns: the decoded bytes of the stream.
  private func rows(of stream: PDFStream, visit: Visitor) throws(PDFError) -> Int {
    let widths = (stream.dictionary["W"].array ?? []).map { $0.integer ?? -1 }
    guard widths.count == 3 || (widths.count > 3 && !isStrict), widths[..<3].allSatisfy({ (0...8).contains($0) }) else {
      throw PDFError(code: .crossReference, message: "/W does not give three widths of 0 to 8 bytes.")
    }
    let rowSize = widths[0] + widths[1] + widths[2]
    guard rowSize > 0, let size = stream.dictionary["Size"].integer, size >= 0 else {
      throw PDFError(code: .crossReference, message: "/W or /Size is out of range.")
    }
    let index = stream.dictionary["Index"].array?.map { $0.integer ?? -1 } ?? [0, size]
    guard index.count.isMultiple(of: 2), index.allSatisfy({ (0...0x7FFF_FFFF).contains($0) }) else {
      throw PDFError(code: .crossReference, message: "/Index does not consist of pairs of numbers.")
    }
    let data = try stream.decoded(limits: limits)
    let needed = stride(from: 1, to: index.count, by: 2).reduce(0) { $0 + index[$1] }
    guard needed <= data.count / rowSize else {
      throw PDFError(
        code: .crossReference, message: "The stream has \(data.count / rowSize) entries instead of \(needed).")
    }
    guard !isStrict || needed * rowSize == data.count else {
      throw PDFError(code: .crossReference, message: "The stream has data after its last entry.")
    }
    var position = 0
    func field(_ width: Int) -> Int? {
      var value: UInt64 = 0
      for _ in 0..<width {
        value = value << 8 | UInt64(data[position])
        position += 1
      }
      return Int(exactly: value)
    }
    for pair in stride(from: 0, to: index.count, by: 2) {
      for number in index[pair]..<index[pair] + index[pair + 1] {
        let type = widths[0] == 0 ? 1 : field(widths[0])
        guard let second = field(widths[1]), let third = field(widths[2]) else {
          throw PDFError(code: .crossReference, message: "The entry of object \(number) is out of range.")
        }
        try visit(number, try entry(number, type, second, third, at: stream.range.lowerBound))
      }
    }
    return data.count
  }

  /// - Parameter offset: of the stream.
  private func entry(
    _ number: Int, _ type: Int?, _ second: Int, _ third: Int, at offset: Int
  ) throws(PDFError) -> XRefEntry {
    switch type {
    case 0: return .free(generation: min(third, 65_535))
    case 1: return try inUse(second, third, at: offset)
    case 2:
      guard second > 0, second <= 0x7FFF_FFFF, third <= 0x7FFF_FFFF else {
        throw PDFError(code: .crossReference, message: "The entry of object \(number) is out of range.")
      }
      return .compressed(stream: second, index: third)
    default:
      // Entries of unknown types are null objects (7.5.8.3).
      guard !isStrict else {
        throw PDFError(code: .crossReference, message: "The entry of object \(number) is of an unknown type.")
      }
      return .free(generation: 65_535)
    }
  }
}
