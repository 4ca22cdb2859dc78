import Glibc
import OperatingSystem

/// Runs PostgreSQL's server programs and the shell commands that go with them.
enum ServerCommand {
  struct Outcome {
    /// The exit status; 128 + the signal's number if a signal ended the program.
    var status: Int32
    /// Standard output and error together; the first 64 KiB.
    var output: String
  }

  /// Runs a command to its end. Blocks: call it on a dedicated thread.
  /// - Throws: `PostgresError` if the program cannot be started.
  static func run(_ command: [String]) throws(PostgresError) -> Outcome {
    // PG… variables would change the behaviour of the server programs.
    let path =
      getenv("PATH").map { String(cString: $0) } ?? "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    let program = ProgramCommand(
      path: command[0], arguments: Array(command.dropFirst()),
      environment: ["PATH": path, "LC_ALL": "C", "HOME": "/"])
    do throws(SystemError) {
      let run = try ProgramRun(program)
      return Outcome(status: run.report.shellStatus, output: run.output.trimmed)
    } catch {
      throw PostgresError(code: .clusterFailed, message: "cannot run \(command[0]): \(error.reason)")
    }
  }
}
