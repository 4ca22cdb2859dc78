import ArgumentParser
import Foundation
import Invoicing

struct EInvoiceCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a payload against the rules of EN 16931 and of its profile.",
    discussion: "Prints one line for each violation. Exit status: 0 valid, 1 not valid.")

  @Argument(help: "The payload, or a job file as in Jobs/examples; '-' for stdin.")
  var input: String

  @Option(help: "The profile, instead of the payload's einvoice.")
  var profile: InvoiceProfile?

  @Flag(help: "Print one JSON object per violation.")
  var json = false

  func run() throws {
    let payload = try invoicePayload(input)
    do {
      try report(InvoiceReader.read(payload, profile: profile).warnings)
    } catch let error as InvoiceError {
      try report(error.violations)
      throw ExitCode(Failure.failed)
    }
  }

  private func report(_ violations: [InvoiceViolation]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for violation in violations {
      let line =
        json
        ? String(decoding: try encoder.encode(Record(violation)), as: UTF8.self)
        : Table.printable("\(violation.severity.rawValue): \(violation)")
      print(line)
    }
  }

  private struct Record: Encodable {
    var severity, code, path, message: String
    var rule, term, stated, computed: String?

    init(_ violation: InvoiceViolation) {
      severity = violation.severity.rawValue
      code = violation.code.rawValue
      path = violation.path.description
      message = violation.message
      rule = violation.rule
      term = violation.term
      stated = violation.stated
      computed = violation.computed
    }
  }
}
