import ArtifactStore
import FoundationEssentials

/// Converts the segments of a document that have no stored update, and stores the updates.
///
/// Segments that `SegmentSync` adds are converted before. Others were added by SQL, at the same moment as another one,
/// or before updates were stored. The chain stays as it is; the record of the update states when it was made.
package enum DocumentConversion {
  /// - Parameter time: the present time.
  /// - Returns: the document with all updates, and the number of those that were made now.
  package static func complete(
    _ stored: StoredDocument, at time: Date, in documents: DocumentStore, artifacts: ArtifactStore
  ) async throws -> (document: StoredDocument, converted: Int) {
    guard stored.segments.contains(where: { $0.update == nil && $0.metadata.format != .pdf }) else {
      return (stored, 0)
    }
    var builder = try await stored.start(in: artifacts)
    var count = 0
    for segment in stored.segments {
      try builder.add(segment)
      guard let (sequence, made) = builder.converted.last, sequence == segment.sequence, segment.update == nil else {
        continue
      }
      let update = try StoredUpdate(made, convertedLaterAt: time.formatted(.iso8601))
      guard try await documents.record(update, of: sequence, in: stored.document.name) == update.sha256 else {
        // Another process was first. Everything after it depends on its update.
        let again = try await StoredDocument(stored.document, through: stored.segments.count, in: documents)
        let rest = try await complete(again, at: time, in: documents, artifacts: artifacts)
        return (rest.document, count + rest.converted)
      }
      count += 1
    }
    return (try await StoredDocument(stored.document, through: stored.segments.count, in: documents), count)
  }
}
