import Glibc

/// The exit status of a child process, and the resources it used.
package struct ExitReport: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)

    /// - Parameter status: as `waitpid` reports it.
    package init(status: Int32) {
      let signal = status & 0x7f
      self = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }
  }
  package var reason: Reason
  /// The most memory that the process held at any time, in bytes; nil if that is not known: Linux counts the memory
  /// that the parent held at the time of the start as the child's, so a smaller peak cannot be measured.
  package var peakMemory: Int?

  package init(reason: Reason, peakMemory: Int? = nil) { (self.reason, self.peakMemory) = (reason, peakMemory) }

  package var description: String {
    switch reason {
    case .exited(let status): "ended with status \(status)"
    case .signalled(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }

  /// The exit status as reported by a shell: the status, or 128 and the signal's number.
  package var shellStatus: Int32 {
    switch reason {
    case .exited(let status): status
    case .signalled(let signal): 128 + signal
    }
  }
}
