/// An error for which a document cannot be written as a Word document.
package struct WordError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// A table has more columns than Word allows.
    case tooManyColumns
    /// The document exceeds a limit of `WordDocument.Limits`.
    case tooLarge
    /// libzip failed.
    case packaging
  }
  package var code: Code
  /// One sentence for a person, without the location.
  package var message: String
  /// The source line of the element, from 1, if known.
  package var line: Int?

  package init(_ code: Code, _ message: String, line: Int? = nil) {
    self.code = code
    self.message = message
    self.line = line
  }
}
