import PDF

/// The entries of a segment's cross-reference sections, and the objects to which they lead.
extension SegmentCheck {
  /// Checks every entry.
  /// - Returns: the ranges of the objects that are not in object streams.
  func checkEntries(
    _ entries: [Listed], _ section: XRefSection
  ) throws(PDFError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var containers: [Int: ObjectStream] = [:]
    let places = Dictionary(entries.map { ($0.number, $0.entry) }) { first, _ in first }
    let resolver = SegmentObjects(file: file, entries: entries, end: range.upperBound)
    for (number, entry) in entries {
      try checkGeneration(number, entry, at: section.range.lowerBound)
      switch entry {
      case .free: break
      case .inUse(let offset, let generation):
        ranges.append(try resolver.object(number, generation, at: offset, within: range).range)
      case .compressed(let stream, let index):
        if containers[stream] == nil {
          guard case .inUse(let offset, let generation)? = places[stream] else {
            throw failure(
              "Object \(number) should be in object stream \(stream), which the segment does not have.",
              at: range.lowerBound)
          }
          let object = try resolver.object(stream, generation, at: offset, within: range)
          guard case .stream(let body) = object.value else {
            throw failure("Object \(number) should be in object \(stream), which is not a stream.", at: offset)
          }
          containers[stream] = try container(stream, body, places, at: offset)
        }
        guard let found = containers[stream]?.index(of: number), found == index else {
          throw failure(
            "Object stream \(stream) does not hold object \(number) at index \(index).", at: range.lowerBound)
        }
      }
    }
    return ranges
  }

  /// An object stream of the segment. Each of its objects must be listed, so that it hides none.
  private func container(
    _ number: Int, _ body: PDFStream, _ places: [Int: XRefEntry], at offset: Int
  ) throws(PDFError) -> ObjectStream {
    guard body.dictionary["Extends"].isNull else {
      throw failure("Object stream \(number) extends another one.", at: offset)
    }
    do throws(PDFError) {
      let stream = try ObjectStream(body, data: file.decode(body), limits: file.limits)
      try stream.checkStrictly { places[$0] == .compressed(stream: number, index: $1) }
      return stream
    } catch {
      guard error.code != .limit else { throw error }
      throw failure("Object stream \(number) \(error.message).", at: offset)
    }
  }

  /// ISO 32000-1, 7.3.10 and 7.5.4: an object number keeps its generation while in use; freeing it increments the
  /// generation.
  private func checkGeneration(_ number: Int, _ entry: XRefEntry, at place: Int) throws(PDFError) {
    if number == 0 {
      guard !entry.isInUse else { throw failure("The segment lists object 0 as in use.", at: place) }
      return
    }
    let expected: Int
    switch (file.table[number], entry.isInUse) {
    case (nil, true): expected = 0
    case (nil, false): return
    case (.free(let generation)?, _): expected = generation
    case (let before?, true): expected = before.generation
    case (let before?, false): expected = min(65_535, before.generation + 1)
    }
    guard entry.generation == expected else {
      throw failure(
        "The segment gives object \(number) generation \(entry.generation); it should be \(expected).", at: place)
    }
  }

  /// Checks that every byte belongs to a listed object, a cross-reference section or the end of the segment, or is
  /// white space or a comment, and that no two objects overlap. Otherwise a segment could contain hidden data.
  func checkCover(_ objects: [Range<Int>], _ tail: StartXRef) throws(PDFError) {
    // A cross-reference stream is also an object and can list itself.
    var parts = objects
    parts.append(tail.offset..<range.upperBound)
    parts.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var position = range.lowerBound
    for (index, part) in parts.enumerated() where index == 0 || part != parts[index - 1] {
      guard part.lowerBound >= position else {
        throw failure(
          "Two objects of the segment share bytes, or one is listed under two numbers.", at: part.lowerBound)
      }
      var lexer = PDFLexer(bytes, at: position, end: part.lowerBound)
      lexer.skipSpace()
      guard lexer.position == part.lowerBound else {
        throw failure("The segment has bytes that belong to no object it lists.", at: lexer.position)
      }
      position = part.upperBound
    }
  }
}

/// Reads the objects of a segment. The length of a stream can be an object of the segment or of the file before it.
private struct SegmentObjects {
  let file: PDFFile
  let end: Int
  private let places: [Int: XRefEntry]

  init(file: PDFFile, entries: [SegmentCheck.Listed], end: Int) {
    self.file = file
    self.end = end
    places = Dictionary(entries.map { ($0.number, $0.entry) }) { first, _ in first }
  }

  func object(_ number: Int, _ generation: Int, at offset: Int, within range: Range<Int>) throws(PDFError)
    -> IndirectObject
  {
    guard range.contains(offset) else {
      throw PDFError(
        code: .segment,
        message: "The segment says that object \(number) is at byte \(offset), outside the segment's bytes "
          + "\(range.lowerBound) to \(range.upperBound - 1).", offset: range.lowerBound)
    }
    guard ByteClass.isDigit(file.bytes[offset]) else {
      throw PDFError(code: .segment, message: "Object \(number) \(generation) should begin here.", offset: offset)
    }
    let object = try parse(at: offset)
    guard object.reference.number == number, object.reference.generation == generation else {
      throw PDFError(
        code: .segment,
        message: "Object \(number) \(generation) should begin here; object \(object.reference.number) "
          + "\(object.reference.generation) does.", offset: offset)
    }
    return object
  }

  private func parse(at offset: Int) throws(PDFError) -> IndirectObject {
    var parser = PDFParser(file.bytes, at: offset, end: end, limits: file.limits, isStrict: true)
    return try parser.indirectObject { (reference) throws(PDFError) in
      guard let place = places[reference.number] else { return try file.resolve(.reference(reference)).integer }
      // A stream length in the segment must be a direct integer object, so that one lookup is sufficient.
      guard case .inUse(let offset, reference.generation) = place else { return nil }
      var parser = PDFParser(file.bytes, at: offset, end: end, limits: file.limits, isStrict: true)
      let length = try parser.indirectObject { _ in nil }
      return length.reference == reference ? length.value.integer : nil
    }
  }
}
