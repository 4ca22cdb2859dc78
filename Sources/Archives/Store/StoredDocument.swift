import ArtifactStore
import Diagnostics
import PDF

/// A document and its segments, read from the database.
package struct StoredDocument: Codable, Sendable {
  package let document: AnnotatedDocument
  /// The segments in the order of arrival.
  package let segments: [ArchiveSegment]
  /// The deliveries of archives that were built of the document earlier.
  package let deliveries: [ArchiveDelivery]

  /// - Parameter sequence: the last segment to read; all by default.
  /// - Throws: `QueueError` `.unknownDocument`; `ArchiveError` `.missingSegment` if there are fewer segments,
  ///   `.metadata`.
  package init(_ name: String, through sequence: Int? = nil, in documents: DocumentStore) async throws {
    try await self.init(try await documents.document(name), through: sequence, in: documents)
  }

  package init(_ document: AnnotatedDocument, through sequence: Int? = nil, in documents: DocumentStore) async throws {
    self.document = document
    deliveries = try await documents.deliveries(of: document.name)
    let records = try await documents.segments(of: document.name, through: sequence.map(Int64.init) ?? .max)
    if let sequence, records.count < sequence {
      throw ArchiveError(
        .missingSegment, "has \(counted(records.count, "segment")), not \(sequence)", place: document.name)
    }
    segments = try records.map { record throws(ArchiveError) in
      try ArchiveSegment(bytes: record.bytes, metadata: record.metadata, chain: record.chain, update: record.update)
    }
  }

  /// The base file. It remains open even if it is a temporary copy that has been unlinked.
  package func base(in artifacts: ArtifactStore) async throws -> PDFFile {
    try await artifacts.withLocalFile(of: document.baseSHA256) { try PDFFile(path: $0) }
  }

  /// A builder with all segments added.
  package func build(in artifacts: ArtifactStore) async throws -> ArchiveBuilder {
    try build(on: try await base(in: artifacts))
  }

  /// A builder with all segments added.
  package func build(on base: PDFFile) throws -> ArchiveBuilder { try build(on: base, bases: .shared) }

  /// A builder with all segments added.
  /// - Parameter bases: the indexes of bases that are known.
  func build(on base: PDFFile, bases: BaseIndexCache) throws -> ArchiveBuilder {
    var builder = try start(on: base, bases: bases)
    for segment in segments { try builder.add(segment) }
    return builder
  }

  /// A builder with the base alone, after a check of its hash.
  package func start(in artifacts: ArtifactStore) async throws -> ArchiveBuilder {
    try start(on: try await base(in: artifacts))
  }

  /// A builder with the base alone, after a check of its hash.
  func start(on base: PDFFile, bases: BaseIndexCache = .shared) throws -> ArchiveBuilder {
    try ArchiveBuilder(
      document: document.name, tenant: document.tenant, base: base, sha256: document.baseSHA256, bases: bases,
      convert: ArchiveBuilder.convert)
  }
}
