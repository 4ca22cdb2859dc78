import Foundation
import Glibc
import Synchronization

/// One thread per test process that measures how long each test has been running.
///
/// A test's available time is the time that passed, weighted by the share of a processor that a thread gets: processors
/// divided by runnable threads of the machine (`/proc/loadavg`), at most 1. A loaded machine therefore does not let a
/// correct test exceed the limit.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  private struct Watch {
    var test: String
    /// Seconds of available time that the test may take.
    var limit: Double
    var elapsed = 0.0
  }

  private struct State {
    var watches: [Int: Watch] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  private init() {
    // Not a task: a test that blocks all of Swift's threads must be found too.
    Thread.detachNewThread { [self] in
      while true {
        usleep(1_000_000)
        add(availableShare)
      }
    }
  }

  /// Starts to measure a test.
  /// - Parameter limit: seconds of available time.
  /// - Returns: a number for `stop(_:)`.
  func start(_ test: String, limit: Double) -> Int {
    state.withLock { state in
      state.next += 1
      state.watches[state.next] = Watch(test: test, limit: limit)
      return state.next
    }
  }

  func stop(_ watch: Int) {
    state.withLock { _ = $0.watches.removeValue(forKey: watch) }
  }

  private func add(_ seconds: Double) {
    let hanging = state.withLock { state in
      for watch in state.watches.keys { state.watches[watch]?.elapsed += seconds }
      return state.watches.values.filter { $0.elapsed > $0.limit }
        .map { "\($0.test) (limit: \(Int($0.limit)) s)" }.sorted()
    }
    guard !hanging.isEmpty else { return }
    let list = hanging.map { "  \($0)\n" }.joined()
    FileHandle.standardError.write(
      Data("error: tests did not end within their limits of available time:\n\(list)".utf8))
    _exit(1)
  }

  /// The share of a processor that each runnable thread of the machine gets now; 1 if `/proc/loadavg` cannot be read.
  private var availableShare: Double {
    guard let load = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8),
      let runnable = load.split(separator: " ").dropFirst(3).first?.split(separator: "/").first.flatMap({ Double($0) })
    else { return 1 }
    return min(1, Double(ProcessInfo.processInfo.activeProcessorCount) / max(1, runnable))
  }
}
