import CLibPQ
import Glibc

/// Runs a program to its end and keeps what it says.
enum Subprocess {
  struct Outcome {
    /// The exit status; 128 + the signal's number where a signal ended it.
    var status: Int32
    /// Standard output and error together; the first 64 kB.
    var output: String
  }

  /// Runs with `/` as the working folder, an empty standard input and no open files of this process.
  ///
  /// Blocks: call it on a thread of its own.
  /// - Throws: `PostgresError` where the program cannot be started.
  static func run(_ command: [String]) throws(PostgresError) -> Outcome {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw failure("no pipe", errno) }
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, writing, 1)
    posix_spawn_file_actions_adddup2(&actions, writing, 2)
    // The server outlives us, and must not hold our locks, pipes and sockets.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    // Ours may be closed to the user that the program runs as.
    posix_spawn_file_actions_addchdir_np(&actions, "/")

    // PG… variables would lead the server programs astray.
    let path =
      getenv("PATH").map { String(cString: $0) } ?? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    let arguments = command.map { strdup($0) } + [nil]
    let variables: [String] = ["PATH=\(path)", "LC_ALL=C", "HOME=/"]
    let environment = variables.map { strdup($0) } + [nil]
    defer { for pointer in arguments + environment { free(pointer) } }

    var process = pid_t()
    let error = posix_spawnp(&process, command[0], &actions, nil, arguments, environment)
    close(writing)
    guard error == 0 else { throw failure("cannot run \(command[0])", error) }

    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(reading, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      if output.count < 65_536 { output.append(contentsOf: buffer[..<count]) }
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw failure("lost \(command[0])", errno) }
    }
    let signal = status & 0x7f
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: String(decoding: output, as: UTF8.self).trimmed
    )
  }

  private static func failure(_ what: String, _ error: Int32) -> PostgresError {
    PostgresError(code: .clusterFailed, message: "\(what): \(String(cString: strerror(error)))")
  }
}
