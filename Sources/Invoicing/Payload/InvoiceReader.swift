import Amounts
import Diagnostics
import JSON

/// Reads an invoice from a payload: its values with defaults, its amounts, and its rules.
package struct InvoiceReader {
  /// The number of items of an invoice.
  static let lineLimit = 100_000

  let root: PayloadObject
  let log: ViolationLog
  let profile: InvoiceProfile?
  let currency: Currency
  let rounding: ExactDecimal.Rounding
  /// Whether stated amounts are used (`"amounts": "stated"`): a received invoice is printed unchanged, and a difference
  /// from the computed amounts is only a warning.
  let usesStatedAmounts: Bool

  /// Reads and checks a payload.
  ///
  /// - Parameters:
  ///   - profile: takes precedence over the payload's `einvoice`.
  ///   - ignoring: members of the payload that other code reads.
  /// - Throws: all violations, at most `ViolationLog.limit`.
  package static func read(
    _ payload: JSONValue, profile: InvoiceProfile? = nil, ignoring: Set<String> = []
  ) throws(InvoiceError) -> Invoice {
    let log = ViolationLog()
    guard let probe = PayloadObject(payload, at: .root, log, isStrict: false) else {
      throw InvoiceError(violations: log.errors)
    }
    let request = ProfileRequest(probe, log)
    let isStrict = profile != nil || request.profile != nil || !log.errors.isEmpty
    guard let root = PayloadObject(payload, at: .root, log, isStrict: isStrict) else {
      throw InvoiceError(violations: log.errors)
    }
    root.allow("einvoice", "logo", "locale", "page_size", "total", "payable")
    for name in ignoring { root.allow(name) }
    let reader = InvoiceReader(root, log, profile ?? request.profile)
    var invoice = reader.invoice()
    invoice.attachesPDF = request.attachesPDF
    invoice.process = request.process ?? invoice.profile?.process
    root.reportUnknown()
    log.closeReading()
    InvoiceRules(invoice, log).check()
    guard log.errors.isEmpty else { throw InvoiceError(violations: log.errors) }
    invoice.warnings = log.warnings
    return invoice
  }

  private init(_ root: PayloadObject, _ log: ViolationLog, _ profile: InvoiceProfile?) {
    self.root = root
    self.log = log
    self.profile = profile
    currency = Self.currency(root)
    rounding = Self.rounding(root)
    usesStatedAmounts = Self.usesStatedAmounts(root)
  }

  private func invoice() -> Invoice {
    let number = root.filledText("number", rule: profile.map { _ in "BR-02" })
    if !root.has("date") {
      log.error(
        .missingField, "missing; expected a date", rule: profile.map { _ in "BR-03" }, at: root.path(of: "date"))
    }
    let zero = ExactDecimal(mantissa: 0, scale: currency.minorDigits)
    var invoice = Invoice(
      profile: profile, number: number, date: root.day("date") ?? .unknown, currency: currency,
      totals: .init(lines: zero, net: zero, tax: zero, gross: zero, payable: zero))
    invoice.type = type()
    invoice.language = root.text("locale") ?? "en-US"
    invoice.due = root.day("due")
    invoice.taxPoint = taxPoint()
    invoice.references = references()
    invoice.notes = notes()
    invoice.seller = party("sender", .seller) ?? Party()
    invoice.buyer = party("recipient", .buyer) ?? Party()
    invoice.payee = party("payee", .payee)
    invoice.taxRepresentative = party("tax_representative", .taxRepresentative)
    invoice.delivery = delivery()
    invoice.period = period(root)
    invoice.payment = payment(number: number)
    invoice.attachments = attachments()
    readAmounts(&invoice)
    return invoice
  }

  private func type() -> DocumentType {
    guard let text = root.text("type") else { return .invoice }
    guard let type = DocumentType(text) else {
      let names = DocumentType.named.keys.sorted().joined(separator: ", ")
      log.error(
        .invalidValue, "unknown type \(Quotation.of(text)); expected \(names), or a code of UNTDID 1001",
        rule: "BR-CL-01", at: root.path(of: "type"))
      return .invoice
    }
    return type
  }

  private func taxPoint() -> Invoice.TaxPoint? {
    guard let text = root.text("tax_point") else { return nil }
    if let event = Invoice.TaxEvent(rawValue: text) { return .event(event) }
    if let day = Day(text) { return .day(day) }
    log.error(
      .invalidValue, "expected a date, or one of invoice, delivery, payment, found \(Quotation.of(text))",
      rule: "BR-CO-03", at: root.path(of: "tax_point"))
    return nil
  }

  private func references() -> Invoice.References {
    var references = Invoice.References()
    guard let object = root.object("references") else { return references }
    references.buyer = object.text("buyer")
    references.project = object.text("project")
    references.contract = object.text("contract")
    references.order = object.text("order")
    references.salesOrder = object.text("sales_order")
    references.receipt = object.text("receipt")
    references.despatch = object.text("despatch")
    references.tender = object.text("tender")
    references.object = object.identifier("object", .objectSchemes, rule: "BR-CL-07")
    references.buyerAccount = object.text("buyer_account")
    for entry in object.objects("preceding") {
      references.preceding.append(
        .init(number: entry.filledText("number", rule: "BR-55"), date: entry.day("date")))
      entry.reportUnknown()
    }
    object.reportUnknown()
    return references
  }

  private func notes() -> [Invoice.Note] {
    var notes: [Invoice.Note] = []
    for entry in root.objects("notes") {
      notes.append(
        .init(text: entry.filledText("text"), code: entry.code("code", .noteSubjects, rule: "BR-CL-08")))
      entry.reportUnknown()
    }
    let remark = root.lines("remark").joined(separator: "\n")
    if remark.contains(where: { !$0.isWhitespace }) { notes.append(.init(text: remark)) }
    return notes
  }

  private func delivery() -> Invoice.Delivery? {
    guard let object = root.object("delivery") else { return nil }
    defer { object.reportUnknown() }
    return Invoice.Delivery(
      name: object.text("name"),
      location: object.identifier("location", .identifierSchemes, rule: "BR-CL-26"), date: object.day("date"),
      address: address(object, countryRule: "BR-57"))
  }

  func period(_ parent: PayloadObject) -> Invoice.Period? {
    guard let object = parent.object("period") else { return nil }
    defer { object.reportUnknown() }
    let period = Invoice.Period(start: object.day("start"), end: object.day("end"))
    let isLine = parent !== root
    if period.start == nil, period.end == nil {
      log.error(
        .missingField, "expected start, end or both", rule: isLine ? "BR-CO-20" : "BR-CO-19", at: object.path)
    }
    if let start = period.start, let end = period.end, end < start {
      log.error(
        .invalidValue, "the period ends on \(Quotation.of(end.text)), before it starts on \(Quotation.of(start.text))",
        rule: isLine ? "BR-30" : "BR-29", at: object.path)
    }
    return period
  }
}
