/// An error in reading, checking or writing a PDF.
package struct PDFError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// The PDF header is missing.
    case notPDF
    /// The bytes are not a valid PDF object.
    case syntax
    /// The cross-reference chain is damaged.
    case crossReference
    /// A stream cannot be decoded.
    case stream
    /// The page tree is damaged.
    case pageTree
    /// The structure tree is damaged.
    case structure
    /// The file is encrypted, and the operation needs its clear text.
    case encrypted
    /// A signature forbids the change.
    case signed
    /// A segment does not fit the preceding bytes.
    case segment
    /// Profiles of PDF/A or PDF/UA are unknown, or contradict each other.
    case conformance
    /// One of `PDFLimits` was exceeded.
    case limit
    /// A system call to read or write the file failed.
    case io
  }

  package var code: Code
  /// A sentence for a person.
  package var message: String
  /// The byte offset in the file, if the error concerns one.
  package var offset: Int?

  package init(code: Code, message: String, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  package var description: String { offset.map { "\(message) (at byte \($0))" } ?? message }

  static func syntax(_ message: String, at offset: Int) -> PDFError {
    PDFError(code: .syntax, message: message, offset: offset)
  }

  static func crossReference(_ message: String, at offset: Int) -> PDFError {
    PDFError(code: .crossReference, message: message, offset: offset)
  }
}
