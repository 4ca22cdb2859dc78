import FoundationEssentials
import JobQueue

/// An annotated document: a name for a base file, which is an artifact.
package struct AnnotatedDocument: Codable, Hashable, Sendable {
  /// 1 to 128 letters, digits, `.`, `_` and `-`; unique within the tenant.
  package var name: String
  package var tenant: String
  package var baseSHA256: String
  package var baseBytes: Int64
  package var title: String?
  package var registeredAt: Date
}

/// A segment to be added to a document.
package struct NewSegment: Sendable {
  /// The client's identifier for the segment. A segment that is sent again under the same ID is stored once.
  package var clientID: String
  /// The SHA-256 of the file that the segment was made for.
  package var parent: String
  package var format: ArchiveSegment.Format
  /// The bytes of the segment, at most 64 MiB.
  package var bytes: [UInt8]
  package var author: String?
  /// Time by the client's clock; informational, nothing is ordered by it.
  package var deviceTime: Date?
  /// The update that a segment in another format was converted to; nil to convert it later.
  package var update: StoredUpdate?
  /// The number of segments of the document for which that update was made.
  package var madeAfter: Int?

  package init(
    clientID: String, parent: String, format: ArchiveSegment.Format, bytes: [UInt8], author: String? = nil,
    deviceTime: Date? = nil
  ) {
    self.clientID = clientID
    self.parent = parent
    self.format = format
    self.bytes = bytes
    self.author = author
    self.deviceTime = deviceTime
  }
}

/// The result of adding a segment.
package struct AddedSegment: Hashable, Sendable {
  /// Position in the order of arrival, from 1.
  package var sequence: Int64
  /// Chain hash up to and including this segment.
  package var chain: String
  /// It is false if the segment was already stored.
  package var inserted: Bool
}

/// A stored segment.
package struct SegmentRecord: Hashable, Sendable {
  package var sequence: Int64
  package var clientID: String
  package var parent: String
  package var format: String
  package var bytes: [UInt8]
  package var sha256: String
  package var author: String?
  package var deviceTime: Date?
  package var serverTime: Date
  /// The metadata as the exact text that the chain hash covers.
  package var metadata: String
  package var chain: String
  /// The update that a segment in another format was converted to; nil if none is stored.
  package var update: StoredUpdate?
}

/// An archive that a job built.
package struct BuildRecord: Codable, Hashable, Sendable {
  package var job: JobID
  package var document: String
  package var sequence: Int64
  package var sha256: String
  package var manifest: String
  package var builtAt: Date
}
