import Glibc

/// A running child process with three pipes. It is killed and reaped when its owner is destroyed.
package struct ChildProcess: ~Copyable {
  package let id: pid_t
  package let input: OwnedDescriptor
  package let output: OwnedDescriptor
  package let errors: OwnedDescriptor
  private let inheritedPeak: Int
  private var isReaped: Bool

  /// Starts the program in its own process group. This process's ends of the pipes do not block.
  /// - Parameter isIsolated: starts the program in its own namespaces (`spawnIsolated`) if the kernel allows it.
  package init(_ command: ProgramCommand, isIsolated: Bool = false) throws(SystemError) {
    let inputPipe = try Pipe()
    let outputPipe = try Pipe()
    let errorPipe = try Pipe()
    try inputPipe.writeEnd.setNonBlocking()
    try outputPipe.readEnd.setNonBlocking()
    try errorPipe.readEnd.setNonBlocking()
    let connections = ChildConnections(
      input: inputPipe.readEnd.raw, output: outputPipe.writeEnd.raw, errors: errorPipe.writeEnd.raw, leadsGroup: true)
    if isIsolated, let child = spawnIsolated(command, connections) {
      id = child
    } else {
      id = try spawn(command, connections)
    }
    // On Linux, the peak memory reported for a child is at least that of this process when it started the child.
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    inheritedPeak = usage.ru_maxrss
    input = inputPipe.takeWriteEnd()
    output = outputPipe.takeReadEnd()
    errors = errorPipe.takeReadEnd()
    isReaped = false
  }

  /// Kills the child if it still runs, and waits for its end.
  package consuming func end() -> ExitReport {
    kill(id, SIGKILL)
    return reap()
  }

  private mutating func reap() -> ExitReport {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(id, &status, 0, &usage) < 0 && errno == EINTR {}
    isReaped = true
    return ExitReport(
      reason: ExitReport.Reason(status: status),
      peakMemory: usage.ru_maxrss > inheritedPeak ? usage.ru_maxrss * 1024 : nil)
  }

  deinit {
    guard !isReaped else { return }
    kill(id, SIGKILL)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
  }
}
