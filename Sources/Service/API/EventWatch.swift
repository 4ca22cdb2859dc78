import JobQueue
import Postgres
import Synchronization
import Web

/// Tells any number of requests that new events were written, by one small query that runs four times a second while
/// there are any.
final class EventWatch: Sendable {
  private struct State {
    var watchers = 0
    var task: Task<Void, Never>?
    var change = Latch()
  }

  private let queue: JobQueue
  private let interval: Duration
  private let state = Mutex(State())
  /// Events of open transactions hold back others (`pressrun.events_after`), so readers are woken a few more times.
  private static let repeats = 4

  init(_ queue: JobQueue, interval: Duration = .milliseconds(250)) {
    self.queue = queue
    self.interval = interval
  }

  /// Waits for changes as long as it exists.
  final class Watch: Sendable {
    private let owner: EventWatch
    private let latch: Mutex<Latch>

    fileprivate init(_ owner: EventWatch, _ latch: Latch) {
      self.owner = owner
      self.latch = Mutex(latch)
    }

    /// Waits until something was written since the last call or since the start of the watch, the time has passed, or
    /// the task is cancelled.
    func change(within time: Duration) async {
      let current = latch.withLock { $0 }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await current.wait() }
        group.addTask { try? await Task.sleep(for: time) }
        _ = await group.next()
        group.cancelAll()
      }
      if current.isSet { latch.withLock { $0 = owner.state.withLock { $0.change } } }
    }

    deinit { owner.leave() }
  }

  func watch() -> Watch {
    let latch = state.withLock { state in
      state.watchers += 1
      if state.task == nil { state.task = Task { await self.poll() } }
      return state.change
    }
    return Watch(self, latch)
  }

  private func leave() {
    state.withLock { state in
      state.watchers -= 1
      if state.watchers == 0 { state.task.take()?.cancel() }
    }
  }

  private func poll() async {
    var last: Int64 = -1
    var repeats = 0
    while !Task.isCancelled {
      // An error of the database also wakes the readers, which report it.
      let sequence = (try? await queue.query(APIStatements.lastEvent).single().decode(0, as: Int64.self)) ?? last - 1
      if sequence != last { repeats = Self.repeats }
      last = sequence
      if repeats > 0 {
        repeats -= 1
        state.withLock { state in
          state.change.set()
          state.change = Latch()
        }
      }
      try? await Task.sleep(for: interval)
    }
  }
}
