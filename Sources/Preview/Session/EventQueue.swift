import Synchronization

/// The events of a preview that its page has not received yet. One task reads them.
package final class EventQueue: Sendable {
  private struct State {
    var events: [PreviewEvent] = []
    var isFinished = false
    var reader: CheckedContinuation<Void, Never>?
  }
  private let state = Mutex(State())

  /// Adds an event, and removes unread events that it makes superfluous.
  func append(_ event: PreviewEvent) {
    wake { state in
      if event.replacesEarlier { state.events.removeAll { $0.isReplaceable } }
      state.events.append(event)
    }
  }

  func finish() { wake { $0.isFinished = true } }

  /// All events since the last call. Waits for one, at most for the given time.
  /// - Returns: empty if the time has passed or the task was cancelled, nil after the last event.
  package func next(atMost time: Duration) async -> [PreviewEvent]? {
    let timer = Task {
      guard (try? await Task.sleep(for: time)) != nil else { return }
      wake { _ in }
    }
    defer { timer.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if !state.events.isEmpty || state.isFinished || Task.isCancelled { return true }
          state.reader = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      wake { _ in }
    }
    return state.withLock { state in
      defer { state.events = [] }
      return state.events.isEmpty && state.isFinished ? nil : state.events
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let reader = state.withLock { state in
      change(&state)
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }
}

extension PreviewEvent {
  /// Whether the event makes earlier documents and errors obsolete.
  fileprivate var replacesEarlier: Bool {
    switch self {
    case .document, .mail: true
    default: false
    }
  }

  fileprivate var isReplaceable: Bool {
    switch self {
    case .document, .mail, .failed, .rendering, .checked: true
    case .hello, .catalog: false
    }
  }
}
