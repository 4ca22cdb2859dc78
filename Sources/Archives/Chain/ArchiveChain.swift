import OperatingSystem

/// The hash chain over a document's segments: h(0) is the SHA-256 of the base, and h(n) = SHA-256(h(n - 1) ‖ segment ‖
/// metadata), with each hash as 32 bytes.
package struct ArchiveChain: Sendable {
  /// The hash up to the last segment, in hexadecimal.
  package private(set) var head: String
  /// Number of segments.
  package private(set) var count = 0
  private let document: String
  private let tenant: String?

  /// - Parameter tenant: the tenant of the document; nil if unknown.
  package init(document: String, tenant: String? = nil, base sha256: String) {
    head = sha256
    self.document = document
    self.tenant = tenant
  }

  /// Appends the next segment.
  /// - Throws: `chain` if the sequence number, the document, the tenant or the hash is wrong.
  package mutating func append(_ segment: ArchiveSegment) throws(ArchiveError) {
    let place = "segment \(segment.sequence)"
    guard segment.sequence == count + 1 else {
      throw ArchiveError(.chain, "segment \(count + 1) should be next", place: place)
    }
    guard segment.metadata.document == document else {
      throw ArchiveError(.chain, "it belongs to document \"\(segment.metadata.document)\"", place: place)
    }
    // The metadata of earlier versions do not name the tenant.
    guard (segment.metadata.version ?? 1) < 3 || segment.metadata.tenant == tenant else {
      throw ArchiveError(
        .chain, "it belongs to a document of tenant \"\(segment.metadata.tenant ?? "")\"", place: place)
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
      throw ArchiveError(
        .chain, "the recomputed chain value is \(next), the recorded one \(segment.chain)", place: place)
    }
    head = next
    count += 1
  }

  /// The chain up to a segment, which timestamps cover: a line per hash with the sequence number and the chain hash up
  /// to it; 0 is the base.
  package static func text(
    base sha256: String, _ segments: [ArchiveSegment], through sequence: Int = .max
  ) -> String {
    "0 \(sha256)\n" + segments.lazy.filter { $0.sequence <= sequence }.map { "\($0.sequence) \($0.chain)\n" }.joined()
  }

  /// States how much of the chain is unchanged since `hash` was recorded elsewhere.
  /// - Throws: `chain` if the chain does not contain the hash.
  package static func sentence(
    on hash: String, base sha256: String, _ segments: [ArchiveSegment]
  ) throws(ArchiveError) -> String {
    if let segment = segments.first(where: { $0.chain == hash }) {
      return "The base and segments 1 to \(segment.sequence) are unchanged since \(hash) was recorded."
    }
    guard hash == sha256 else {
      throw ArchiveError(
        .chain, "does not contain \(hash): the base or a segment was changed since that was recorded", place: "chain")
    }
    return "The base is unchanged since \(hash) was recorded."
  }
}
