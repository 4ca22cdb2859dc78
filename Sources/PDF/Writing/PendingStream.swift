import Dispatch
import Synchronization

/// A stream of a new file that another thread compresses while its document is drawn.
///
/// If no other thread has begun when the stream is needed, the thread that needs it compresses it. Nobody waits for a
/// processor.
final class PendingStream: Sendable {
  private enum State {
    case waiting, running
    case compressed(PDFStream)
  }

  private let stream: PDFStream
  private let state = Mutex(State.waiting)
  private let end = DispatchSemaphore(value: 0)

  /// Lets another thread compress `stream`.
  init(_ stream: PDFStream) {
    self.stream = stream
    DispatchQueue.global().async { [self] in
      guard begin() else { return }
      let compressed = stream.deflated
      state.withLock { $0 = .compressed(compressed) }
      end.signal()
    }
  }

  /// Whether the caller is the one that compresses the stream.
  private func begin() -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = .running
      return true
    }
  }

  /// The compressed stream; nil if it is not finished.
  var finished: PDFStream? {
    state.withLock { if case .compressed(let stream) = $0 { stream } else { nil } }
  }

  /// Compresses the stream, or waits for the thread that does so. It can be called once.
  func finish() -> PDFStream {
    if begin() { return stream.deflated }
    end.wait()
    return finished ?? stream
  }
}
