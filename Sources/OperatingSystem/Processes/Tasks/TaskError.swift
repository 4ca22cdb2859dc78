import Glibc

/// The error of a process for a single task that gave no result, or of its input.
package struct TaskError: Error, Hashable, Sendable, CustomStringConvertible {
  package var reason: String
  /// The start of the process's output on standard error, in one line.
  package var output: String
  package var cause: Cause

  /// Why a process gave no result.
  package enum Cause: Hashable, Sendable {
    /// It failed by itself.
    case failure
    /// It was ended because it took too long, by the clock or in time of the processor.
    case tooSlow
    /// It was ended by another process, or by the system because the machine or its control group had no memory left.
    case killed
  }

  package init(_ reason: String, output: String = "", cause: Cause = .failure) {
    self.reason = reason
    self.output = output
    self.cause = cause
  }

  package var description: String { output.isEmpty ? reason : output }
}

extension TaskError.Cause {
  init(_ reason: ExitReport.Reason) {
    switch reason {
    case .signalled(SIGXCPU): self = .tooSlow
    // A fault of the process itself ends it by other signals.
    case .signalled(SIGKILL), .signalled(SIGTERM), .signalled(SIGINT), .signalled(SIGHUP): self = .killed
    default: self = .failure
    }
  }
}
