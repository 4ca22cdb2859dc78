import XMLTree

/// An error in reading an invoice in XML.
package struct InvoiceXMLError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable {
    case malformed, tooLarge
    /// The document is neither CII nor UBL.
    case unknownSyntax
    /// A PDF that contains no e-invoice.
    case notFound
  }
  package var code: Code
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }

  init(_ error: XMLError) {
    switch error.code {
    case .malformed: self.init(.malformed, "the file is not well-formed XML (line \(error.line))")
    case .documentType:
      self.init(.malformed, "the file has a document type declaration, which invoices do not have")
    case .tooLarge: self.init(.tooLarge, error.message)
    }
  }
}
