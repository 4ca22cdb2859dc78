import PDF

/// A new segment before it is checked, without its bytes.
package struct SegmentCandidate: Codable, Hashable, Sendable {
  /// A key of the client for the segment; by default the SHA-256 of the bytes.
  package var clientID: String?
  /// The SHA-256 of the file that an update was made for; by default the document with all segments.
  package var parent: String?
  package var format: ArchiveSegment.Format

  package init(clientID: String?, parent: String?, format: ArchiveSegment.Format) {
    self.clientID = clientID
    self.parent = parent
    self.format = format
  }
}

/// The result of checking a new segment.
package struct SegmentVerdict: Codable, Sendable {
  /// The reason for which the archive would leave the segment out; nil if it fits.
  package var refusal: String?
  /// The parent of the segment.
  package var parent: String
  /// The update to which a segment in another format was converted.
  package var update: StoredUpdate?
  /// The number of segments of the document for which the update was made.
  package var madeAfter: Int?
  /// Parts of the segment that were ignored or replaced.
  package var warnings: [String] = []
}

/// A document with all stored segments, on which new segments are tried.
struct SegmentValidation {
  private(set) var builder: ArchiveBuilder
  private var known: [String: ArchiveSegment] = [:]
  /// The number of segments of the document.
  var count: Int

  /// - Parameter builder: has all segments of the document.
  init(_ stored: StoredDocument, _ builder: ArchiveBuilder) {
    self.builder = builder
    count = stored.segments.count
    for segment in stored.segments { known[segment.metadata.clientID] = segment }
  }

  /// Tries a segment. Segments that are tried later are applied after it.
  ///
  /// A segment with the client ID of a stored one is not tried: it is either the same, or the database refuses it.
  mutating func check(_ bytes: [UInt8], _ segment: SegmentCandidate) throws -> SegmentVerdict {
    let id = segment.clientID ?? Hash.of(bytes)
    let present = segment.format == .pdf ? builder.sha256 : builder.baseSHA256
    if let stored = known[id] {
      let isSame = stored.bytes == bytes && segment.parent == nil
      return SegmentVerdict(parent: isSame ? stored.metadata.parent : segment.parent ?? present)
    }
    var verdict = SegmentVerdict(parent: segment.parent ?? present)
    let step = try builder.tried(bytes, format: segment.format, parent: verdict.parent, clientID: id)
    guard step.outcome != .refused else {
      verdict.refusal = step.reason ?? "is refused"
      return verdict
    }
    verdict.warnings = step.warnings ?? []
    if step.outcome == .waiting, let reason = step.reason {
      verdict.warnings.append("the segment is stored, but left out of the document until it fits: \(reason)")
    }
    if segment.format != .pdf, let start = step.start, let end = step.end {
      verdict.update = try StoredUpdate(
        ConvertedSegment(update: builder.file.bytes.array(start..<end), warnings: verdict.warnings))
      verdict.madeAfter = count
    }
    return verdict
  }
}
