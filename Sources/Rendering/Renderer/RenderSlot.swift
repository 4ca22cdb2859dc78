/// Renders one document at a time for a worker. `Renderer` does so in a child process; benchmarks of the queue use a
/// slot that renders nothing.
package protocol RenderSlot: Sendable {
  /// Prepares for the first document.
  func warmUp() async throws(RenderingError)

  /// One sentence for each layer of the sandbox that is not in force.
  var sandboxProblems: [String] { get async }

  /// Renders one document. Cancelling the calling task interrupts it.
  /// - Parameters:
  ///   - artifacts: the artifacts that the document reads.
  ///   - progress: called a few times a second with the number of pages laid out.
  func render(
    _ request: RenderRequest, payload: [UInt8], artifacts: [LocalArtifact], timeout: Duration,
    progress: @escaping @Sendable (_ pages: Int) -> Void
  ) async -> RenderOutcome

  /// Ends the renderer.
  func stop() async
}

extension Renderer: RenderSlot {}

/// An artifact in a local file, which exists while the document is rendered.
package struct LocalArtifact: Hashable, Sendable {
  package var sha256: String
  /// Readable until the document has been rendered.
  package var path: String

  package init(sha256: String, path: String) {
    self.sha256 = sha256
    self.path = path
  }
}
