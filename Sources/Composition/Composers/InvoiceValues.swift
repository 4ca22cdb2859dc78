import Amounts
import Dates
import Invoicing

/// The values of an invoice for its template, formatted for a locale. Computes nothing.
struct InvoiceValues {
  private let invoice: Invoice
  private let format: LocalFormat
  private let strings: TemplateStrings

  init(_ invoice: Invoice, _ format: LocalFormat, _ strings: TemplateStrings) {
    self.invoice = invoice
    self.format = format
    self.strings = strings
  }

  var values: [String: TemplateValue] {
    header.merging(body) { $1 }.merging(sums) { $1 }
  }

  private var header: [String: TemplateValue] {
    [
      "document_title": .text(Self.title(invoice, format, strings)),
      "invoice_number": .text(invoice.number),
      "invoice_date": .text(date(invoice.date)),
      "due_date": .optional(invoice.due.map(date)),
      "delivery_date": .optional(invoice.delivery?.date.map(date)),
      "period": .optional(invoice.period.flatMap(period)),
      "references": .list(references),
      "sender_name": .optional(invoice.seller.lines.first),
      "sender_info": .lines(invoice.seller.lines),
      "recipient_info": .lines(invoice.buyer.lines),
    ]
  }

  private var body: [String: TemplateValue] {
    let payment = paymentLines
    let items = invoice.lines.enumerated().map { item($1, position: $0 + 1) }
    let notes: [String] = invoice.notes.flatMap { note in
      note.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
    return [
      "has_quantities": .flag(invoice.lines.contains { $0.printed.quantity != nil }),
      "items": .list(items),
      "payment_method": .lines(payment),
      "has_payment_method": .flag(!payment.isEmpty),
      "payment_code": .optional(PaymentCode.text(invoice)),
      "remark": .lines(notes),
      "has_remark": .flag(!notes.isEmpty),
    ]
  }

  private var sums: [String: TemplateValue] {
    let totals = invoice.totals
    let taxes = invoice.taxes.filter(\.isUsed)
    let reasons: [TemplateValue] = taxes.compactMap { $0.reason.map(TemplateValue.text) }
    let allowances = invoice.adjustments.filter { !$0.isCharge }.map(adjustment)
    let charges = invoice.adjustments.filter(\.isCharge).map(adjustment)
    return [
      "items_total": money(totals.lines),
      "allowances": .list(allowances),
      "charges": .list(charges),
      "has_adjustments": .flag(!invoice.adjustments.isEmpty),
      "subtotal": money(totals.net),
      "taxes": .list(taxes.map(tax)),
      "tax_reasons": .list(reasons),
      "total_amount": money(totals.gross),
      "prepaid": totals.prepaid.map { money($0.negated) } ?? .nothing,
      "cash_rounding": totals.rounding.map(money) ?? .nothing,
      "payable": totals.payable == totals.gross ? .nothing : money(totals.payable),
      "currency": .text(invoice.currency.code),
    ]
  }

  /// The name of the document's type: `Credit note`.
  static func title(_ invoice: Invoice, _ format: LocalFormat, _ strings: TemplateStrings) -> String {
    let key =
      switch invoice.type.name {
      case "credit-note": "credit_note"
      case "corrected": "corrected"
      case "partial", "partial-construction": "partial"
      case "prepayment": "prepayment"
      case "self-billed": "self_billed"
      case "final-construction", "partial-final-construction": "final_invoice"
      default: "invoice"
      }
    return strings.text(key, for: format) ?? strings.text("invoice", for: format) ?? "Invoice"
  }

  // MARK: Formats

  private func money(_ amount: ExactDecimal) -> TemplateValue { .text(format.money(amount, invoice.currency)) }

  private func date(_ day: Day) -> String { Timestamp(day.text).map(format.date) ?? day.text }

  private func period(_ period: Invoice.Period) -> String? {
    let days = [period.start, period.end].compactMap(\.self).map(date)
    return days.isEmpty ? nil : days.joined(separator: " – ")
  }

  // MARK: Parts

  private var references: [TemplateValue] {
    var entries: [(key: String, text: String)] = []
    if let order = invoice.references.order { entries.append(("order", order)) }
    if let buyer = invoice.references.buyer { entries.append(("reference", buyer)) }
    for preceding in invoice.references.preceding { entries.append(("preceding", preceding.number)) }
    return entries.map { entry in
      .object(["label": .text(strings.text(entry.key, for: format) ?? entry.key), "text": .text(entry.text)])
    }
  }

  private var paymentLines: [String] {
    guard let payment = invoice.payment else { return [] }
    var lines: [String?] = [payment.text]
    for account in payment.accounts {
      lines += [account.name, account.isIBAN ? "IBAN " + account.id : account.id]
      lines.append(account.bic.map { "BIC " + $0 })
    }
    if let card = payment.card { lines += [card.holder, "… " + card.number] }
    if let debit = payment.debit {
      lines.append(debit.iban.map { "IBAN " + $0 })
      lines += [debit.mandate, debit.creditor]
    }
    // Without a profile, discounts are sentences.
    if let terms = payment.termsText(nil, language: format.language) {
      for line in terms.split(whereSeparator: \.isNewline) { lines.append(String(line)) }
    }
    return lines.compactMap(\.self)
  }

  private func item(_ line: Invoice.Line, position: Int) -> TemplateValue {
    let printed = line.printed
    var detail = printed.detail
    detail += [line.note, line.period.flatMap(period)].compactMap(\.self)
    detail += line.attributes.map { "\($0.name): \($0.value)" }
    detail += line.adjustments.map { adjustment in
      let amount = format.money(adjustment.isCharge ? adjustment.amount : adjustment.amount.negated, invoice.currency)
      return [label(adjustment), amount].compactMap(\.self).joined(separator: " ")
    }
    let per =
      line.pricePer.flatMap {
        printed.unitPrice == nil || $0 == ExactDecimal(mantissa: 1, scale: 0)
          ? nil : " / " + format.number($0.normalized)
      } ?? ""
    return .object([
      "position": .text(String(position)),
      "item_desc": .text(printed.description),
      "detail": .lines(detail),
      "has_detail": .flag(!detail.isEmpty),
      "quantity": .optional(printed.quantity.map(format.number)),
      "unit": .optional(printed.unit),
      "unit_price": printed.unitPrice.map { .text(format.money($0, invoice.currency) + per) } ?? .nothing,
      "price": money(line.amount),
    ])
  }

  /// The reason of an allowance or a charge, with its percentage.
  private func label(_ adjustment: Invoice.Adjustment) -> String? {
    let parts = [adjustment.reason, adjustment.percent.map(format.percent)].compactMap(\.self)
    return parts.isEmpty ? adjustment.code : parts.joined(separator: " ")
  }

  private func adjustment(_ adjustment: Invoice.Adjustment) -> TemplateValue {
    .object([
      "reason": .optional(label(adjustment)),
      "amount": money(adjustment.isCharge ? adjustment.amount : adjustment.amount.negated),
    ])
  }

  private func tax(_ tax: Invoice.Tax) -> TemplateValue {
    .object([
      "tax_name": .text(tax.name), "tax_rate": .optional(tax.rate.map(format.percent)),
      "tax_amount": money(tax.amount), "tax_net": money(tax.taxable),
      "has_net": .flag(invoice.profile != nil || (invoice.taxes.count > 1 && invoice.lines.contains { $0.tax != nil })),
    ])
  }
}

/// The code for SEPA credit transfers (EPC069-12, version 002; GiroCode): the text of a QR code.
enum PaymentCode {
  /// Returns nil unless an amount in EUR is to be paid by transfer to an IBAN. Texts are cut to the lengths of the
  /// guideline (§3).
  static func text(_ invoice: Invoice) -> String? {
    let amount = invoice.totals.payable
    guard let payment = invoice.payment, let means = payment.means, Payment.transfers.contains(means),
      let account = payment.accounts.first(where: \.isIBAN), invoice.currency == .euro, !invoice.type.isCreditNote,
      amount >= ExactDecimal(mantissa: 1, scale: 2), amount <= ExactDecimal(mantissa: 99_999_999_999, scale: 2)
    else { return nil }
    let name = account.name ?? invoice.payee?.name ?? invoice.seller.name
    guard !name.isEmpty else { return nil }
    let lines = [
      "BCD", "002", "1", "SCT", account.bic ?? "", String(name.prefix(70)), account.id, "EUR\(amount)", "", "",
      String((payment.reference ?? invoice.number).prefix(140)),
    ]
    return lines.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }.joined(separator: "\n")
  }
}
