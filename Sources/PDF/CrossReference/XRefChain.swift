/// The chain of cross-reference sections from the newest to the first, and what it says together.
struct XRefChain {
  var table: XRefTable
  /// Newest first.
  var sections: [XRefSection]

  /// Follows the chain from the absolute `offset` over `/Prev`.
  init(reader: XRefReader, at offset: Int) throws(PDFError) {
    let limits = reader.limits
    var reader = reader
    var table = XRefTable(fileSize: reader.end)
    var sections: [XRefSection] = []
    var seen: Set<Int> = []
    var budget = limits.crossReferenceEntries
    var decoded = 0
    var parsed = 0
    func spend(on section: XRefSection) throws(PDFError) {
      // Sections that stand inside one another's strings could be far longer together than the file.
      parsed += section.range.count
      guard parsed <= reader.end else {
        throw .crossReference("Cross-reference sections overlap.", at: section.range.lowerBound)
      }
      decoded += section.decodedBytes
      guard decoded <= limits.decodedTotal else {
        throw PDFError(
          code: .limit, message: "The cross-reference streams decode to more than \(limits.decodedTotal) bytes.")
      }
    }
    func spend() throws(PDFError) {
      budget -= 1
      guard budget >= 0 else {
        throw PDFError(
          code: .limit, message: "The cross-reference chain has more than \(limits.crossReferenceEntries) entries.")
      }
    }
    var next: Int? = offset
    while let place = next {
      guard seen.insert(place).inserted else {
        throw .crossReference("The cross-reference chain comes back to a section that it already passed.", at: place)
      }
      guard sections.count < limits.sections else {
        throw PDFError(
          code: .limit, message: "The cross-reference chain has more than \(limits.sections) sections.", offset: place)
      }
      // What a hybrid table calls free may be in its stream (7.5.8.4), so that a table's free entries count last.
      let isTable = reader.isTable(at: place)
      var free: [(Int, XRefEntry)] = []
      let section = try reader.section(at: place) { (number, entry) throws(PDFError) in
        try spend()
        if entry.isInUse || !isTable { try table.setIfAbsent(number, entry) } else { free.append((number, entry)) }
      }
      if let stream = section.stream {
        let (offset, overflow) = stream.addingReportingOverflow(reader.origin)
        let hidden = try reader.section(at: overflow ? -1 : offset) { (number, entry) throws(PDFError) in
          try spend()
          try table.setIfAbsent(number, entry)
        }
        try spend(on: hidden)
      }
      for (number, entry) in free { try table.setIfAbsent(number, entry) }
      try spend(on: section)
      sections.append(sections.isEmpty ? section : section.brief)
      reader.isBrief = true
      if !section.trailer["Prev"].isNull, section.trailer["Prev"].integer == nil {
        throw .crossReference("/Prev is \(section.trailer["Prev"].kindName), not an offset.", at: place)
      }
      next = section.previous.map { $0.addingReportingOverflow(reader.origin) }.map {
        $0.overflow ? -1 : $0.partialValue
      }
    }
    self.table = table
    self.sections = sections
  }
}
