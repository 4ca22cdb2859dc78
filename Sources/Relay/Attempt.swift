import Application
import Delivery
import Synchronization

/// An attempt to deliver with a time limit.
///
/// At the time limit, and if the calling task is cancelled, the operation is cancelled. If it does not end then within
/// `cancelTime`, it is abandoned: the outcome is unknown.
struct Attempt: Sendable {
  var operation: @Sendable () async -> Outcome
  var timeout: Duration
  var cancelTime: Duration
  /// Waits until a time limit has passed.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  enum Outcome: Sendable {
    case delivered(Receipt)
    case failed(SendError)
    /// The task was cancelled, and the document was not sent.
    case interrupted
    /// No attempt is possible at present: the destination is not configured, or its configuration has an error.
    case putOff(reason: String)
    /// The relay cannot make attempts at present, whatever the destination.
    case unable(reason: String)
  }

  func run() async -> Outcome {
    let end = AttemptEnd()
    let sending = Task { end.set(await operation()) }
    let timer = Task {
      try await sleep(timeout)
      end.timeOut()
      sending.cancel()
      try await sleep(cancelTime)
      end.set(.failed(abandoned))
    }
    let outcome = await withTaskCancellationHandler {
      await end.value
    } onCancel: {
      sending.cancel()
      Task {
        try await sleep(cancelTime)
        end.set(.failed(abandoned))
      }
    }
    timer.cancel()
    return resolve(outcome, timedOut: end.hasTimedOut)
  }

  private func resolve(_ outcome: Outcome, timedOut: Bool) -> Outcome {
    switch outcome {
    case .failed(var error) where timedOut:
      error.code = "timed_out"
      error.message = timeoutMessage(error.message)
      error.retry = .later(notBefore: nil)
      error.isDestinationDown = true
      return .failed(error)
    case .failed(let error): return Task.isCancelled && !error.isOutcomeUnknown ? .interrupted : outcome
    case .unable(let reason) where timedOut:
      // The attempt counts: an artifact that cannot be read in time must not pause the relay again and again.
      return .failed(
        SendError(code: "timed_out", message: timeoutMessage(reason), retry: .later(notBefore: nil)))
    case .delivered, .interrupted, .putOff, .unable: return outcome
    }
  }

  private func timeoutMessage(_ reason: String) -> String {
    "The attempt was not finished after \(timeout.rounded): \(reason)"
  }

  private var abandoned: SendError {
    SendError(
      code: "interrupted", message: "The relay stopped waiting for the destination; the document may have arrived.",
      retry: .later(notBefore: nil), isOutcomeUnknown: true)
  }
}

/// The first outcome of an attempt.
private final class AttemptEnd: Sendable {
  private struct State {
    var outcome: Attempt.Outcome?
    var waiter: CheckedContinuation<Attempt.Outcome, Never>?
    var hasTimedOut = false
  }
  private let state = Mutex(State())

  var hasTimedOut: Bool { state.withLock { $0.hasTimedOut } }

  /// Has no effect if the attempt has ended.
  func timeOut() {
    state.withLock { state in
      if state.outcome == nil { state.hasTimedOut = true }
    }
  }

  /// Later outcomes have no effect.
  func set(_ outcome: Attempt.Outcome) {
    let waiter = state.withLock { state -> CheckedContinuation<Attempt.Outcome, Never>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.waiter.take()
    }
    waiter?.resume(returning: outcome)
  }

  var value: Attempt.Outcome {
    get async {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiter = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }
  }
}
