// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The chain of cross-reference sections from the newest to the first, and the table of all their entries.
struct XRefChain {
  private(set) var table: XRefTable
  /// Newest first.
  private(set) var sections: [XRefSection] = []
  private var reader: XRefReader
  private var spent = Spent()

  /// The work so far, which `PDFLimits` bounds.
  private struct Spent {
    var entries = 0
    /// Bytes of all sections in the file.
    var parsed = 0
    /// Bytes of all decoded cross-reference streams.
    var decoded = 0
  }

  /// Follows the chain from the absolute `offset` along `/Prev`.
  init(reader: XRefReader, at offset: Int) throws(PDFError) {
    self.reader = reader
    table = XRefTable(fileSize: reader.end)
    var seen: Set<Int> = []
    var next: Int? = offset
    while let place = next {
      guard seen.insert(place).inserted else {
        throw .crossReference("The cross-reference chain is a loop: it returns to an earlier section.", at: place)
      }
      guard sections.count < reader.limits.sections else {
        throw PDFError(
          code: .limit, message: "The cross-reference chain has more than \(reader.limits.sections) sections.",
          offset: place)
      }
      let section = try read(at: place)
      sections.append(sections.isEmpty ? section : section.brief)
      self.reader.isBrief = true
      if !section.trailer["Prev"].isNull, section.trailer["Prev"].integer == nil {
        throw .crossReference("/Prev is \(section.trailer["Prev"].kindName), not an offset.", at: place)
      }
      next = section.previous.map { absolute($0) }
    }
  }

  /// Reads one section, and the stream of a hybrid one, and adds their entries to the table.
  private mutating func read(at offset: Int) throws(PDFError) -> XRefSection {
    // Objects that a hybrid table lists as free may be in its stream (7.5.8.4), so a table's free entries count last.
    let reader = self.reader
    let isTable = reader.isTable(at: offset)
    var free: [(Int, XRefEntry)] = []
    let section = try reader.section(at: offset) { (number, entry) throws(PDFError) in
      try spendEntry()
      if entry.isInUse || !isTable { try table.setIfAbsent(number, entry) } else { free.append((number, entry)) }
    }
    if let stream = section.stream {
      let hidden = try reader.section(at: absolute(stream)) { (number, entry) throws(PDFError) in
        try spendEntry()
        try table.setIfAbsent(number, entry)
      }
      try spend(on: hidden)
    }
    for (number, entry) in free { try table.setIfAbsent(number, entry) }
    try spend(on: section)
    return section
  }

  /// The absolute offset of one stated in the file; -1, which is no valid offset, on overflow.
  private func absolute(_ stated: Int) -> Int {
    let (offset, overflow) = stated.addingReportingOverflow(reader.origin)
    return overflow ? -1 : offset
  }

  // MARK: Limits

  private mutating func spendEntry() throws(PDFError) {
    spent.entries += 1
    guard spent.entries <= reader.limits.crossReferenceEntries else {
      throw PDFError(
        code: .limit,
        message: "The cross-reference chain has more than \(reader.limits.crossReferenceEntries) entries.")
    }
  }

  private mutating func spend(on section: XRefSection) throws(PDFError) {
    // Sections nested in each other's strings could be far longer together than the file.
    spent.parsed += section.range.count
    guard spent.parsed <= reader.end else {
      throw .crossReference("Cross-reference sections overlap.", at: section.range.lowerBound)
    }
    spent.decoded += section.decodedBytes
    guard spent.decoded <= reader.limits.decodedTotal else {
      throw PDFError(
        code: .limit, message: "The cross-reference streams decode to more than \(reader.limits.decodedTotal) bytes.")
    }
  }
}
