import ArgumentParser
import Invoicing

struct EInvoiceWrite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Write the XML of an e-invoice, if its payload is valid.")

  @Argument(help: "The payload, or a job file as in Jobs/examples; '-' for stdin.")
  var input: String

  @Option(name: .shortAndLong, help: "The XML file to write; '-' for stdout.")
  var output = "-"

  @Option(help: "The profile, instead of the payload's einvoice.")
  var profile: InvoiceProfile?

  @Option(help: "The syntax of the XML. Default: the profile's.")
  var syntax: InvoiceProfile.Syntax?

  func run() throws {
    do {
      let invoice = try InvoiceReader.read(try invoicePayload(input), profile: profile)
      guard invoice.profile != nil else {
        throw Failure(
          "the payload asks for no e-invoice", place: "$.einvoice", hint: "name a profile with --profile",
          status: Failure.badInput)
      }
      for warning in invoice.warnings { printMessage("warning: \(warning)") }
      try write(invoice.xml(syntax), to: output)
    } catch let error as InvoiceError {
      throw Failure(error.description, status: Failure.badInput)
    }
  }
}
