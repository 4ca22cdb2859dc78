/// What one slot of a worker does with a job: a renderer process makes a document of it. Benchmarks of the queue put
/// something that makes nothing in its place.
package protocol DocumentMaker: Sendable {
  /// Gets ready before there is work.
  func warmUp() async throws(RenderingError)

  /// Why what it runs has all system calls; nil where it gave them up.
  var sandboxProblem: String? { get async }

  /// Works on one job. Cancelling the calling task interrupts it.
  /// - Parameter progress: is told now and then how many pages are laid out.
  func render(
    _ request: RenderRequest, payload: [UInt8], timeout: Duration, progress: @escaping @Sendable (_ pages: Int) -> Void
  ) async -> RenderOutcome

  /// Ends what it runs.
  func stop() async
}

extension Renderer: DocumentMaker {}
