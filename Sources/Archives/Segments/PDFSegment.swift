import PDF

/// An incremental update that was checked against the file before it.
package struct PDFSegment: Sendable {
  /// Absolute offsets in that file.
  package var range: Range<Int>
  /// Newest first; more than one only in hybrid updates of some programs.
  package var sections: [XRefSection]
  /// Objects that it adds or replaces, ascending.
  package var objects: [PDFReference]
  /// Object numbers that it frees, ascending.
  package var freed: [Int]
  /// The offset stated by its `startxref`, relative to the file's header.
  var startxref: Int
  var entries: [(number: Int, entry: XRefEntry)]
}
