import CLinux
import Foundation

/// A worker process that is started again whenever it has ended, until chaos is over.
final class WorkerProcess {
  private let arguments: [String]
  private let environment: [String: String]
  private let log: String
  let clock: WorkerClock
  private(set) var id: pid_t = 0
  /// Until then it is stopped.
  private var thaws: ContinuousClock.Instant?

  init(_ arguments: [String], clock: WorkerClock, environment: [String: String], log: String) throws {
    self.arguments = arguments
    self.clock = clock
    self.environment = environment
    self.log = log
    try start()
  }

  private func start() throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    clinux_spawn_close_from(&actions, 3)
    let program = sibling("chaos")
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    let error = posix_spawn(&id, program, &actions, nil, words, variables)
    guard error == 0 else { throw ChaosError("no worker: \(String(cString: strerror(error)))") }
  }

  var isFrozen: Bool { thaws != nil }

  /// Stops it; `revive` lets it go on when the time is over.
  /// - Returns: whether there was one.
  func freeze(for duration: Duration) -> Bool {
    thaws = .now + duration
    return send(SIGSTOP)
  }

  /// Lets it go on.
  func thaw() {
    send(SIGCONT)
    thaws = nil
  }

  /// Starts it anew where it has ended, and lets it go on where it was frozen for long enough.
  func revive() throws {
    if let thaws, thaws <= .now { thaw() }
    var status: Int32 = 0
    if waitpid(id, &status, WNOHANG) == id { try start() }
  }

  /// - Returns: whether there was one to send it to.
  @discardableResult
  func send(_ signal: Int32) -> Bool { kill(id, signal) == 0 }

  /// Ends it for good: lets it finish what it has, and kills it where it does not.
  func end() {
    send(SIGCONT)
    send(SIGTERM)
    let deadline = ContinuousClock.now + .seconds(10)
    var status: Int32 = 0
    while waitpid(id, &status, WNOHANG) == 0 {
      if ContinuousClock.now > deadline { send(SIGKILL) }
      usleep(20_000)
    }
  }

  /// The processes that it has started.
  var renderers: [pid_t] {
    let path = "/proc/\(id)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return threads.flatMap { thread in
      let text = (try? String(contentsOfFile: "\(path)/\(thread)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  }
}

struct ChaosError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
