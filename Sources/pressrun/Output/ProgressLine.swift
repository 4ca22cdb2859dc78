import Foundation
import Synchronization

/// A line on the terminal with the progress of a long operation, which is rewritten in place, at most five times a
/// second.
final class ProgressLine: Sendable {
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  private struct State {
    /// The time when the line may be written next.
    var next: ContinuousClock.Instant
    var isShown = false
  }

  /// Fails if stderr is not a terminal that can do it, or `NO_COLOR` is set (no-color.org: and not empty).
  /// - Parameter delay: operations that end before it show nothing.
  init?(after delay: Duration = .seconds(1)) {
    let environment = ProcessInfo.processInfo.environment
    guard isatty(2) == 1, environment["NO_COLOR"] ?? "" == "", environment["TERM"] ?? "dumb" != "dumb" else {
      return nil
    }
    state = Mutex(State(next: start + delay))
  }

  func show(_ progress: @autoclosure () -> Progress) {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard now >= state.next else { return false }
      state = State(next: now + .milliseconds(200), isShown: true)
      return true
    }
    if isDue { write(progress().text(elapsed: (now - start) / .seconds(1))) }
  }

  /// Removes the line, before other text is written or when the operation has ended.
  func clear() {
    let wasShown = state.withLock { state in
      defer { state.isShown = false }
      return state.isShown
    }
    if wasShown { write("") }
  }

  /// Leaves the cursor at the beginning of the line, so that a log line overwrites it.
  private func write(_ text: String) {
    FileHandle.standardError.write(Data("\u{1B}[2K\(text.prefix(columns - 1))\r".utf8))
  }

  /// A longer line would be wrapped, and its first part would remain.
  private var columns: Int {
    var size = winsize()
    guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
    return Int(size.ws_col)
  }
}
