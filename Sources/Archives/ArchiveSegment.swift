import Foundation
import System

/// A segment as the store keeps it: its bytes, and the metadata that the chain covers with them.
package struct ArchiveSegment: Hashable, Sendable {
  /// How the bytes say what to annotate.
  package enum Format: String, Codable, Sendable {
    /// An incremental update (ISO 32000-1, 7.5.6).
    case pdf
    case xfdf
    case instantJSON = "instant-json"
    case ink

    /// The extensions that its file in a bag may have. Ink is JSON or XML.
    var fileExtensions: [String] {
      switch self {
      case .pdf: ["pdf-update"]
      case .xfdf: ["xfdf"]
      case .instantJSON: ["json"]
      case .ink: ["json", "inkml"]
      }
    }
  }

  /// What the chain covers beside the bytes.
  package struct Metadata: Codable, Hashable, Sendable {
    package var document: String
    /// From 1, in the order of arrival.
    package var sequence: Int
    package var clientID: String
    /// The SHA-256 of the file that the segment was made on.
    package var parent: String
    package var format: Format
    package var bytes: Int
    package var sha256: String
    package var author: String?
    /// ISO 8601 in UTC; nothing is ordered by the device's clock.
    package var deviceTime: String?
    package var serverTime: String

    private enum CodingKeys: String, CodingKey {
      case document, sequence, parent, format, bytes, sha256, author
      case clientID = "client_id"
      case deviceTime = "device_time"
      case serverTime = "server_time"
    }
  }

  package let bytes: [UInt8]
  /// The very text that the chain covers.
  package let text: String
  package let metadata: Metadata
  /// What the store says that the chain's hash is up to this segment.
  package let chain: String

  package var sequence: Int { metadata.sequence }

  /// The extension of its file in a bag, and its media type.
  var fileType: (extension: String, media: String) {
    switch metadata.format {
    case .pdf: ("pdf-update", "PDF incremental update (ISO 32000-1, 7.5.6)")
    case .xfdf: ("xfdf", "application/vnd.adobe.xfdf")
    case .instantJSON: ("json", "application/vnd.pspdfkit.instant-json")
    case .ink:
      // Behind white space and a byte order mark.
      bytes.prefix(64).contains(0x3C) && !bytes.prefix(64).contains(0x7B)
        ? ("inkml", "application/inkml+xml") : ("json", "application/json")
    }
  }

  /// - Throws: `metadata` where the text is not the metadata of these bytes.
  package init(bytes: [UInt8], metadata text: String, chain: String) throws(ArchiveError) {
    do {
      metadata = try JSONDecoder().decode(Metadata.self, from: Data(text.utf8))
    } catch {
      throw ArchiveError(.metadata, "the metadata of a segment are not the JSON they should be: \(error)")
    }
    let place = "segment \(metadata.sequence)"
    guard metadata.bytes == bytes.count else {
      throw ArchiveError(
        .metadata, "the metadata say \(metadata.bytes) bytes, and there are \(bytes.count)", place: place)
    }
    let sha256 = Hash.of(bytes)
    guard metadata.sha256 == sha256 else {
      throw ArchiveError(.metadata, "the bytes hash to \(sha256), not to \(metadata.sha256)", place: place)
    }
    self.bytes = bytes
    self.text = text
    self.chain = chain
  }

  /// A segment that no chain covers.
  init(
    untracked bytes: [UInt8], sequence: Int, document: String, format: Format, parent: String, clientID: String
  ) {
    metadata = Metadata(
      document: document, sequence: sequence, clientID: clientID, parent: parent, format: format, bytes: bytes.count,
      sha256: Hash.of(bytes), serverTime: "")
    self.bytes = bytes
    text = ""
    chain = ""
  }
}

/// The hash chain over a document's segments: h(0) is the SHA-256 of the base, and
/// h(n) = SHA-256(h(n - 1) ‖ segment ‖ metadata), each hash as its 32 bytes.
package struct ArchiveChain: Sendable {
  /// Up to the last segment, in hexadecimal.
  package private(set) var head: String
  /// Segments so far.
  package private(set) var count = 0
  private let document: String

  package init(document: String, base sha256: String) {
    head = sha256
    self.document = document
  }

  /// Goes on over the next segment.
  /// - Throws: `chain` where it is not the next one, or its hash is not what follows.
  package mutating func append(_ segment: ArchiveSegment) throws(ArchiveError) {
    let place = "segment \(segment.sequence)"
    guard segment.sequence == count + 1 else {
      throw ArchiveError(.chain, "segment \(count + 1) should be next", place: place)
    }
    guard segment.metadata.document == document else {
      throw ArchiveError(.chain, "it belongs to document \"\(segment.metadata.document)\"", place: place)
    }
    guard let previous = Hash.bytes(head) else {
      throw ArchiveError(.chain, "\"\(head)\" is not a SHA-256", place: place)
    }
    var hash = SHA256()
    hash.update(data: previous)
    hash.update(data: segment.bytes)
    hash.update(data: Array(segment.text.utf8))
    let next = Hash.hex(hash.finalize())
    guard next == segment.chain else {
      throw ArchiveError(.chain, "the chain comes to \(next), and \(segment.chain) is stated", place: place)
    }
    head = next
    count += 1
  }

  /// What a hash that was kept elsewhere says of a chain: how much of it is as it was then.
  /// - Throws: `chain` where the chain does not pass through it.
  package static func sentence(
    on hash: String, base sha256: String, _ segments: [ArchiveSegment]
  ) throws(ArchiveError) -> String {
    if let segment = segments.first(where: { $0.chain == hash }) {
      return "The base and segments 1 to \(segment.sequence) are what they were when \(hash) was noted."
    }
    guard hash == sha256 else {
      throw ArchiveError(
        .chain, "does not pass through \(hash): the base or a segment is not what it was when that was noted",
        place: "chain")
    }
    return "The base is what it was when \(hash) was noted."
  }
}
