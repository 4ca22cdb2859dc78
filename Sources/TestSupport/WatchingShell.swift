import CLinux
import Glibc

/// A shell that reads a pipe, which the kernel closes with this process.
enum WatchingShell {
  /// Starts a shell in a session of its own, so that Ctrl-C on the terminal does not reach it. Its script waits for the
  /// end of this process by `cat`.
  /// - Parameter command: `setsid` with its arguments.
  /// - Returns: the number of the process, and the end of the pipe whose closing ends `cat`; or `errno`.
  static func start(_ command: [String]) -> Result<(process: pid_t, pipe: Int32), Failure> {
    var ends: [Int32] = [0, 0]
    // Children of this process must not inherit the write end, or the shell would wait for their end too.
    guard clinux_pipe2(&ends, O_CLOEXEC) == 0 else { return .failure(Failure(errno: errno)) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Regression: Foundation's `Process` detects the end of a child by a socket that closes. A shell that had inherited
    // the other end of that socket kept this process waiting for the child for ever.
    clinux_spawn_close_from(&actions, 3)
    let arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let error = posix_spawnp(&process, command[0], &actions, nil, arguments, environ)
    close(ends[0])
    guard error == 0 else {
      close(ends[1])
      return .failure(Failure(errno: error))
    }
    return .success((process, ends[1]))
  }

  struct Failure: Error, CustomStringConvertible {
    var errno: Int32
    var description: String { String(cString: strerror(errno)) }
  }
}
