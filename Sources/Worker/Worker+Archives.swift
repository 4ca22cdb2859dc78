import Archives
import Composition
import JSON
import JobQueue
import Rendering

/// Archives of documents in the database. Renderers have no database connection, so the worker adds the segments to the
/// job's payload and records what was built.
extension Worker {
  /// The payload and the artifacts that the renderer receives for a job.
  struct RendererInput {
    var payload: [UInt8]
    /// The SHA-256 of the artifacts that the document reads and that the job's tenant may use.
    var artifacts: [String] = []
    /// The document in the database that the job archives, and its last segment; nil if it archives none.
    var archive: (document: String, sequence: Int)?
  }

  /// - Throws: `RenderFailure` if the document cannot be built.
  func rendererInput(of job: ClaimedJob) async throws(RenderFailure) -> RendererInput {
    do {
      let kind = kind(of: job)
      if kind?.composer == .binder { return try await binderInput(of: job) }
      guard let kind, kind.composer == .archive else { return RendererInput(payload: job.payload) }
      guard let request = try StoredArchiveRequest(payload: job.payload) else {
        guard !kind.possibleFormats.contains(.bag) else { throw Self.bagWithoutDocument }
        // An artifact that is not sent is reported as missing, whether or not another tenant has it.
        let artifacts = try await queue.artifacts(ArchiveArtifacts.named(in: job.payload), of: job.tenant)
        return RendererInput(payload: job.payload, artifacts: artifacts.sorted())
      }
      // Policies apply per tenant, so a job can use documents of its own tenant only.
      let documents = DocumentStore(queue, tenant: job.tenant)
      let stored = try await StoredDocument(request.document, through: request.sequence, in: documents)
      let archive = StoredArchive(
        document: stored.document.name, tenant: job.tenant, base: stored.document.baseSHA256, segments: stored.segments)
      return RendererInput(
        payload: try archive.rendererPayload(), artifacts: [stored.document.baseSHA256],
        archive: (stored.document.name, stored.segments.count))
    } catch {
      throw Self.failure(error)
    }
  }

  /// A bag states the chain, which only documents of the database have.
  static let bagWithoutDocument = RenderFailure(
    code: "missing_field", message: "the kind's output is a bag, which is made of a document of the database; name it",
    place: "$.document", isPermanent: true)

  /// The failure of a job for an error of the database, a document or an archive. An error that has another cause than
  /// the job, such as a schema that is not migrated, is not permanent.
  static func failure(_ error: any Error) -> RenderFailure {
    switch error {
    case let error as RenderFailure: error
    case let error as CompositionError: RenderFailure(error)
    case let error as QueueError where !error.isSchemaMismatch:
      RenderFailure(code: "unknown_document", message: error.message, place: "$.document", isPermanent: true)
    case let error as ArchiveError where error.code == .missingSegment:
      RenderFailure(code: "invalid_value", message: "the document \(error.message)", place: "$.at", isPermanent: true)
    case let error as ArchiveError:
      RenderFailure(code: "archive_refused", message: error.description, place: "$.document", isPermanent: true)
    default: RenderFailure(code: "database", message: "\(error)", isPermanent: false)
    }
  }

  /// Records the manifest of the archive. The record remains if the job's lease turns out to be lost, because the
  /// artifact exists.
  func record(_ archive: ArchiveRecord, sha256: String, of job: ClaimedJob) async throws {
    try await DocumentStore(queue, tenant: job.tenant).recordBuild(
      job: job.ref.job, document: archive.document, sequence: Int64(archive.sequence), sha256: sha256,
      manifest: archive.manifest)
  }
}

extension RenderOutcome {
  /// The outcome with the document and segment that the worker asked for: a renderer that was taken over must not
  /// record its archive under another document.
  func identified(by input: Worker.RendererInput) -> RenderOutcome {
    guard case .rendered(var report, let body) = self else { return self }
    report.archive = input.archive.flatMap { archive in
      report.archive.map {
        ArchiveRecord(document: archive.document, sequence: archive.sequence, manifest: $0.manifest)
      }
    }
    return .rendered(report, body: body)
  }
}
