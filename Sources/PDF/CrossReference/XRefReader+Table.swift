// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Cross-reference tables (ISO 32000-1, 7.5.4).
extension XRefReader {
  func table(at start: Int, visit: Visitor) throws(PDFError) -> XRefSection {
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
}
