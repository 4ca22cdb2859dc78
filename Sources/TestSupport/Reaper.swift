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
    let script = """
      cat
      pid=$(head -n 1 "$0/postgres/data/postmaster.pid") && kill -QUIT "$pid"
      while [ -n "$pid" ] && kill -0 "$pid"; do sleep 0.05; done
      rm -rf "$(readlink -f "$0/postgres")" "$0"
      """
    if case .failure(let error) = WatchingShell.start(["setsid", "sh", "-c", script, folder]) {
      throw failure(error.errno)
    }
  }

  private static func failure(_ error: Int32) -> PostgresError {
    PostgresError(code: .clusterFailed, message: "no folder for a test server: \(String(cString: strerror(error)))")
  }
}
