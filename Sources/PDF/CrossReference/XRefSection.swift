// Section numbers are those of ISO 32000-1 unless another standard is named.

/// One section of the cross-reference chain with its trailer.
package struct XRefSection: Sendable {
  /// The form of a section.
  package enum Kind: String, Sendable {
    /// A classic table (ISO 32000-1, 7.5.4).
    case table
    /// A cross-reference stream (7.5.8).
    case stream
    /// A table with an additional stream for the objects that are hidden from old readers (7.5.8.4).
    case hybrid
  }

  package var kind: Kind
  /// From `xref`, or from the stream's object number, to the end of the trailer dictionary or of `endobj`; absolute.
  package var range: Range<Int>
  /// The trailer dictionary, or the dictionary of the cross-reference stream; empty in all but the newest section of a
  /// chain.
  package var trailer: PDFDictionary
  var links: XRefLinks
  /// The stream object, if the section is one.
  package var reference: PDFReference?
  /// Whether the table has entries that are not exactly 20 bytes long, which readers accept.
  package var isIrregular = false
  /// Whether the trailer has a key twice; false for older sections.
  var hasRepeatedKeys = false
  /// Decoded bytes of its stream.
  var decodedBytes = 0

  /// The section without its trailer, which is not needed of older sections.
  var brief: XRefSection {
    var brief = self
    brief.trailer = PDFDictionary()
    return brief
  }

  /// The offset of the previous section, as stated in the file; nil in the first one. Some programs write 0 for none.
  package var previous: Int? { links.previous.flatMap { $0 == 0 ? nil : $0 } }

  /// The offset of a hybrid table's stream, as stated in the file.
  package var stream: Int? { kind == .hybrid ? links.stream : nil }
}

/// The trailer entries that refer to other sections: offsets as stated in the file.
struct XRefLinks: Hashable, Sendable {
  /// `/Prev`.
  var previous: Int?
  /// `/XRefStm`.
  var stream: Int?
}

extension XRefLinks {
  init(_ trailer: PDFDictionary) { self.init(previous: trailer["Prev"].integer, stream: trailer["XRefStm"].integer) }
}
