import PDF

/// One incremental update that was checked against exactly what precedes it.
package struct PDFSegment: Sendable {
  /// Absolute, in the file it was checked in.
  package var range: Range<Int>
  /// Newest first; one, save in the hybrid updates of some programs.
  package var sections: [XRefSection]
  /// The objects that it adds or replaces, ascending.
  package var objects: [PDFReference]
  /// Object numbers that it frees, ascending.
  package var freed: [Int]
  /// What its trailer's `startxref` states, counted from the file's header.
  var startxref: Int
  var entries: [(number: Int, entry: XRefEntry)]
}
