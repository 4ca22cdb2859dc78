import Dispatch
import OperatingSystem
import Synchronization

/// A stream of a new file that another thread compresses while its document is drawn.
///
/// If the other thread has not begun when the stream is needed, the caller compresses it; otherwise it waits for that
/// thread to finish.
final class PendingStream: Sendable {
  private enum State {
    case waiting(PDFStream)
    case running
    case compressed(PDFStream)
  }

  /// The number of bytes before compression.
  let byteCount: Int
  private let state: Mutex<State>
  private let end = DispatchSemaphore(value: 0)

  private static let thread = BackgroundThread(name: "compression")

  /// Lets the other thread compress `stream`, if there is one.
  init(_ stream: PDFStream) {
    byteCount = stream.byteCount
    state = Mutex(.waiting(stream))
    _ = Self.thread.run { [self] in
      guard let stream = begin() else { return }
      let compressed = stream.deflated
      state.withLock { $0 = .compressed(compressed) }
      end.signal()
    }
  }

  /// The stream if the caller is the first, and is to compress it.
  private func begin() -> PDFStream? {
    state.withLock { state in
      guard case .waiting(let stream) = state else { return nil }
      state = .running
      return stream
    }
  }

  /// The compressed stream; nil if it is not finished.
  var finished: PDFStream? {
    state.withLock { if case .compressed(let stream) = $0 { stream } else { nil } }
  }

  /// The compressed stream, after compressing it here or waiting for it.
  func finish() -> PDFStream {
    if let stream = begin() {
      let compressed = stream.deflated
      state.withLock { $0 = .compressed(compressed) }
      return compressed
    }
    while true {
      if let finished { return finished }
      end.wait()
    }
  }
}
