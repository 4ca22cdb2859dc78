/// Why a PDF could not be read, checked or appended to.
package struct PDFError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// There is no PDF header.
    case notPDF
    /// Bytes that are no PDF object where one must stand.
    case syntax
    /// The cross-reference chain does not hold.
    case crossReference
    /// A stream cannot be decoded.
    case stream
    /// The page tree cannot be walked.
    case pageTree
    /// The file is encrypted where its clear text is needed.
    case encrypted
    /// A signature forbids the change.
    case signed
    /// A segment does not fit what precedes it.
    case segment
    /// One of `PDFLimits` was passed.
    case limit
    /// The operating system could not read or write the file.
    case io
  }

  package var code: Code
  package var message: String
  /// Bytes from the beginning of the file, where the fault has a place.
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
