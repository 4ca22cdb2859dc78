/// An error in building, exporting or verifying an archive.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// The metadata of a segment or the manifest of an archive is invalid.
    case metadata
    /// A chain hash does not match the data it covers.
    case chain
    /// The base is not the file with which the document was registered.
    case base
    /// A bag is invalid (RFC 8493).
    case bag
    /// The operating system could not read or write a file.
    case io
    /// A document has fewer segments than were requested.
    case missingSegment = "missing_segment"
    /// A limit was exceeded.
    case limit
  }

  package var code: Code
  /// A sentence for a person.
  package var message: String
  /// A file or a segment; empty if none applies.
  package var place: String
  /// Offset in the file, if known.
  package var offset: Int?

  package init(_ code: Code, _ message: String, place: String = "", offset: Int? = nil) {
    self.code = code
    self.message = message
    self.place = place
    self.offset = offset
  }

  package var description: String {
    (place.isEmpty ? "" : place + ": ") + message + (offset.map { " (at byte \($0))" } ?? "")
  }
}
