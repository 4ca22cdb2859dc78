/// Sends documents to one configured destination over one protocol. A relay calls one sender concurrently; the sender
/// keeps its connections open for the next document.
package protocol Sender: Sendable {
  /// Sends one document. Ends early with a `SendError` if the task is cancelled.
  func send(_ request: DeliveryRequest) async throws(SendError) -> Receipt

  /// Closes idle connections.
  func close() async
}
