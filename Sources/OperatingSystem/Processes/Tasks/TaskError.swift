/// The error of a process for a single task that gave no result, or of its input.
package struct TaskError: Error, Hashable, Sendable, CustomStringConvertible {
  package var reason: String
  /// The start of the process's output on standard error, in one line.
  package var output: String
  /// Whether the process was ended because it took too long, by the clock or in time of the processor.
  package var isTooSlow: Bool

  package init(_ reason: String, output: String = "", isTooSlow: Bool = false) {
    self.reason = reason
    self.output = output
    self.isTooSlow = isTooSlow
  }

  package var description: String { output.isEmpty ? reason : output }
}
