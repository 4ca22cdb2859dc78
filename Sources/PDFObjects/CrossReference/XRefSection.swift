/// One section of the cross-reference chain with its trailer.
package struct XRefSection: Sendable {
  package enum Kind: String, Sendable {
    /// A classic table (ISO 32000-1, 7.5.4).
    case table
    /// A cross-reference stream (7.5.8).
    case stream
    /// A table with a stream beside it for the objects that old readers do not see (7.5.8.4).
    case hybrid
  }

  package var kind: Kind
  /// From `xref`, or from the stream's object number, to the end of the trailer dictionary or of `endobj`; absolute.
  package var range: Range<Int>
  /// The trailer dictionary, or the stream's.
  package var trailer: PDFDictionary
  /// The stream's own object, where it is one.
  package var reference: PDFReference?
  /// Entries that were not exactly 20 bytes long, which readers forgive.
  package var isIrregular = false
  /// Bytes that its stream decodes to.
  var decodedBytes = 0

  /// The section with those trailer entries alone that lead to others: of older sections nothing else is asked for.
  var withoutOtherKeys: XRefSection {
    var short = self
    short.trailer = PDFDictionary()
    for key in ["Prev", "XRefStm", "Size", "Root"] as [PDFName] { short.trailer[key] = trailer[key] }
    return short
  }

  /// Where the previous section is, as the file says it; nil in the first one. Zero is written by some programs for
  /// none.
  var previous: Int? { trailer["Prev"].integer.flatMap { $0 == 0 ? nil : $0 } }
}
