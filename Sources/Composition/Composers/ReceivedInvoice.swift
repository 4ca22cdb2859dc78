import Diagnostics
import Invoicing
import PDF

/// The XML of an e-invoice that was received: the file itself, or the XML in a hybrid PDF.
package enum ReceivedInvoice {
  /// The names of the XML in the order of preference (Factur-X 1.07, 6.2.2; XRechnung; ZUGFeRD 2.0).
  private static let fileNames = ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml"]
  /// PDF readers look for the header in these first bytes (ISO 32000-1, annex H.3, note 13).
  private static let headerWindow = 1024

  /// - Throws: `PDFError` if the PDF cannot be read; `InvoiceXMLError` if it contains no e-invoice.
  package static func xml(in bytes: [UInt8]) throws -> [UInt8] {
    guard isPDF(bytes) else { return bytes }
    let file = try PDFFile(bytes: bytes)
    let files = try file.embeddedFiles()
    for name in fileNames {
      if let invoice = files.first(where: { $0.name.lowercased() == name }) { return try file.data(of: invoice) }
    }
    let found = files.isEmpty ? "no files" : files.prefix(10).map { Quotation.of($0.name) }.joined(separator: ", ")
    throw InvoiceXMLError(
      .notFound, "the PDF contains no e-invoice: expected \(fileNames.joined(separator: ", ")), found \(found)")
  }

  private static func isPDF(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(headerWindow).firstRange(of: Array("%PDF-".utf8)) != nil
  }
}
