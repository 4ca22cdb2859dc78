import Archives
import JSON
import PDF

/// A document in the database as part of a job's payload: its tenant, the SHA-256 of the base, and each segment with
/// its metadata and chain hash. The producer states document and sequence number only; the worker adds the rest
/// (`stored`).
package struct StoredArchive {
  package var document: String
  package var tenant: String
  /// The SHA-256 of the base, which is an artifact.
  package var base: String
  /// The segments in the order of arrival, up to the one that the producer names.
  package var segments: [ArchiveSegment]

  package init(document: String, tenant: String, base: String, segments: [ArchiveSegment]) {
    self.document = document
    self.tenant = tenant
    self.base = base
    self.segments = segments
  }

  /// - Throws: errors of the payload; `archiveRefused` if a segment does not match its metadata.
  init(_ fields: Fields) throws(CompositionError) {
    document = try fields.filledString("document")
    guard let value = fields["stored"] else {
      throw CompositionError(
        .missingField, "a worker adds the segments of a document; `pressrun archive extract` does without one",
        at: fields.path(of: "stored").description)
    }
    let stored = try Fields(value, at: fields.path(of: "stored"))
    tenant = try stored.string("tenant")
    base = try stored.string("base")
    segments = []
    for (index, value) in try stored.array("segments").enumerated() {
      let segment = try Fields(value, at: stored.path(of: "segments").element(index))
      let bytes = try ArchivePayload.decoded(try segment.string("data"), at: segment.path(of: "data"))
      let update = try Self.update(segment)
      do throws(ArchiveError) {
        segments.append(
          try ArchiveSegment(
            bytes: bytes, metadata: try segment.text("metadata"), chain: try segment.text("chain"), update: update))
      } catch {
        throw CompositionError(.archiveRefused, error.description, at: segment.path.description)
      }
    }
  }

  /// The update to which the segment was converted; nil if that is not stored.
  private static func update(_ segment: Fields) throws(CompositionError) -> StoredUpdate? {
    guard segment["update"] != nil else { return nil }
    return StoredUpdate(
      bytes: try ArchivePayload.decoded(try segment.string("update"), at: segment.path(of: "update")),
      record: try segment.string("update_record"))
  }

  /// The payload as a renderer receives it.
  /// - Throws: `tooLarge` if it has more bytes than a payload may have.
  package func rendererPayload(limits: JSONLimits = JSONLimits()) throws(CompositionError) -> [UInt8] {
    let bytes = segments.reduce(0) { $0 + $1.bytes.count + ($1.update?.bytes.count ?? 0) }
    // Bytes are sent in Base64.
    let possible = limits.bytes / 4 * 3
    if bytes <= possible {
      let payload = Array(payload.text.utf8)
      if payload.count <= limits.bytes { return payload }
    }
    throw CompositionError(
      .tooLarge,
      "the \(segments.count) segments of \"\(document)\" and their updates have \(bytes) bytes; an archive job takes at most "
        + "\(possible), with the data about them. Export the document by `pressrun archive bag` or `archive extract`, which have no such limit",
      at: "$.document")
  }

  /// The payload in the form that `init` parses.
  package var payload: JSONValue {
    let segments = segments.map { segment in
      var members: [JSONObject.Member] = [
        .init(name: "data", value: .string(ArchivePayload.encoded(segment.bytes))),
        .init(name: "metadata", value: .string(segment.text)), .init(name: "chain", value: .string(segment.chain)),
      ]
      if let update = segment.update {
        members.append(.init(name: "update", value: .string(ArchivePayload.encoded(update.bytes))))
        members.append(.init(name: "update_record", value: .string(update.record)))
      }
      return JSONValue.object(JSONObject(members))
    }
    return .object(
      JSONObject([
        .init(name: "document", value: .string(document)),
        .init(
          name: "stored",
          value: .object(
            JSONObject([
              .init(name: "tenant", value: .string(tenant)), .init(name: "base", value: .string(base)),
              .init(name: "segments", value: .array(segments)),
            ]))),
      ]))
  }
}

extension Fields {
  /// A string.
  /// - Throws: `ArchiveError` if it is missing or of another type.
  fileprivate func text(_ name: String) throws(ArchiveError) -> String {
    guard case .string(let text)? = self[name] else { throw ArchiveError(.metadata, "\(name) is not a string") }
    return text
  }
}

/// The part of a job's payload that refers to a document in the database.
package struct StoredArchiveRequest: Hashable, Sendable {
  package var document: String
  /// Sequence number of the last segment to include; nil for all.
  package var sequence: Int?

  /// Fails if the payload contains base and segments itself.
  package init?(payload: [UInt8]) throws(CompositionError) {
    let fields = try Fields(try Payload.parse(payload))
    guard fields["document"] != nil else { return nil }
    document = try fields.filledString("document")
    if let value = fields["at"] {
      guard case .number(let text) = value, let number = Int(text), number >= 0 else {
        throw Fields.wrongType("a segment's sequence number; 0 is the base", value, at: fields.path(of: "at"))
      }
      sequence = number
    }
    for name in ["base", "segments"] where fields[name] != nil {
      throw CompositionError(
        .invalidValue, "a document of the database has its own; leave this out", at: fields.path(of: name).description)
    }
  }
}
