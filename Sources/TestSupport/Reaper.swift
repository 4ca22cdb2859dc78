import CLinux
import Glibc
import Postgres

/// Cleans up after the test process, however it ends: a shell that waits for the end of a pipe, which the kernel closes
/// with this process.
package enum Reaper {
  /// Creates a temporary folder for a private cluster (in its subfolder `postgres`). When this process ends, the server
  /// is stopped and the folder removed.
  package static func makeFolder() throws -> String {
    var template = Array((ClusterStorage.folder + "/pressrun-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw failure(errno) }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The server may run as another user.
    chmod(folder, 0o755)
    try watch(folder)
    return folder
  }

  /// Starts the shell that stops the server in `folder` and removes the folder after the end of this process.
  private static func watch(_ folder: String) throws {
    var ends: [Int32] = [0, 0]
    // Children of this process must not inherit the write end, or the shell would wait for their end too.
    guard clinux_pipe2(&ends, O_CLOEXEC) == 0 else { throw failure(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Regression: Foundation's `Process` detects the end of a child by a socket that closes. A reaper that had
    // inherited the other end of that socket kept this process waiting for the child for ever.
    clinux_spawn_close_from(&actions, 3)
    let script = """
      cat
      pid=$(head -n 1 "$0/postgres/data/postmaster.pid") && kill -QUIT "$pid"
      while [ -n "$pid" ] && kill -0 "$pid"; do sleep 0.05; done
      rm -rf "$(readlink -f "$0/postgres")" "$0"
      """
    // A new session, so that Ctrl-C on the terminal does not reach the shell.
    let command: [String] = ["setsid", "sh", "-c", script, folder]
    let arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let error = posix_spawnp(&process, "setsid", &actions, nil, arguments, environ)
    close(ends[0])
    guard error == 0 else { throw failure(error) }
  }

  private static func failure(_ error: Int32) -> PostgresError {
    PostgresError(code: .clusterFailed, message: "no folder for a test server: \(String(cString: strerror(error)))")
  }
}
