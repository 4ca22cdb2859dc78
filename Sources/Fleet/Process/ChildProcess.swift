import CLinux
import Glibc

/// A program to run, with its arguments and what it sees of the environment.
package struct ProgramCommand: Hashable, Sendable {
  /// An absolute path.
  package var path: String
  /// Without the program's own name.
  package var arguments: [String]
  /// The whole environment of the child: nothing is inherited.
  package var environment: [String: String]

  package init(path: String, arguments: [String], environment: [String: String] = [:]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }
}

/// How a child ended, and what it used.
struct ExitReport: Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }
  var reason: Reason
  /// The most memory it ever held, in bytes. Nil where that is not known: Linux counts what the parent held when it
  /// spawned the child as the child's, so a peak below that says nothing.
  var peakMemory: Int?

  var description: String {
    switch reason {
    case .exited(let status): "ended with status \(status)"
    case .signalled(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}

/// A running child with three pipes. It is killed and reaped when its owner lets go of it.
struct ChildProcess: ~Copyable {
  let id: pid_t
  let input: OwnedDescriptor
  let output: OwnedDescriptor
  let errors: OwnedDescriptor
  private let inheritedPeak: Int
  private var isReaped: Bool

  /// Starts the program in a process group of its own (a terminal's Ctrl-C is for the worker, not for its children),
  /// with no descriptor open but its three pipes, no signal blocked and none ignored.
  init(_ command: ProgramCommand) throws(FleetError) {
    let inputPipe = try Pipe()
    let outputPipe = try Pipe()
    let errorPipe = try Pipe()
    try inputPipe.writeEnd.setNonBlocking()
    try outputPipe.readEnd.setNonBlocking()
    try errorPipe.readEnd.setNonBlocking()

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputPipe.readEnd.raw, 0)
    posix_spawn_file_actions_adddup2(&actions, outputPipe.writeEnd.raw, 1)
    posix_spawn_file_actions_adddup2(&actions, errorPipe.writeEnd.raw, 2)
    clinux_spawn_close_from(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let arguments = CStrings([command.path] + command.arguments)
    let environment = CStrings(command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    var child: pid_t = 0
    let result = posix_spawn(
      &child, command.path, &actions, &attributes, arguments.pointers, environment.pointers)
    guard result == 0 else {
      throw FleetError(
        code: .startFailed, message: "cannot be started: \(String(cString: strerror(result)))", place: command.path)
    }
    // What this process held at most until the child became another program, which the child is counted to have held.
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    id = child
    input = inputPipe.takeWriteEnd()
    output = outputPipe.takeReadEnd()
    errors = errorPipe.takeReadEnd()
    inheritedPeak = usage.ru_maxrss
    isReaped = false
  }

  /// Kills the child if it still runs, and waits for its end.
  consuming func end() -> ExitReport {
    kill(id, SIGKILL)
    return reap()
  }

  private mutating func reap() -> ExitReport {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(id, &status, 0, &usage) < 0 && errno == EINTR {}
    isReaped = true
    let signal = status & 0x7f
    return ExitReport(
      reason: signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal),
      peakMemory: usage.ru_maxrss > inheritedPeak ? usage.ru_maxrss * 1024 : nil)
  }

  deinit {
    guard !isReaped else { return }
    kill(id, SIGKILL)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
  }
}

/// A C array of C strings, ended by a null pointer.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]
  init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }
  deinit { for pointer in pointers { free(pointer) } }
}
