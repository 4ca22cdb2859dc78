import Archives
import Composition
import JSON
import JobQueue
import Rendering

/// Archives of documents in the database. Renderers have no access to the database, so the worker reads the segments for
/// them and records the manifest.
extension Worker {
  /// The payload for the renderer.
  /// - Throws: `RenderFailure` if the archive cannot be built.
  func payload(of job: ClaimedJob) async throws(RenderFailure) -> [UInt8] {
    guard settings.archiveKinds.contains(job.kind) else { return job.payload }
    let request: StoredArchiveRequest
    do throws(CompositionError) {
      guard let stored = try StoredArchiveRequest(payload: job.payload) else { return job.payload }
      request = stored
    } catch {
      throw RenderFailure(error)
    }
    do {
      return Array(try await archive(request, of: job.tenant).payload.text.utf8)
    } catch let error as RenderFailure {
      throw error
    } catch let error as QueueError {
      throw RenderFailure(code: "unknown_document", message: error.message, place: "$.document", isPermanent: true)
    } catch let error as ArchiveError {
      throw RenderFailure(code: "archive_refused", message: error.description, place: "$.document", isPermanent: true)
    } catch {
      throw RenderFailure(code: "database", message: "\(error)", isPermanent: false)
    }
  }

  /// - Parameter tenant: the tenant of the job, which must own the document.
  private func archive(_ request: StoredArchiveRequest, of tenant: String) async throws -> StoredArchive {
    let document = try await queue.document(request.document)
    guard document.tenant == tenant else {
      throw QueueError(code: .unknownDocument, message: "tenant \"\(tenant)\" has no document \"\(document.id)\"")
    }
    let records = try await queue.segments(
      of: request.document, through: request.sequence.map(Int64.init) ?? .max)
    if let sequence = request.sequence, records.count < sequence {
      throw RenderFailure(
        code: "invalid_value", message: "the document has \(records.count) segments so far", place: "$.at",
        isPermanent: true)
    }
    return StoredArchive(
      document: document.id, base: document.baseSHA256,
      segments: try records.map { record throws(ArchiveError) in
        try ArchiveSegment(bytes: record.bytes, metadata: record.metadata, chain: record.chain)
      })
  }

  /// Records the manifest of an archive. The record remains if the job's lease turns out to be lost, because the artifact
  /// has been stored.
  func record(_ archive: ArchiveRecord, sha256: String, of job: ClaimedJob) async throws {
    try await queue.recordBuild(
      job: job.ref.job, document: archive.document, sequence: Int64(archive.sequence), sha256: sha256,
      manifest: archive.manifest)
  }
}
