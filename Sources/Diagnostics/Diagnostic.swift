/// A warning about the input of a job, from any stage, with its place.
///
/// Every stage (markup, style, text, layout, paint, annotations) reports problems that do not stop the job as
/// diagnostics. A problem that stops the job is an error of the module that found it.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  package enum Severity: String, Hashable, Sendable, Comparable {
    /// The document is complete; the author may want to know.
    case note
    /// Part of the input was ignored or replaced.
    case warning

    package static func < (a: Severity, b: Severity) -> Bool { a == .note && b == .warning }
  }

  package var severity: Severity
  /// A stable identifier for programs, in lower case with underscores, such as `missing_character`.
  package var code: String
  /// One sentence for a person, without the location.
  package var message: String
  package var location: SourceLocation

  package init(
    _ code: String, _ message: String, at location: SourceLocation = SourceLocation(), severity: Severity = .warning
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.location = location
  }

  /// The location, if known, and the message.
  package var description: String {
    let place = location.description
    return place.isEmpty ? message : "\(place): \(message)"
  }
}
