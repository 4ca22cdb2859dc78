import Delivery
import Foundation
import Synchronization

/// A sender that behaves as a test says, and records what it was asked to send.
final class FakeSender: Sender {
  enum Behaviour: Sendable {
    case deliver
    case fail(SendError)
    /// Waits until the attempt is cancelled, and then fails like a connection that was cut: before the document was
    /// sent, or after it.
    case hang(isOutcomeUnknown: Bool)
    /// Waits for `release`, whether or not the attempt is cancelled.
    case wait
  }

  private struct State {
    var behaviour: Behaviour
    var requests: [DeliveryRequest] = []
    var running = 0
    var mostRunning = 0
    var closed = 0
  }

  private let state: Mutex<State>
  private let started: AsyncStream<DeliveryRequest>
  private let start: AsyncStream<DeliveryRequest>.Continuation
  private let released: AsyncStream<Void>
  private let releaser: AsyncStream<Void>.Continuation

  init(_ behaviour: Behaviour) {
    state = Mutex(State(behaviour: behaviour))
    (started, start) = AsyncStream.makeStream()
    (released, releaser) = AsyncStream.makeStream()
  }

  var requests: [DeliveryRequest] { state.withLock { $0.requests } }
  var mostRunning: Int { state.withLock { $0.mostRunning } }
  var closed: Int { state.withLock { $0.closed } }

  func behave(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

  /// Waits for the start of an attempt.
  @discardableResult
  func waitForStart() async -> DeliveryRequest? {
    for await request in started { return request }
    return nil
  }

  /// Ends all attempts that wait, and those that begin later.
  func release() { releaser.finish() }

  func send(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    let behaviour = state.withLock { state in
      state.requests.append(request)
      state.running += 1
      state.mostRunning = max(state.mostRunning, state.running)
      return state.behaviour
    }
    defer { state.withLock { $0.running -= 1 } }
    start.yield(request)
    switch behaviour {
    case .deliver: break
    case .fail(let error): throw error
    case .hang(let isOutcomeUnknown):
      while (try? await Task.sleep(for: .seconds(3600))) != nil {}
      throw SendError(
        code: "connection_lost", message: "the connection was lost", retry: .later(notBefore: nil),
        isOutcomeUnknown: isOutcomeUnknown)
    case .wait:
      // A task of its own is not cancelled with the attempt.
      await Task { [released] in for await _ in released {} }.value
    }
    return Receipt(
      protocol: "fake", address: request.destination.description, time: Date(), remoteID: "\(request.id)",
      bytes: request.document.bytes, sha256: request.document.sha256)
  }

  func close() async { state.withLock { $0.closed += 1 } }
}

/// The configuration of a destination with a fake sender; without one, the sender cannot be made.
struct FakeConfiguration: SenderConfiguration {
  var sender: FakeSender?

  init(_ sender: FakeSender?) { self.sender = sender }
  init(from decoder: any Decoder) throws { sender = nil }

  func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    if let sender { return sender }
    throw DeliveryError(code: .missingSecret, message: "the environment variable TOKEN is not set", place: "TOKEN")
  }
}

extension SendError {
  static let unavailable = SendError(
    code: "connect_failed", message: "the server refuses connections", retry: .later(notBefore: nil),
    isDestinationDown: true)
  static let rejected = SendError(code: "mailbox_unknown", message: "there is no such mailbox", retry: .never)
}
