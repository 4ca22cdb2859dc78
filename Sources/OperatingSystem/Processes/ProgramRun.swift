import Glibc

/// The result of a program that ran to its end.
package struct ProgramRun: Sendable {
  package var report: ExitReport
  /// Standard output and standard error together, as UTF-8; the first 64 KiB.
  package var output: String

  /// Runs a program with `/` as its working folder and an empty standard input, and waits for its end. Blocks: call it
  /// on a dedicated thread.
  /// - Throws: `SystemError` if the program cannot be started.
  package init(_ command: ProgramCommand) throws(SystemError) {
    let started = try Self.start(command)
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(started.output.raw, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      if output.count < 65_536 { output.append(contentsOf: buffer[..<count]) }
    }
    var status: Int32 = 0
    while waitpid(started.child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError("waitpid", path: command.path) }
    }
    report = ExitReport(reason: ExitReport.Reason(status: status))
    self.output = String(decoding: output, as: UTF8.self)
  }

  /// The write end of the pipe is closed here after the start, so that the output ends with the child.
  private static func start(_ command: ProgramCommand) throws(SystemError) -> Started {
    let pipe = try Pipe()
    let writeEnd = pipe.writeEnd.raw
    // The user that the program runs as may have no access to the working folder of this process.
    let child = try spawn(command, ChildConnections(output: writeEnd, errors: writeEnd, folder: "/"))
    return Started(child: child, output: pipe.takeReadEnd())
  }

  private struct Started: ~Copyable {
    let child: pid_t
    let output: OwnedDescriptor
  }
}
