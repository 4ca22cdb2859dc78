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

  // MARK: Taxes

  private func taxes() -> [Invoice.Tax] {
    root.objects("taxes").map { object in
      defer { object.reportUnknown(refuses: true) }
      let name = object.filledText("name")
      let category = category(object)
      var rate = object.percent("rate")
      if category == .notSubject {
        if let stated = rate, stated != .zero {
          log.error(.invalidValue, "category O has no rate", rule: "BR-O-05", at: object.path(of: "rate"))
        }
        rate = nil
      } else if !object.has("rate") {
        log.error(
          .missingField, "missing; expected a decimal number", rule: profile.map { _ in "BR-48" },
          at: object.path(of: "rate"))
      }
      if profile != nil, category == nil, rate == .zero, !object.has("category") {
        log.error(
          .missingField,
          "rate 0 needs a category: Z zero rated, E exempt, AE reverse charge, K intra-community, G export, O not subject",
          rule: "BR-S-05", at: object.path(of: "category"))
      }
      // Read here, so that it counts as known; checked with the sums.
      object.allow("amount")
      let code = object.code("exemption_code", .exemptionReasons, rule: "BR-CL-22")
      let reason = object.text("exemption_reason")
      return Invoice.Tax(
        id: object.text("id") ?? name, name: name, category: category ?? .standard, rate: rate, reason: reason,
        reasonCode: code ?? (reason == nil ? category?.standardReasonCode : nil))
    }
  }

  private func category(_ object: PayloadObject) -> VATCategory? {
    guard let text = object.text("category") else { return nil }
    guard let category = VATCategory(rawValue: text) else {
      let known = VATCategory.allCases.map(\.rawValue).joined(separator: ", ")
      log.error(
        .invalidValue, "unknown VAT category \(Quotation.of(text)); expected one of \(known)", rule: "BR-CL-18",
        at: object.path(of: "category"))
      return nil
    }
    return category
  }

  private func checkNames(_ taxes: [Invoice.Tax]) {
    var ids: Set<String> = []
    var rates: Set<String> = []
    for (index, tax) in taxes.enumerated() {
      let path = root.path(of: "taxes").element(index)
      if !tax.id.isEmpty, !ids.insert(tax.id).inserted {
        log.error(
          .invalidValue, "two taxes are called \(Quotation.of(tax.id)); give each an id of its own",
          at: path.member("id"))
      }
      let rate = tax.category.rawValue + (tax.rate?.normalized.description ?? "")
      if profile != nil, !rates.insert(rate).inserted {
        log.error(
          .invalidValue, "category and rate are the same as those of another tax", rule: "BR-\(tax.category.rule)-08",
          at: path)
      }
    }
  }

  /// Index of the tax named by `tax`. Nil if absent; then reports an error if required.
  func taxIndex(_ object: PayloadObject, _ taxes: [Invoice.Tax], isPerLine: Bool, rule: String) -> Int? {
    guard let name = object.text("tax") else {
      guard isPerLine, !object.has("tax") else { return nil }
      if taxes.count == 1 { return 0 }
      let message =
        taxes.isEmpty
        ? "missing; state the VAT in $.taxes" : "missing; $.taxes has \(taxes.count) entries, say which one applies"
      if profile != nil || !taxes.isEmpty { log.error(.missingField, message, rule: rule, at: object.path(of: "tax")) }
      return nil
    }
    if let index = taxes.firstIndex(where: { $0.id == name }) { return index }
    let known = taxes.prefix(10).map { Quotation.of($0.id) }.joined(separator: ", ")
    log.error(
      .invalidValue,
      "no tax is called \(Quotation.of(name)); " + (known.isEmpty ? "$.taxes is empty" : "there are \(known)"),
      at: object.path(of: "tax"))
    return nil
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

  // MARK: Sums

  private func compute(_ invoice: inout Invoice, isPerLine: Bool) {
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

  private func checkStated(_ invoice: inout Invoice) {
    // Wrong totals that follow from other faults are not reported beside them.
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

  private func taxCurrency(_ invoice: Invoice) -> Invoice.TaxCurrency? {
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
