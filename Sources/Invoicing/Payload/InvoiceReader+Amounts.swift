import Amounts
import Diagnostics
import JSON

/// Taxes, allowances and charges, and the sums (EN 16931-1 §6.4, rules BR-CO-10 to BR-CO-17).
extension InvoiceReader {
  func readAmounts(_ invoice: inout Invoice) {
    let items = root.objects("items", limit: Self.lineLimit)
    let adjustments = root.objects("allowances").map { ($0, false) } + root.objects("charges").map { ($0, true) }
    invoice.taxes = taxes()
    // If no item names a `tax`, each tax of an invoice without XML applies to the sum of all items.
    let isPerLine =
      profile != nil || invoice.taxes.count == 1 || items.contains { $0.has("tax") }
      || adjustments.contains { $0.0.has("tax") }
    if isPerLine { checkNames(invoice.taxes) }
    if !root.has("items") {
      log.error(
        .missingField,
        usesStatedAmounts
          ? "missing; invoices without lines (profiles MINIMUM and BASIC WL) cannot be printed"
          : "missing; expected an array", rule: profile.map { _ in "BR-16" }, at: root.path(of: "items"))
    } else if items.isEmpty, log.errors.isEmpty {
      log.error(.invalidValue, "must not be empty", rule: profile.map { _ in "BR-16" }, at: root.path(of: "items"))
    }
    for (index, item) in items.enumerated() {
      invoice.lines.append(line(item, position: index + 1, invoice.taxes, isPerLine: isPerLine))
    }
    for (object, isCharge) in adjustments {
      invoice.adjustments.append(adjustment(object, isCharge, &invoice, isPerLine: isPerLine))
    }
    compute(&invoice, isPerLine: isPerLine)
    checkStated(&invoice)
    invoice.taxCurrency = taxCurrency(invoice)
  }

  // MARK: Allowances and charges

  /// Reads an allowance or a charge; its amount is stated, or a percentage of `base` or of the stated base.
  func adjustment(
    _ object: PayloadObject, _ isCharge: Bool, base defaultBase: ExactDecimal?, isLine: Bool
  ) -> Invoice.Adjustment {
    let stated = object.amount("amount", currency)
    let percent = object.percent("percent")
    var base = object.amount("base", currency)
    var amount = stated
    if let percent {
      base = base ?? defaultBase
      let product = base.flatMap { $0.multiplied(by: percent) }
      let computed = roundedToMinorUnit(
        product.map { ExactDecimal(mantissa: $0.mantissa, scale: $0.scale + 2) }, at: object.path)
      amount = computed
      if let stated, stated != computed {
        mismatch("the amount", stated, computed, rule: "PEPPOL-EN16931-R040", at: object.path(of: "amount"))
        if usesStatedAmounts { amount = stated }
      }
    } else if object.has("base"), !object.has("percent") {
      log.error(
        .missingField, "missing; a base needs the percentage that is taken of it", rule: "PEPPOL-EN16931-R041",
        at: object.path(of: "percent"))
    }
    if amount == nil, !object.has("amount"), !object.has("percent") {
      let rule = isLine ? (isCharge ? "BR-43" : "BR-41") : (isCharge ? "BR-36" : "BR-31")
      log.error(.missingField, "missing; expected amount or percent", rule: rule, at: object.path(of: "amount"))
    }
    if profile != nil, let amount, amount < .zero {
      log.warning(
        "the amount is negative; use \(isCharge ? "an allowance" : "a charge"), whose amounts are positive",
        at: object.path)
    }
    let code = object.code(
      "code", isCharge ? .chargeReasons : .allowanceReasons, rule: isCharge ? "BR-CL-20" : "BR-CL-19")
    let reason = object.text("reason")
    if profile != nil, reason == nil, code == nil, !object.has("reason"), !object.has("code") {
      let rule = isLine ? (isCharge ? "BR-44" : "BR-42") : (isCharge ? "BR-38" : "BR-33")
      log.error(.missingField, "missing; expected reason or code", rule: rule, at: object.path(of: "reason"))
    }
    return Invoice.Adjustment(
      isCharge: isCharge, amount: amount ?? roundedToMinorUnit(.zero, at: object.path), base: base, percent: percent,
      reason: reason, code: code)
  }

  private func adjustment(
    _ object: PayloadObject, _ isCharge: Bool, _ invoice: inout Invoice, isPerLine: Bool
  ) -> Invoice.Adjustment {
    let tax = taxIndex(object, invoice.taxes, isPerLine: isPerLine, rule: isCharge ? "BR-37" : "BR-32")
    var base: ExactDecimal?
    if object.has("percent"), !object.has("base") {
      base = sum(invoice.lines.filter { tax == nil || $0.tax == tax }.map(\.amount), at: object.path)
    }
    var adjustment = adjustment(object, isCharge, base: base, isLine: false)
    adjustment.tax = tax
    object.reportUnknown(refuses: true)
    return adjustment
  }

  // MARK: Arithmetic

  /// The value rounded to the currency's minor unit. If it is too large, reports an error and returns 0.
  func roundedToMinorUnit(_ value: ExactDecimal?, at path: JSONPath) -> ExactDecimal {
    if let rounded = value?.rounded(to: currency.minorDigits, rounding) { return rounded }
    log.error(.invalidValue, "the amount is too large to be computed exactly", at: path)
    return ExactDecimal(mantissa: 0, scale: currency.minorDigits)
  }

  func sum(_ values: [ExactDecimal], at path: JSONPath) -> ExactDecimal {
    var sum: ExactDecimal? = .zero
    for value in values { sum = sum?.adding(value) }
    return roundedToMinorUnit(sum, at: path)
  }

  /// Reports an invalid value: as an error, or as a warning for a received invoice, which is printed unchanged.
  func reportInvalid(_ message: String, rule: String? = nil, at path: JSONPath) {
    if usesStatedAmounts {
      log.warning(message, rule: rule, at: path)
    } else {
      log.error(.invalidValue, message, rule: rule, at: path)
    }
  }

  func mismatch(
    _ what: String, _ stated: ExactDecimal, _ computed: ExactDecimal, rule: String? = nil, term: String? = nil,
    currency: Currency? = nil, at path: JSONPath
  ) {
    let code = (currency ?? self.currency).code
    log.mismatch(
      isError: !usesStatedAmounts,
      "\(what) is stated as \(Quotation.of("\(stated) \(code)")), "
        + "but the computed amount is \(Quotation.of("\(computed) \(code)"))",
      stated: stated.description, computed: computed.description, rule: profile == nil ? nil : rule, term: term,
      at: path)
  }
}
