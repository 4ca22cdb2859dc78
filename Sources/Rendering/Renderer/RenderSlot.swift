/// Renders one document at a time for a worker. `Renderer` does so in a child process; benchmarks of the queue use a slot
/// that renders nothing.
package protocol RenderSlot: Sendable {
  /// Prepares for the first document.
  func warmUp() async throws(RenderingError)

  /// One sentence for each layer of the sandbox that is not in force.
  var sandboxProblems: [String] { get async }

  /// Renders one document. Cancelling the calling task interrupts it.
  /// - Parameter progress: called a few times a second with the number of pages laid out.
  func render(
    _ request: RenderRequest, payload: [UInt8], timeout: Duration, progress: @escaping @Sendable (_ pages: Int) -> Void
  ) async -> RenderOutcome

  /// Ends the renderer.
  func stop() async
}

extension Renderer: RenderSlot {}
