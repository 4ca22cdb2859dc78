/// One revision of a file: the original file, or one incremental update (ISO 32000-1, 7.5.6).
package struct PDFRevision: Sendable {
  /// From the end of the previous revision to the end of the line with its `%%EOF`; that of the newest revision also has
  /// the white space and comments up to the end of the file.
  package var range: Range<Int>
  /// The absolute offset of its cross-reference section; in a linearized file the offset to which `startxref` points.
  package var crossReference: Int
  /// The form of its cross-reference section.
  package var kind: XRefSection.Kind
  /// The entries of its cross-reference sections, ascending by number.
  package var entries: [Entry]
  /// Objects that its cross-reference sections list as free, ascending, without object 0.
  package var freed: [Int]

  /// The place that a revision states for an object.
  package struct Entry {
    package var number: Int
    package var place: XRefEntry
  }

  /// Objects in use that it adds or replaces, ascending.
  package var objects: [PDFReference] { entries.compactMap { PDFReference($0.number, $0.place.generation) } }
  /// How many objects it adds or replaces.
  package var objectCount: Int { entries.count }
  /// The numbers of the objects that it adds or replaces, ascending.
  package var objectNumbers: [Int] { entries.map(\.number) }
}

extension PDFFile {
  /// The file's revisions, oldest first. The objects of each are read again from its sections.
  package func revisions() throws(PDFError) -> [PDFRevision] {
    var revisions: [PDFRevision] = []
    var start = 0
    var index = sections.count - 1
    while index >= 0 {
      // Two sections can form one revision: in a linearized file the section that is read first precedes the other one
      // (ISO 32000-1, Annex F), and a hybrid update may consist of a table and an empty table that points to a stream.
      var group = [sections[index]]
      while index > 0, isSameRevision(sections[index], sections[index - 1]) {
        index -= 1
        group.append(sections[index])
      }
      index -= 1
      guard let section = group.last else { break }
      let last = group.map(\.range.upperBound).max() ?? section.range.upperBound
      let end = max(start, revisionEnd(after: last, isNewest: index < 0))
      var objects: [Int: XRefEntry] = [:]
      var freed: Set<Int> = []
      // Newest first: the first entry of an object counts.
      for section in group.reversed() { try collect(section, &objects, &freed) }
      revisions.append(
        PDFRevision(
          range: start..<end, crossReference: section.range.lowerBound, kind: section.kind,
          entries: objects.sorted { $0.key < $1.key }.map { .init(number: $0.key, place: $0.value) },
          freed: freed.sorted()))
      start = end
    }
    return revisions
  }

  private func isSameRevision(_ older: XRefSection, _ newer: XRefSection) -> Bool {
    let (end, start) = (older.range.upperBound, newer.range.lowerBound)
    return start < end || (start - end < 64 && bytes.first("%%EOF", in: end..<start) == nil)
  }

  private func collect(
    _ section: XRefSection, _ objects: inout [Int: XRefEntry], _ freed: inout Set<Int>
  ) throws(PDFError) {
    var reader = XRefReader(bytes: bytes, end: length, origin: origin, limits: limits, isStrict: false)
    reader.isBrief = true
    let visit: XRefReader.Visitor = { (number, entry) throws(PDFError) in
      if entry.isInUse {
        if number > 0, objects[number] == nil { objects[number] = entry }
      } else if number > 0 {
        freed.insert(number)
      }
    }
    _ = try reader.section(at: section.range.lowerBound, visit: visit)
    if let stream = section.stream {
      let (offset, overflow) = stream.addingReportingOverflow(origin)
      _ = try reader.section(at: overflow ? -1 : offset, visit: visit)
    }
    for number in objects.keys { freed.remove(number) }
  }

  /// The end of the line with the `%%EOF` that follows `offset`. What follows it belongs to the next update, if there is
  /// one, and otherwise to the revision if it is white space and comments, as in `checkCrossReference`.
  private func revisionEnd(after offset: Int, isNewest: Bool) -> Int {
    guard let mark = bytes.first("%%EOF", in: offset..<min(length, offset + 2_048)) else { return offset }
    var end = mark + 5
    while end < length, ByteClass.isSpace(bytes[end]), bytes[end] != 0x0D, bytes[end] != 0x0A { end += 1 }
    if end < length, bytes[end] == 0x0D { end += 1 }
    if end < length, bytes[end] == 0x0A { end += 1 }
    guard isNewest else { return end }
    var lexer = PDFLexer(bytes, at: end, end: length)
    lexer.skipSpace()
    return lexer.position == length ? length : end
  }
}
