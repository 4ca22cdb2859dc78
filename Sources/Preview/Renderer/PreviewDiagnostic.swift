import Composition
import Diagnostics

/// An error or warning of a previewed document, with its place. Messages quote the document: the reader is its author.
package struct PreviewDiagnostic: Hashable, Sendable, Codable {
  package enum Severity: String, Hashable, Sendable, Codable {
    case error, warning, note
  }

  package var severity: Severity
  /// A stable identifier, such as `ignored_declaration`.
  package var code: String
  package var message: String
  /// A template's file such as `note/style.css`, a file of the installation such as `Jobs/note.yaml`, a JSON path,
  /// `page 3`, or empty for the composed document.
  package var source: String
  /// The line, from 1; 0 if unknown.
  package var line: Int
  /// The column in bytes, from 1; 0 if unknown.
  package var column: Int

  package init(
    _ severity: Severity, code: String, message: String, source: String = "", line: Int = 0, column: Int = 0
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.source = source
    self.line = line
    self.column = column
  }

  init(_ diagnostic: Diagnostic) {
    self.init(
      diagnostic.severity == .note ? .note : .warning, code: diagnostic.code, message: diagnostic.message,
      source: diagnostic.location.source, line: diagnostic.location.line, column: diagnostic.location.column)
  }

  /// - Parameter folder: the installation's folder, which is left out of paths.
  init(_ error: CompositionError, home folder: String) {
    let place = PlaceText(error.place)
    self.init(
      .error, code: error.code.rawValue, message: error.message,
      source: place.source.hasPrefix(folder + "/") ? String(place.source.dropFirst(folder.count + 1)) : place.source,
      line: place.line, column: place.column)
  }

  /// Whether it is an error of the payload's JSON, with the line in the payload's file.
  var isAboutPayloadText: Bool { source.isEmpty && ["malformedJSON", "notText"].contains(code) }

  /// The place as in messages of the command, such as `note/style.css:3:14`.
  package var place: String {
    SourceLocation(source: source, line: line, column: column).description
  }
}

/// A place of an error as text: `note/template.html:12`, `Jobs/note.yaml:7: retry.attempts`, `line 3, column 7`,
/// `$.items[0]`.
struct PlaceText: Hashable {
  var source: String
  var line = 0
  var column = 0

  init(_ text: String) {
    source = text
    if let match = text.wholeMatch(of: /line ([0-9]{1,9})(?:(?:, column |:)([0-9]{1,9}))?/) {
      (source, line, column) = ("", Int(match.1) ?? 0, match.2.flatMap { Int($0) } ?? 0)
    } else if let match = text.wholeMatch(of: /([^$:][^:]*):([0-9]{1,9})(?::([0-9]{1,9}))?/) {
      (source, line, column) = (String(match.1), Int(match.2) ?? 0, match.3.flatMap { Int($0) } ?? 0)
    } else if let match = text.wholeMatch(of: /([^$:][^:]*\.yaml)(?::([0-9]{1,9}))?: .*/) {
      (source, line) = (String(match.1), match.2.flatMap { Int($0) } ?? 0)
    }
  }
}
