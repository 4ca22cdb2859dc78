import Foundation
import JobQueue
import Postgres

/// The annotated documents of one tenant in the database: each has a base file, its annotation segments in the order of
/// arrival, and the archives that jobs built of them. Documents of other tenants are unknown to it. Methods throw
/// `QueueError` and `PostgresError`.
package struct DocumentStore: Sendable {
  let queue: JobQueue
  package let tenant: String

  package init(_ queue: JobQueue, tenant: String) {
    self.queue = queue
    self.tenant = tenant
  }

  /// The documents of all tenants, ordered by tenant and name.
  package static func documentsOfAllTenants(_ queue: JobQueue) async throws -> [AnnotatedDocument] {
    try await queue.query(Statements.allDocuments, []).map(AnnotatedDocument.init)
  }

  /// The largest base, in bytes, whose content is passed to the database.
  package static let contentLimit = 64 << 20

  /// Registers a document for a base file, which must already be in the artifact store.
  /// - Parameter content: of the base. Logins that may not act for all tenants need it, unless the tenant has the base.
  /// - Returns: false if the document was already registered with the same base.
  /// - Throws: `QueueError` `.conflict` if it is registered with another base, `.invalidArgument`.
  @discardableResult
  package func register(
    document: String, baseSHA256: String, baseBytes: Int64, title: String? = nil, content: [UInt8]? = nil
  ) async throws -> Bool {
    try await queue.provingContent(content) { base64 in
      try await queue.query(
        Statements.registerDocument,
        [
          .text(document), .text(baseSHA256), .integer(baseBytes), .text(tenant), .text(optional: title),
          .text(optional: base64),
        ]
      ).single().decode(0)
    }
  }

  /// - Throws: `QueueError` `.unknownDocument`.
  package func document(_ name: String) async throws -> AnnotatedDocument {
    guard let row = try await queue.query(Statements.documents, [.text(tenant), .text(name)]).first else {
      throw QueueError(
        code: .unknownDocument, message: "tenant \"\(tenant)\" has no document \"\(name)\"",
        hint: "register it with its base first")
    }
    return try AnnotatedDocument(row)
  }

  /// The documents of the tenant, ordered by name.
  package func documents() async throws -> [AnnotatedDocument] {
    try await queue.query(Statements.documents, [.text(tenant), .null]).map(AnnotatedDocument.init)
  }

  /// Appends a segment to a document. A segment whose client ID is already stored with the same content is not added
  /// again.
  /// - Throws: `QueueError` `.unknownDocument`, `.conflict`, `.invalidArgument`.
  package func add(_ segment: NewSegment, to document: String) async throws -> AddedSegment {
    let row = try await queue.query(
      Statements.addSegment,
      [
        .text(document), .text(segment.clientID), .text(segment.parent), .text(segment.format.rawValue),
        .text(Data(segment.bytes).base64EncodedString()), .text(optional: segment.author),
        .timestamp(optional: segment.deviceTime),
        .text(optional: segment.update.map { Data($0.bytes).base64EncodedString() }),
        .text(optional: segment.update?.record), .integer(optional: segment.madeAfter), .text(tenant),
      ]
    ).single()
    return AddedSegment(
      sequence: try row.decode("sequence"), chain: try row.decode("chain"), inserted: try row.decode("inserted"))
  }

  /// The segments of a document with sequence numbers greater than `sequence` and at most `last`, in order; at most
  /// `limit` of them.
  package func segments(
    of document: String, after sequence: Int64 = 0, through last: Int64 = .max, limit: Int = .max
  ) async throws -> [SegmentRecord] {
    var found: [SegmentRecord] = []
    var position = sequence
    // Reads in batches, so that no result set holds all segments at once.
    while found.count < limit {
      let rows = try await queue.query(
        Statements.segments,
        [
          .text(tenant), .text(document), .integer(position), .integer(last), .integer(min(500, limit - found.count)),
        ])
      let batch = try rows.map(SegmentRecord.init)
      found += batch
      guard let end = batch.last, batch.count == 500 else { break }
      position = end.sequence
    }
    return found
  }

  /// Stores the update that a segment was converted to, unless one is stored.
  /// - Returns: the hash of the stored update (`StoredUpdate.sha256`).
  package func record(_ update: StoredUpdate, of sequence: Int, in document: String) async throws -> String {
    try await queue.query(
      Statements.recordUpdate,
      [
        .text(document), .integer(Int64(sequence)), .text(Data(update.bytes).base64EncodedString()),
        .text(update.record), .text(tenant),
      ]
    ).single().decode(0)
  }

  /// Records the manifest of an archive that a job built of a document of its tenant.
  /// - Parameter manifest: JSON.
  /// - Throws: `QueueError` `.unknownDocument` if the tenant of the job has no such document.
  package func recordBuild(
    job: JobID, document: String, sequence: Int64, sha256: String, manifest: String
  ) async throws {
    _ = try await queue.query(
      Statements.recordBuild,
      [.integer(job.rawValue), .text(document), .integer(sequence), .text(sha256), .text(manifest)])
  }

  /// The deliveries of archives of a document, oldest first.
  package func deliveries(of document: String) async throws -> [ArchiveDelivery] {
    try await queue.query(Statements.receipts, [.text(tenant), .text(document)]).map { row in
      ArchiveDelivery(
        delivery: try row.decode("delivery_id"), job: try row.decode("job_id"), sequence: try row.decode("sequence"),
        destination: try row.decode("destination"), protocol: try row.decode("protocol"),
        address: try row.decode("address"), remoteID: try row.decode("remote_id"), time: try row.decode("time"),
        bytes: try row.decode("bytes"), sha256: try row.decode("sha256"))
    }
  }

  /// Whether a job or a document of the tenant has an artifact.
  package func hasArtifact(_ sha256: String) async throws -> Bool {
    try await !queue.artifacts([sha256], of: tenant).isEmpty
  }

  /// The archives that jobs built of a document, oldest first.
  package func builds(of document: String) async throws -> [BuildRecord] {
    try await queue.query(Statements.builds, [.text(tenant), .text(document)]).map(BuildRecord.init)
  }

  /// The bytes of a column that a statement encodes as base64.
  static func bytes(_ text: String) throws -> [UInt8] {
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw PostgresError(code: .undecodable, message: "a column is not base64")
    }
    return [UInt8](data)
  }
}

extension AnnotatedDocument {
  fileprivate init(_ row: Row) throws {
    self.init(
      name: try row.decode("name"), tenant: try row.decode("tenant"), baseSHA256: try row.decode("base_sha256"),
      baseBytes: try row.decode("base_bytes"), title: try row.decode("title"),
      registeredAt: try row.decode("registered_at"))
  }
}

extension SegmentRecord {
  fileprivate init(_ row: Row) throws {
    let bytes = try DocumentStore.bytes(try row.decode("bytes", as: String.self))
    let updateBytes: String? = try row.decode("update_bytes")
    let updateRecord: String? = try row.decode("update_record")
    self.init(
      sequence: try row.decode("sequence"), clientID: try row.decode("client_id"), parent: try row.decode("parent"),
      format: try row.decode("format"), bytes: bytes, sha256: try row.decode("sha256"),
      author: try row.decode("author"), deviceTime: try row.decode("device_time"),
      serverTime: try row.decode("server_time"), metadata: try row.decode("metadata"), chain: try row.decode("chain"))
    if let updateBytes, let updateRecord {
      update = StoredUpdate(bytes: try DocumentStore.bytes(updateBytes), record: updateRecord)
    }
  }
}

extension BuildRecord {
  fileprivate init(_ row: Row) throws {
    self.init(
      job: JobID(rawValue: try row.decode("job_id")), document: try row.decode("document"),
      sequence: try row.decode("sequence"), sha256: try row.decode("sha256"), manifest: try row.decode("manifest"),
      builtAt: try row.decode("built_at"))
  }
}
