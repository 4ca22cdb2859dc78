/// The reason why a document cannot be laid out.
package struct LayoutError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    case tooManyBoxes, tooManyPages, tooManyFragments, tooManyColumns, tooManyPasses, tookTooLong
    /// Content that cannot be broken is too many pages high.
    case tooManySlices
  }
  package var code: Code
  package var message: String
  /// The source line of the element, from 1, if known.
  package var line: Int?
  package init(code: Code, message: String, line: Int?) {
    self.code = code
    self.message = message
    self.line = line
  }
}
