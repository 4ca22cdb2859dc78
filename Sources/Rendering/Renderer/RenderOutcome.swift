/// The result of rendering one document.
package enum RenderOutcome: Hashable, Sendable {
  /// `body` is a PDF, or the files that the report describes (`RenderReport.files(in:)`).
  case rendered(RenderReport, body: [UInt8])
  /// The job is completed without a document.
  case done
  /// The document failed, or its renderer failed while rendering it.
  case failed(RenderFailure)
  /// The caller's task was cancelled; the renderer was stopped.
  case interrupted
  /// No renderer could be started, so the document was not attempted.
  case unavailable(RenderingError)
}
