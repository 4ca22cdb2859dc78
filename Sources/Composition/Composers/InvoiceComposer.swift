import Amounts
import Dates
import Diagnostics
import Invoicing
import JSON

/// Composes an invoice: the page and the XML are made of one `Invoice`, which is checked and computed before.
enum InvoiceComposer {
  static func compose(
    _ payload: JSONValue, _ kind: JobKind, _ template: Template
  ) throws(CompositionError) -> HTMLDocument {
    let fields = try Fields(payload)
    let invoice = try invoice(payload, kind)
    let format = try fields.format()
    var values = InvoiceValues(invoice, format, template.strings).values
    values["logo_image"] = .optional(try fields.optionalString("logo"))
    if invoice.profile == nil { values.merge(try statedTexts(fields)) { $1 } }

    var document = try template.document(values, format: format)
    document.pageSize = try fields.pageSize() ?? kind.pageSize
    document.isTagged = kind.isTagged
    if let conformance = kind.conformance { document.conform(to: conformance) }
    document.metadata.title = InvoiceValues.title(invoice, format, template.strings) + " " + invoice.number
    document.metadata.author = invoice.seller.lines.first ?? ""
    document.metadata.created = try fields.timestamp("date")
    document.warnings += invoice.warnings.map(Diagnostic.init)
    if let profile = invoice.profile {
      if profile.isHybrid { try document.attach(invoice, profile) } else { document.einvoice = invoice }
    }
    return document
  }

  private static func invoice(_ payload: JSONValue, _ kind: JobKind) throws(CompositionError) -> Invoice {
    let asksForXML = if case .object(let object) = payload { object["einvoice"] ?? .null != .null } else { false }
    do {
      return try InvoiceReader.read(payload, profile: asksForXML ? nil : kind.einvoice)
    } catch {
      throw CompositionError(error)
    }
  }

  /// Texts that are printed as the payload states them.
  private static func statedTexts(_ fields: Fields) throws(CompositionError) -> [String: TemplateValue] {
    var values: [String: TemplateValue] = [:]
    if fields["notes"] == nil {
      let remark = try fields.lines("remark")
      values = ["remark": .lines(remark), "has_remark": .flag(!remark.isEmpty)]
    }
    let method = try fields.lines("payment_method")
    if !method.isEmpty {
      values["payment_method"] = .lines(method)
      values["has_payment_method"] = .flag(true)
    }
    return values
  }
}

extension CompositionError {
  /// The error for all violations, with the place of the first.
  init(_ error: InvoiceError) {
    guard let first = error.violations.first else {
      self.init(.invalidValue, "the payload is not an invoice", at: "$")
      return
    }
    let code: Code =
      switch first.code {
      case .missingField: .missingField
      case .wrongType: .wrongType
      case .invalidValue, .unknownMember: .invalidValue
      case .totalMismatch: .totalMismatch
      }
    let others = error.violations.dropFirst().map { "\n\($0)" }.joined()
    self.init(code, first.text + others, at: first.path.description)
  }
}

extension Diagnostic {
  init(_ violation: InvoiceViolation) {
    self.init(
      violation.code == .unknownMember ? "unknown_field" : "invoice_rule", violation.text,
      at: SourceLocation(source: violation.path.description))
  }
}
