import Application
import ArgumentParser
import Composition
import Foundation
import Invoicing
import JSON
import OperatingSystem
import PDF

struct EInvoiceShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Make a readable PDF of a received e-invoice.",
    discussion: "Amounts are printed as the XML states them; those that do not add up are warnings.")

  @Argument(help: "The invoice: CII or UBL, or a PDF that contains one; '-' for stdin.")
  var input: String

  @Option(name: .shortAndLong, help: "The PDF to write; '-' for stdout.")
  var output: String?

  @Flag(help: "Print the invoice as payload instead.")
  var json = false

  @Option(help: "The kind whose template shows the invoice.")
  var kind = "invoice"

  @Option(help: "The language of the page, such as de-DE.")
  var locale = "en-US"

  func validate() throws {
    guard json != (output != nil) else {
      throw ValidationError("Name the PDF with -o, or print the payload with --json.")
    }
  }

  func run() throws {
    let payload: JSONValue
    do {
      payload = try InvoiceXML.payload(try ReceivedInvoice.xml(in: try read(input)))
    } catch let error as InvoiceXMLError {
      throw Failure(error.message, place: input, status: Failure.badInput)
    } catch let error as PDFError {
      throw Failure(error.description, place: input, status: Failure.badInput)
    }
    if json { return print(payload.text) }
    guard let output else { return }
    let bytes = Array(InvoiceXML.printable(payload, locale: locale).text.utf8)
    let source = DocumentSource(.payload(kind: kind), bytes: bytes, name: input)
    try withLargeStack { Result { try show(source, output) } }.get()
  }

  private func show(_ source: DocumentSource, _ output: String) throws {
    let renderer = DirectRenderer(Installation())
    let document = try renderer.render(try renderer.compose(source))
    for warning in document.warnings { printMessage("warning: \(Table.printable(warning.description))") }
    try write(document.pdf, to: output)
  }
}
