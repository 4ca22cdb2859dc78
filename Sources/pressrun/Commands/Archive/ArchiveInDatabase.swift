import Archives
import ArtifactStore
import Composition
import Foundation
import JobQueue
import PDF

/// A document as the database keeps it, with its base from the artifact store.
struct ArchiveInDatabase {
  let document: AnnotatedDocument
  /// In the order of arrival, up to the one that was asked for.
  let segments: [ArchiveSegment]
  let basePath: String

  /// - Parameter sequence: the last segment to take; all by default.
  init(_ id: String, through sequence: Int? = nil, _ queue: JobQueue, _ store: ArtifactStore) async throws {
    document = try await queue.document(id)
    let records = try await queue.segments(of: id, through: sequence.map(Int64.init) ?? .max)
    if let sequence, records.count < sequence {
      throw Failure("has \(records.count) segments, not \(sequence)", place: id, status: Failure.badInput)
    }
    segments = try records.map { record throws(ArchiveError) in
      try ArchiveSegment(bytes: record.bytes, metadata: record.metadata, chain: record.chain)
    }
    basePath = try store.find(document.baseSHA256).path
  }

  /// The archive, built of its base and its segments.
  func build() throws -> ArchiveBuilder {
    var builder = try start()
    for segment in segments { try builder.add(segment) }
    return builder
  }

  /// The base alone, once it is known to be the right one.
  func start() throws -> ArchiveBuilder {
    try ArchiveBuilder(
      document: document.id, base: try PDFFile(path: basePath), sha256: document.baseSHA256,
      convert: ArchiveBuilder.convert)
  }
}

/// What `archive verify` and `archive extract` may be given.
enum ArchiveTarget {
  case file(String)
  case bag(String)
  case document(String)

  /// Something on the disk comes before a document of the same name; `document:NAME` is always a document.
  init(_ text: String) {
    if text.hasPrefix("document:") {
      self = .document(String(text.dropFirst("document:".count)))
    } else if BagReader.isBag(text) {
      self = .bag(text)
    } else if FileManager.default.fileExists(atPath: text) || text.contains("/") || text.hasSuffix(".pdf") {
      self = .file(text)
    } else {
      self = .document(text)
    }
  }
}
