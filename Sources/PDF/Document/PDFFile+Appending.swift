extension PDFFile {
  /// A copy of this file that ends after an incremental update that was checked against it.
  ///
  /// - Parameters:
  ///   - end: the absolute offset at which the update ends.
  ///   - startxref: the offset that its `startxref` states.
  ///   - sections: its cross-reference sections, newest first; at least one.
  ///   - entries: the entries of all its sections, each object number once.
  package func advanced(
    to end: Int, startxref: Int, sections added: [XRefSection], entries: [(number: Int, entry: XRefEntry)]
  ) throws(PDFError) -> PDFFile {
    let file = PDFFile(copying: self)
    try file.table.update(entries)
    file.length = end
    file.startxref = startxref
    for section in added.reversed() { file.sections.push(section) }
    file.trailer = file.sections[0].trailer
    file.invalidateCaches()
    return file
  }
}

extension Int {
  /// The sum; nil if it overflows.
  package func addingOrNil(_ other: Int) -> Int? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }
}
