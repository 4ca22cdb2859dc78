import ArgumentParser
import Invoicing
import JSON

/// E-invoices (docs/invoices.md), without a queue.
struct EInvoice: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "einvoice",
    abstract: "Check, write and show e-invoices (EN 16931).",
    subcommands: [EInvoiceCheck.self, EInvoiceWrite.self, EInvoiceShow.self])
}

extension InvoiceProfile: ExpressibleByArgument {}
extension InvoiceProfile.Syntax: ExpressibleByArgument {}

/// The payload in a file: its JSON, or the member `payload` of a job file.
func invoicePayload(_ path: String) throws -> JSONValue {
  do {
    let value = try JSONParser.parse(try read(path))
    if case .object(let object) = value, object["kind"] != nil, let payload = object["payload"] { return payload }
    return value
  } catch let error as JSONError {
    throw Failure(
      error.message, place: error.place.isEmpty ? path : "\(path): \(error.place)", status: Failure.badInput)
  }
}
