import CLinux
import Glibc
import Postgres

/// Cleans up after the test process, however that ends: a shell that waits on a pipe which nobody writes to, and which
/// the system closes with this process.
package enum Guardian {
  /// A temporary folder for a private cluster (in its subfolder `postgres`), gone with the process, as is the server.
  package static func makeFolder() throws -> String {
    var template = Array("/tmp/pressrun-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw failure(errno) }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // A server that does not run as this user must get there.
    chmod(folder, 0o755)
    try watch(folder)
    return folder
  }

  /// Stops the server in `folder` and removes the folder once this process is gone.
  private static func watch(_ folder: String) throws {
    var ends: [Int32] = [0, 0]
    // Only we may hold the writing end, or the guardian would wait for our children too.
    guard clinux_pipe2(&ends, O_CLOEXEC) == 0 else { throw failure(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // It lives as long as we do. Foundation's `Process` learns of a child's end by a socket that closes: a guardian that had
    // come by that socket's other end kept us waiting for the child for ever, and was itself waiting for us.
    clinux_spawn_close_from(&actions, 3)
    let script = """
      cat
      pid=$(head -n 1 "$0/postgres/data/postmaster.pid") && kill -QUIT "$pid"
      while [ -n "$pid" ] && kill -0 "$pid"; do sleep 0.05; done
      rm -rf "$(readlink -f "$0/postgres")" "$0"
      """
    // A session of its own, which a Ctrl-C on the terminal does not reach.
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
