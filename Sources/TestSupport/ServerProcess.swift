import Foundation
import Glibc
import OperatingSystem
import Synchronization

/// A server program that a test has started, in a temporary folder. It is stopped by `stop`, when the owner is
/// destroyed, and at the latest when the test process ends, however that happens.
package final class ServerProcess: Sendable {
  package enum Readiness: Sendable {
    /// The server accepts connections on this port of 127.0.0.1.
    case port(Int)
    /// The server's output contains this text.
    case output(String)
  }

  /// The server's working directory, which is removed with it.
  package let folder: String
  private let state: Mutex<State>

  private struct State {
    var watcher: pid_t
    /// The write end of the pipe whose end makes the watcher stop the server.
    var pipe: Int32
  }

  /// Starts `command` and waits until it is ready.
  /// - Parameters:
  ///   - command: the program, looked up in `PATH`, and its arguments; `FOLDER` in an argument is replaced by the
  ///     folder.
  ///   - files: files to create in the folder first, by their names; `FOLDER` in their text is replaced too.
  ///   - ready: what to wait for, without a limit.
  /// - Throws: `ServerProcessError` with the server's output if it ends before it is ready.
  package init(
    _ command: [String], environment: [String: String] = [:], files: [String: String] = [:], ready: Readiness
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/pressrun-server-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      let path = folder + "/" + name
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.replacing("FOLDER", with: folder).write(toFile: path, atomically: false, encoding: .utf8)
    }
    self.folder = folder
    let variables = environment.map { "\($0.key)=\($0.value.replacing("FOLDER", with: folder))" }
    state = Mutex(
      try Self.spawn(["env"] + variables + command.map { $0.replacing("FOLDER", with: folder) }, folder: folder))
    try await wait(for: ready, command)
  }

  deinit { stop() }

  /// The output of the server so far: standard output and standard error.
  package var output: String {
    String(decoding: FileManager.default.contents(atPath: folder + "/output") ?? Data(), as: UTF8.self)
  }

  /// The process ID of the server; nil if it was stopped.
  package var id: pid_t? {
    (try? String(contentsOfFile: folder + "/pid", encoding: .utf8)).flatMap {
      pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// Stops the server, waits for its end, and removes the folder.
  package func stop() {
    let watcher = state.withLock { state in
      if state.pipe >= 0 { close(state.pipe) }
      state.pipe = -1
      defer { state.watcher = 0 }
      return state.watcher
    }
    guard watcher > 0 else { return }
    var status: Int32 = 0
    while waitpid(watcher, &status, 0) < 0 && errno == EINTR {}
  }

  /// Asks again and again, because the kernel does not notify of ports on which another process begins to listen.
  private func wait(for ready: Readiness, _ command: [String]) async throws {
    while true {
      switch ready {
      case .port(let port): if Self.accepts(port) { return }
      case .output(let text): if output.contains(text) { return }
      }
      if FileManager.default.fileExists(atPath: folder + "/ended") {
        throw ServerProcessError(message: "\(command.joined(separator: " ")) ended", output: output)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Starts a shell that starts the server and stops it when this process closes a pipe or ends.
  private static func spawn(_ command: [String], folder: String) throws -> State {
    let script = """
      folder=$1
      shift
      cd "$folder" || exit
      ( "$@" >output 2>&1 </dev/null &
        echo "$!" >pid; wait "$!"; : >ended ) &
      cat
      while ! [ -s pid ]; do sleep 0.01; done
      server=$(cat pid)
      kill -CONT "$server"; kill -TERM "$server"
      for _ in 1 2 3 4 5 6 7 8 9 10; do [ -e ended ] && break; sleep 0.1; done
      kill -KILL "$server"
      cd / && rm -rf "$folder"
      pkill -KILL -s 0
      """
    // In a session of its own, all processes of the server can be killed together.
    switch WatchingShell.start(["setsid", "-w", "sh", "-c", script, "sh", folder] + command) {
    case .success(let shell): return State(watcher: shell.process, pipe: shell.pipe)
    case .failure(let error): throw failure(error.errno)
    }
  }

  private static func failure(_ error: Int32) -> ServerProcessError {
    ServerProcessError(message: "cannot start a server: \(String(cString: strerror(error)))", output: "")
  }
}

/// A server for a test did not start.
package struct ServerProcessError: Error, CustomStringConvertible {
  package var message: String
  /// The output of the server so far.
  package var output: String
  package var description: String { output.isEmpty ? message : "\(message):\n\(output.suffix(4000))" }
}
