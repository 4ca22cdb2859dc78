import CLinux
import Foundation

/// A worker or relay process that is restarted whenever it has ended, until the end of the run.
final class WorkerProcess {
  private let arguments: [String]
  private let environment: [String: String]
  private let log: String
  let clock: WorkerClock
  private(set) var id: pid_t = 0
  /// The end of a freeze; nil if the process is not frozen.
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
    guard error == 0 else { throw ChaosError("no process: \(String(cString: strerror(error)))") }
  }

  var isFrozen: Bool { thaws != nil }

  /// Stops the process; `revive` continues it after `duration`.
  /// - Returns: whether the process existed.
  func freeze(for duration: Duration) -> Bool {
    thaws = .now + duration
    return send(SIGSTOP)
  }

  /// Continues the process.
  func thaw() {
    send(SIGCONT)
    thaws = nil
  }

  /// Restarts the process if it has ended, and continues it at the end of a freeze.
  func revive() throws {
    if let thaws, thaws <= .now { thaw() }
    var status: Int32 = 0
    if waitpid(id, &status, WNOHANG) == id { try start() }
  }

  /// - Returns: whether the process existed.
  @discardableResult
  func send(_ signal: Int32) -> Bool { kill(id, signal) == 0 }

  /// Ends the process: lets it finish, and kills it after ten seconds.
  func end() {
    send(SIGCONT)
    send(SIGTERM)
    let descriptor = clinux_pidfd_open(id)
    if descriptor >= 0 {
      var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&end, 1, 10_000) == 0 { send(SIGKILL) }
      close(descriptor)
    }
    var status: Int32 = 0
    waitpid(id, &status, 0)
  }

  /// The child processes of the worker.
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
