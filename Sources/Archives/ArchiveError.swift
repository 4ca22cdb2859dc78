/// Why an archive could not be built, exported or proven.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// A segment's metadata are not what the chain needs.
    case metadata
    /// A hash of the chain does not follow from what it covers.
    case chain
    /// The base is not the file that the document was registered with.
    case base
    /// A bag does not hold (RFC 8493).
    case bag
    /// The operating system could not read or write a file.
    case io
    /// A document has fewer segments than were requested.
    case missingSegment = "missing_segment"
    /// Something is larger than it may be.
    case limit
  }

  package var code: Code
  package var message: String
  /// A file or a sequence number; empty where there is none.
  package var place: String
  /// Bytes from the beginning of the file, where the fault has a place.
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
