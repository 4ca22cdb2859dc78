import Archives
import Composition
import JobQueue
import Rendering

/// Binders. Renderers have no database connection, so the worker finds the documents of the parts, for the tenant of
/// the job only.
extension Worker {
  /// - Throws: `CompositionError` for a part that does not exist or has no document; errors of the database.
  func binderInput(of job: ClaimedJob) async throws -> RendererInput {
    var request = try BinderRequest(payload: job.payload)
    if request.batch != nil || !request.jobs.isEmpty {
      let found = try await queue.binderDocuments(batch: request.batch, jobs: request.jobs, of: job.tenant)
      try request.use(
        found.map {
          BinderRequest.JobDocument(
            job: $0.job.rawValue, state: $0.state.rawValue, isUnfinished: !$0.state.isFinal, sha256: $0.sha256,
            name: $0.name)
        })
    }
    let documents = DocumentStore(queue, tenant: job.tenant)
    for (part, archive) in request.documents.sorted(by: { $0.key < $1.key }) {
      do {
        let stored = try await StoredDocument(archive.document, through: archive.sequence, in: documents)
        request.use(
          StoredArchive(
            document: stored.document.name, tenant: job.tenant, base: stored.document.baseSHA256,
            segments: stored.segments),
          for: part)
      } catch {
        var failure = Self.failure(error)
        failure.place = "$.parts[\(part)]" + failure.place.dropFirst()
        throw failure
      }
    }
    let artifacts = try await queue.artifacts(request.artifacts, of: job.tenant)
    return RendererInput(payload: Array(request.payload.text.utf8), artifacts: artifacts.sorted())
  }
}
