import Amounts
import Diagnostics
import JSON

/// Totals: computed, or stated and checked.
extension InvoiceReader {
  func compute(_ invoice: inout Invoice, isPerLine: Bool) {
    let path = root.path(of: "items")
    let allowances = invoice.adjustments.filter { !$0.isCharge }.map(\.amount)
    let charges = invoice.adjustments.filter(\.isCharge).map(\.amount)
    var totals = invoice.totals
    totals.lines = sum(invoice.lines.map(\.amount), at: path)
    totals.allowances = allowances.isEmpty ? nil : sum(allowances, at: path)
    totals.charges = charges.isEmpty ? nil : sum(charges, at: path)
    totals.net = sum([totals.lines] + [totals.allowances?.negated, totals.charges].compactMap(\.self), at: path)
    for index in invoice.taxes.indices {
      let taxPath = root.path(of: "taxes").element(index)
      let lines = invoice.lines.filter { $0.tax == index }.map(\.amount)
      let changes = invoice.adjustments.filter { $0.tax == index }.map { $0.isCharge ? $0.amount : $0.amount.negated }
      invoice.taxes[index].isUsed = !isPerLine || !lines.isEmpty || !changes.isEmpty
      let taxable = isPerLine ? sum(lines + changes, at: taxPath) : totals.net
      let product = taxable.multiplied(by: invoice.taxes[index].rate ?? .zero)
      invoice.taxes[index].taxable = taxable
      invoice.taxes[index].amount = roundedToMinorUnit(
        product.map { ExactDecimal(mantissa: $0.mantissa, scale: $0.scale + 2) }, at: taxPath.member("rate"))
      checkTax(index, &invoice)
    }
    totals.tax = sum(invoice.taxes.filter(\.isUsed).map(\.amount), at: root.path(of: "taxes"))
    totals.gross = sum([totals.net, totals.tax], at: path)
    totals.prepaid = root.amount("prepaid", currency, rule: "BR-DEC-16").flatMap { $0 == .zero ? nil : $0 }
    totals.rounding = root.amount("cash_rounding", currency, rule: "BR-DEC-17").flatMap { $0 == .zero ? nil : $0 }
    totals.payable = sum(
      [totals.gross] + [totals.prepaid?.negated, totals.rounding].compactMap(\.self), at: root.path(of: "prepaid"))
    if let prepaid = totals.prepaid, prepaid < .zero {
      reportInvalid("\(Quotation.of(prepaid.description)) is negative", at: root.path(of: "prepaid"))
    }
    invoice.totals = totals
  }

  private func checkTax(_ index: Int, _ invoice: inout Invoice) {
    let object = root.objects("taxes")[index]
    guard let stated = object.amount("amount", currency), stated != invoice.taxes[index].amount else { return }
    if log.errors.allSatisfy({ $0.code == .totalMismatch }) {
      mismatch(
        "the tax", stated, invoice.taxes[index].amount, rule: "BR-CO-17", term: "BT-117",
        at: object.path(of: "amount"))
    }
    if usesStatedAmounts { invoice.taxes[index].amount = stated }
  }

  func checkStated(_ invoice: inout Invoice) {
    // Wrong totals that follow from other violations are not reported beside them.
    guard log.errors.allSatisfy({ $0.code == .totalMismatch }) else { return }
    if let total = root.number("total"), total != invoice.totals.gross {
      mismatch(
        "the total", total, invoice.totals.gross, rule: "BR-CO-15", term: "BT-112", at: root.path(of: "total"))
      if usesStatedAmounts { invoice.totals.gross = roundedToMinorUnit(total, at: root.path(of: "total")) }
    }
    if let payable = root.number("payable"), payable != invoice.totals.payable {
      mismatch(
        "the amount due", payable, invoice.totals.payable, rule: "BR-CO-16", term: "BT-115",
        at: root.path(of: "payable"))
      if usesStatedAmounts { invoice.totals.payable = roundedToMinorUnit(payable, at: root.path(of: "payable")) }
    }
  }

  func taxCurrency(_ invoice: Invoice) -> Invoice.TaxCurrency? {
    guard let object = root.object("tax_currency") else { return nil }
    defer { object.reportUnknown() }
    let code = object.filledText("code", rule: "BR-53")
    guard !code.isEmpty else { return nil }
    guard let currency = Currency(code: code), CodeList.currencies.contains(code) else {
      log.error(
        .invalidValue, "unknown currency \(Quotation.of(code)); expected an ISO 4217 code such as USD",
        rule: "BR-CL-05", at: object.path(of: "code"))
      return nil
    }
    if currency == self.currency {
      log.error(
        .invalidValue, "is the invoice's own currency; leave tax_currency out", rule: "PEPPOL-EN16931-R005",
        at: object.path(of: "code"))
    }
    let rate = object.number("rate")
    let stated = object.amount("tax_total", currency)
    if rate == nil, stated == nil {
      log.error(.missingField, "missing; expected rate or tax_total", rule: "BR-53", at: object.path(of: "tax_total"))
      return nil
    }
    var total = stated ?? .zero
    if let rate {
      let computed = rate.multiplied(by: invoice.totals.tax)?.rounded(to: currency.minorDigits, .halfUp)
      if rate <= .zero || computed == nil {
        log.error(.invalidValue, "expected a rate above 0", at: object.path(of: "rate"))
      } else if let computed {
        if let stated, stated != computed {
          mismatch("the tax", stated, computed, currency: currency, at: object.path(of: "tax_total"))
        }
        total = computed
      }
    }
    if total != .zero, invoice.totals.tax != .zero, (total < .zero) != (invoice.totals.tax < .zero) {
      log.error(
        .invalidValue, "has another sign than the tax in \(self.currency.code)", rule: "PEPPOL-EN16931-R055",
        at: object.path(of: "tax_total"))
    }
    return .init(currency: currency, rate: rate, total: total)
  }
}
