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
  /// The trailer dictionary, or the stream's; empty in the older sections of a chain.
  package var trailer: PDFDictionary
  var links: XRefLinks
  /// The stream's own object, where it is one.
  package var reference: PDFReference?
  /// Entries that were not exactly 20 bytes long, which readers forgive.
  package var isIrregular = false
  /// Bytes that its stream decodes to.
  var decodedBytes = 0

  /// The section without its trailer's objects: of older sections nobody asks for those.
  var brief: XRefSection {
    var brief = self
    brief.trailer = PDFDictionary()
    return brief
  }

  /// Where the previous section is, as the file says it; nil in the first one. Zero is written by some programs for
  /// none.
  package var previous: Int? { links.previous.flatMap { $0 == 0 ? nil : $0 } }

  /// Where a hybrid table's stream is, as the file says it.
  package var stream: Int? { kind == .hybrid ? links.stream : nil }
}

/// The trailer entries that lead to other sections, as the file says them.
struct XRefLinks: Hashable, Sendable {
  /// `/Prev`.
  var previous: Int?
  /// `/XRefStm`.
  var stream: Int?
}

extension XRefLinks {
  init(_ trailer: PDFDictionary) { self.init(previous: trailer["Prev"].integer, stream: trailer["XRefStm"].integer) }
}
