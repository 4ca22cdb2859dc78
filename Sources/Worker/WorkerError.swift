/// An error that keeps a worker from working, whatever the job.
package struct WorkerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// Artifacts cannot be stored.
    case storeUnavailable
  }
  package var code: Code
  /// The cause, for a person.
  package var message: String

  package init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
