import Resources
import Style
import TextShaping

/// Sets a styled document on pages.
package struct LayoutEngine {
  package static func layOut(
    _ document: StyledDocument, shaper: TextShaper, images: ImageStore
  ) throws(LayoutError) -> LaidOutDocument {
    throw LayoutError(code: .tooManyPages, message: "", line: nil)
  }
}

/// Why a document could not be set.
package struct LayoutError: Error, Hashable, Sendable {
  package enum Code: String, Sendable { case tooManyBoxes, tooManyPages, tooDeep, tooManySpans, timedOut }
  package var code: Code
  package var message: String
  package var line: Int?
  package init(code: Code, message: String, line: Int?) {
    self.code = code
    self.message = message
    self.line = line
  }
}
