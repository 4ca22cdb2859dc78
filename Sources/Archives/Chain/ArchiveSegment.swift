import Foundation

/// A stored segment: its bytes and the metadata, both covered by the chain.
package struct ArchiveSegment: Hashable, Sendable {
  /// The format of the bytes.
  package enum Format: String, Codable, CaseIterable, Sendable {
    /// An incremental update (ISO 32000-1, 7.5.6).
    case pdf
    case xfdf
    case instantJSON = "instant-json"
    case ink

    /// File extensions of this format in a bag. Ink is JSON or XML.
    var fileExtensions: [String] {
      switch self {
      case .pdf: ["pdf-update"]
      case .xfdf: ["xfdf"]
      case .instantJSON: ["json"]
      case .ink: ["json", "inkml"]
      }
    }
  }

  /// The metadata covered by the chain.
  package struct Metadata: Codable, Hashable, Sendable {
    /// Version of the chain's format; nil is 1. From version 2 on the metadata name the stored update, from version 3
    /// on the tenant.
    package var version: Int?
    /// The tenant of the document; nil before version 3.
    package var tenant: String?
    package var document: String
    /// Position in the order of arrival, from 1.
    package var sequence: Int
    /// The client's identifier for the segment, unique in the document.
    package var clientID: String
    /// The SHA-256 of the file for which the segment was made.
    package var parent: String
    package var format: Format
    /// Bytes and SHA-256 of the segment.
    package var bytes: Int
    package var sha256: String
    /// The SHA-256 of the stored update and its record (`StoredUpdate.sha256`); nil if there was none when the segment
    /// was added.
    package var updateSHA256: String?
    package var author: String?
    /// ISO 8601 in UTC, by the client's clock; informational, nothing is ordered by it.
    package var deviceTime: String?
    /// ISO 8601 in UTC: when the segment arrived.
    package var serverTime: String

    private enum CodingKeys: String, CodingKey {
      case version, tenant, document, sequence, parent, format, bytes, sha256, author
      case updateSHA256 = "update_sha256"
      case clientID = "client_id"
      case deviceTime = "device_time"
      case serverTime = "server_time"
    }
  }

  /// The segment as the client sent it.
  package let bytes: [UInt8]
  /// The metadata as the exact text that the chain covers.
  package let text: String
  /// What `text` states.
  package let metadata: Metadata
  /// The chain hash up to and including this segment, as stored.
  package let chain: String
  /// The update to which the segment was converted; nil if it is itself an update, and if it has not been converted
  /// yet.
  package let update: StoredUpdate?

  /// The newest version of the chain's format.
  private static let chainVersion = 3

  package var sequence: Int { metadata.sequence }

  static let updateMedia = "PDF incremental update (ISO 32000-1, 7.5.6)"

  /// File extension in a bag, and media type.
  var fileType: (extension: String, media: String) {
    switch metadata.format {
    case .pdf: ("pdf-update", Self.updateMedia)
    case .xfdf: ("xfdf", "application/vnd.adobe.xfdf")
    case .instantJSON: ("json", "application/vnd.pspdfkit.instant-json")
    case .ink:
      // White space and a byte order mark can precede the first character.
      bytes.prefix(64).contains(0x3C) && !bytes.prefix(64).contains(0x7B)
        ? ("inkml", "application/inkml+xml") : ("json", "application/json")
    }
  }

  /// - Throws: `metadata` if the text does not describe these bytes.
  package init(
    bytes: [UInt8], metadata text: String, chain: String, update: StoredUpdate? = nil
  ) throws(ArchiveError) {
    do {
      metadata = try JSONDecoder().decode(Metadata.self, from: Data(text.utf8))
    } catch {
      throw ArchiveError(.metadata, "the metadata of a segment are not the JSON they should be")
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
    guard (metadata.version ?? 1) <= Self.chainVersion else {
      throw ArchiveError(
        .metadata, "the chain has version \(metadata.version ?? 1), and this program knows \(Self.chainVersion)",
        place: place)
    }
    guard metadata.updateSHA256 == nil || metadata.updateSHA256 == update?.sha256 else {
      throw ArchiveError(
        .metadata,
        "its stored update is \(update.map { "one with the hash \($0.sha256)" } ?? "missing"), not that of the chain",
        place: place)
    }
    self.bytes = bytes
    self.text = text
    self.chain = chain
    self.update = update
  }

  /// A segment that is not part of a chain.
  init(
    untracked bytes: [UInt8], sequence: Int, document: String, format: Format, parent: String, clientID: String
  ) {
    metadata = Metadata(
      document: document, sequence: sequence, clientID: clientID, parent: parent, format: format, bytes: bytes.count,
      sha256: Hash.of(bytes), serverTime: "")
    self.bytes = bytes
    text = ""
    chain = ""
    update = nil
  }
}
