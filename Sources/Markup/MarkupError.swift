/// The reason why markup could not be parsed.
package struct MarkupError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Code: String, Sendable { case tooManyNodes, tooDeep, tooLarge, malformed }
  package var code: Code
  package var message: String
  /// The source line, from 1; `nil` if unknown.
  package var line: Int?
  package init(code: Code, message: String, line: Int? = nil) {
    self.code = code
    self.message = message
    self.line = line
  }
}
