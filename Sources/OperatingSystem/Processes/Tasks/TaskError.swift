/// The error of a process for a single task that gave no result, or of its input.
package struct TaskError: Error, Hashable, Sendable, CustomStringConvertible {
  package var reason: String
  /// The start of the process's output on standard error, in one line.
  package var output: String

  package init(_ reason: String, output: String = "") {
    self.reason = reason
    self.output = output
  }

  package var description: String { output.isEmpty ? reason : output }
}
