/// How one document's rendering ended.
package enum RenderOutcome: Hashable, Sendable {
  case rendered(RenderReport, pdf: [UInt8])
  /// The job is done, and there is no document to keep.
  case done
  /// The document failed, or its renderer did while it worked on it.
  case failed(RenderFailure)
  /// The caller's task was cancelled; the renderer was stopped.
  case interrupted
  /// No renderer could be started, so the document was not tried at all.
  case unavailable(RenderingError)
}
