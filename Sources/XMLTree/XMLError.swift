/// An error for which XML was refused.
package struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// The bytes are not well-formed XML.
    case malformed
    /// The document has a document type declaration, which could declare entities.
    case documentType
    /// A limit is exceeded.
    case tooLarge
  }
  package var code: Code
  package var message: String
  /// The line, from 1; 0 if it is unknown.
  package var line: Int

  package var description: String { line > 0 ? "line \(line): \(message)" : message }
}
