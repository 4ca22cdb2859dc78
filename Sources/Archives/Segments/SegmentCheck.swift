import PDF

extension PDFFile {
  /// Checks that the bytes from the end of this file to `end` are one incremental update (ISO 32000-1, 7.5.6) made for
  /// exactly this file: `startxref`, `/Prev`, every offset, generation and `/Size` fit, and every byte belongs to an
  /// object or a section.
  ///
  /// - Throws: `PDFError` with code `segment`, with the expected and the actual value.
  package func checkSegment(upTo end: Int) throws(PDFError) -> PDFSegment {
    let check = SegmentCheck(file: self, range: length..<min(max(length, end), bytes.count))
    do throws(PDFError) {
      return try check.run()
    } catch {
      guard error.code == .syntax || error.code == .crossReference || error.code == .stream else { throw error }
      throw PDFError(code: .segment, message: error.message, offset: error.offset)
    }
  }

  /// A copy of this file with a checked segment appended.
  /// - Throws: `segment` if it was checked on another state of the file.
  package func advanced(over segment: PDFSegment) throws(PDFError) -> PDFFile {
    guard segment.range.lowerBound == length else {
      throw PDFError(
        code: .segment, message: "The segment was checked on another state of the file.",
        offset: segment.range.lowerBound)
    }
    return try advanced(
      to: segment.range.upperBound, startxref: segment.startxref, sections: segment.sections, entries: segment.entries)
  }
}

/// The check of one segment against the file before it.
struct SegmentCheck {
  /// An object number that a cross-reference section lists, with its entry.
  typealias Listed = (number: Int, entry: XRefEntry)

  let file: PDFFile
  let range: Range<Int>

  var bytes: PDFBytes { file.bytes }

  func run() throws(PDFError) -> PDFSegment {
    try file.requireAppendable()
    guard !range.isEmpty else { throw failure("The segment is empty.", at: range.lowerBound) }
    try checkSeam()
    let tail = try tail()
    let (sections, entries) = try sections(stated: tail.value)
    try checkTrailers(sections, entries)
    let objects = try checkEntries(entries, sections[0])
    try checkCover(objects + sections.map(\.range), tail)
    return PDFSegment(
      range: range, sections: sections,
      objects: entries.filter(\.entry.isInUse).compactMap { PDFReference($0.number, $0.entry.generation) }.sorted(),
      freed: entries.filter { !$0.entry.isInUse && $0.number > 0 }.map(\.number).sorted(), startxref: tail.value,
      entries: entries)
  }

  func failure(_ message: String, at offset: Int) -> PDFError {
    PDFError(code: .segment, message: message, offset: offset)
  }

  /// The base ends with `%%EOF`, which is a comment. Without a line end after it, the comment would extend over the
  /// first line of the segment.
  private func checkSeam() throws(PDFError) {
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    guard isLineEnd(bytes[range.lowerBound - 1]) || isLineEnd(bytes[range.lowerBound]) else {
      throw failure(
        "The base does not end with a line end and the segment does not begin with one.", at: range.lowerBound)
    }
  }

  /// The segment must end with `startxref`, its offset and `%%EOF`.
  private func tail() throws(PDFError) -> StartXRef {
    guard let offset = bytes.last("startxref", in: range) else {
      throw failure("The segment has no \"startxref\".", at: range.lowerBound)
    }
    var lexer = PDFLexer(bytes, at: offset + 9, end: range.upperBound)
    guard let value = try lexer.nextInteger(), value >= 0 else {
      throw failure("The segment's \"startxref\" is not followed by an offset.", at: offset)
    }
    while let byte = lexer.peek(), ByteClass.isSpace(byte) { lexer.position += 1 }
    guard bytes.hasBytes("%%EOF", at: lexer.position), lexer.position + 5 <= range.upperBound else {
      throw failure("The segment's \"startxref\" is not followed by \"%%EOF\".", at: lexer.position)
    }
    lexer.position += 5
    while let byte = lexer.peek(), ByteClass.isSpace(byte) { lexer.position += 1 }
    guard lexer.position == range.upperBound else {
      throw failure("\(range.upperBound - lexer.position) bytes follow the segment's \"%%EOF\".", at: lexer.position)
    }
    return StartXRef(offset: offset, value: value)
  }

  /// The segment's cross-reference sections, newest first, and their entries. There is one section, except if a program
  /// writes a table followed by a section that has no entries but refers to a stream.
  private func sections(stated: Int) throws(PDFError) -> ([XRefSection], [Listed]) {
    var sections: [XRefSection] = []
    var all: [Listed] = []
    var seen: Set<Int> = []
    var place = stated.addingOrNil(file.origin) ?? -1
    guard range.contains(place) else {
      let first = range.lowerBound - file.origin
      let last = range.upperBound - file.origin - 1
      throw failure(
        "The segment's \"startxref\" is \(stated), but the segment is at bytes \(first) to \(last) here: it was made "
          + "for a base of another length.", at: range.lowerBound)
    }
    while true {
      let (section, entries) = try section(at: place)
      sections.append(section)
      all += entries.filter { seen.insert($0.number).inserted }
      guard sections.count < 2, let previous = section.previous?.addingOrNil(file.origin), range.contains(previous),
        previous < place
      else { return (sections, all) }
      place = previous
    }
  }

  private func section(at offset: Int) throws(PDFError) -> (XRefSection, [Listed]) {
    let reader = XRefReader(
      bytes: bytes, end: range.upperBound, origin: file.origin, limits: file.limits, isStrict: true)
    var entries: [Listed] = []
    var free: [Listed] = []
    var seen: Set<Int> = []
    func take(_ number: Int, _ entry: XRefEntry) throws(PDFError) {
      guard seen.insert(number).inserted else { throw failure("The segment lists object \(number) twice.", at: offset) }
      entries.append((number, entry))
    }
    let section = try reader.section(at: offset) { (number, entry) throws(PDFError) in
      guard entries.count + free.count < 1_000_000 else {
        throw PDFError(code: .limit, message: "The segment has more than 1,000,000 cross-reference entries.")
      }
      if entry.isInUse { try take(number, entry) } else { free.append((number, entry)) }
    }
    if section.kind == .hybrid {
      let stream = section.stream?.addingOrNil(file.origin) ?? -1
      guard range.contains(stream) else {
        throw failure("The segment's /XRefStm points to byte \(stream), outside the segment.", at: offset)
      }
      _ = try reader.section(at: stream) { (number, entry) throws(PDFError) in try take(number, entry) }
    }
    // In a hybrid file, the table marks the objects in its cross-reference stream as free.
    for (number, entry) in free where section.kind != .hybrid || !seen.contains(number) { try take(number, entry) }
    return (section, entries)
  }

  // MARK: The trailer

  private func checkTrailers(_ sections: [XRefSection], _ entries: [Listed]) throws(PDFError) {
    let trailer = sections[0].trailer
    let place = sections[0].range.lowerBound
    guard let previous = sections[sections.count - 1].trailer["Prev"].integer else {
      throw failure("The segment's trailer has no /Prev; it should be \(file.startxref).", at: place)
    }
    guard previous == file.startxref else {
      throw failure(
        "The segment's /Prev is \(previous), but the last \"startxref\" before it is \(file.startxref): it was made for another "
          + "revision.", at: place)
    }
    guard let size = trailer["Size"].integer else { throw failure("The segment's trailer has no /Size.", at: place) }
    if let before = file.trailer["Size"].integer, size < before {
      throw failure("The segment's /Size is \(size), below the \(before) of what precedes it.", at: place)
    }
    if let highest = entries.map(\.number).max(), highest >= size {
      throw failure("The segment lists object \(highest), but its /Size is \(size).", at: place)
    }
    guard trailer["Root"] == file.trailer["Root"] else {
      throw failure(
        "The segment's /Root is \(trailer["Root"].kindName), but that of the file before it is \(file.trailer["Root"].kindName).",
        at: place)
    }
    guard trailer["Encrypt"].isNull else { throw failure("The segment would encrypt the file.", at: place) }
    try checkIdentifier(trailer, at: place)
  }

  /// ISO 32000-1, 14.4: the first identifier never changes.
  private func checkIdentifier(_ trailer: PDFDictionary, at place: Int) throws(PDFError) {
    guard case .array(let before) = try file.resolve(file.trailer["ID"]), let first = before.first, first.string != nil
    else { return }
    guard case .array(let now) = trailer["ID"], now.count == 2, let same = now.first else {
      throw failure("The segment's trailer has no /ID of two strings, but what precedes it has.", at: place)
    }
    guard same == first else {
      throw failure(
        "The segment's first /ID string is not the one of the base: it was made for another file.", at: place)
    }
  }
}
