import Amounts
import Diagnostics
import JSON

/// The rules of VAT categories (EN 16931-1 §6.4.3: BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G, BR-O, BR-AF, BR-AG, BR-B).
extension InvoiceRules {
  func checkTaxes() {
    for (index, tax) in invoice.taxes.enumerated() where tax.isUsed {
      let path = path("taxes").element(index)
      checkRate(tax, path)
      checkReason(tax, path)
      checkParties(of: tax, path)
    }
    let used = invoice.taxes.filter(\.isUsed)
    if invoice.taxes.isEmpty { missing("expected at least one tax", "BR-CO-18", path("taxes")) }
    if used.count > 1, let index = invoice.taxes.firstIndex(where: { $0.isUsed && $0.category == .notSubject }) {
      log.error(
        .invalidValue, "\"not subject to VAT\" (O) stands alone on an invoice", rule: "BR-O-11",
        at: path("taxes").element(index))
    }
    if used.contains(where: { $0.category == .splitPayment }), used.contains(where: { $0.category == .standard }) {
      log.error(.invalidValue, "categories B and S exclude each other", rule: "BR-B-02", at: path("taxes"))
    }
  }

  private func checkRate(_ tax: Invoice.Tax, _ path: JSONPath) {
    let rate = tax.rate ?? .zero
    if tax.category == .standard, rate <= .zero {
      log.error(
        .invalidValue, "category S has a rate above 0", rule: "BR-S-05", term: "BT-119", at: path.member("rate"))
    } else if !tax.category.hasRate, rate != .zero {
      log.error(
        .invalidValue, "category \(tax.category.rawValue) has the rate 0", rule: "BR-\(tax.category.rule)-05",
        term: "BT-119", at: path.member("rate"))
    } else if rate > .zero, rate.rounded(to: 0, .halfUp) == .zero, tax.amount.rounded(to: 0, .halfUp) != .zero {
      // The published test of BR-CO-17 rounds the rate to a whole number, and the tax of the rate 0 must round to 0.
      log.error(
        .invalidValue, "validators take rates below 0.5 as 0 and refuse the invoice, because tax is charged",
        rule: "BR-CO-17", term: "BT-119", at: path.member("rate"))
    }
  }

  private func checkReason(_ tax: Invoice.Tax, _ path: JSONPath) {
    let rule = "BR-\(tax.category.rule)-10"
    if tax.category.needsReason, tax.reason == nil, tax.reasonCode == nil {
      missing(
        "say why no VAT is charged, such as \"Kleinunternehmer gemäß § 19 UStG\"", rule,
        path.member("exemption_reason"))
    }
    if !tax.category.needsReason, tax.category != .splitPayment, tax.reason != nil || tax.reasonCode != nil {
      log.error(
        .invalidValue, "category \(tax.category.rawValue) has no exemption reason", rule: rule,
        at: path.member(tax.reason == nil ? "exemption_code" : "exemption_reason"))
    }
  }

  private func checkParties(of tax: Invoice.Tax, _ path: JSONPath) {
    let seller = invoice.seller
    let representative = invoice.taxRepresentative
    let category = tax.category
    switch category {
    case .standard, .zeroRated, .exempt, .reverseCharge, .canaryIslands, .ceutaMelilla:
      if seller.vatID == nil, seller.taxNumber == nil, representative?.vatID == nil {
        missing(
          "VAT category \(category.rawValue) needs vat_id or tax_number, or a tax_representative",
          "BR-\(category.rule)-02", self.path("sender"))
      }
    case .intraCommunity, .export:
      if seller.vatID == nil, representative?.vatID == nil {
        let what = category == .export ? "an export" : "an intra-community supply"
        missing("\(what) names the seller's VAT number", "BR-\(category.rule)-02", self.path("sender", "vat_id"))
      }
    case .notSubject:
      if seller.vatID != nil {
        log.error(
          .invalidValue, "not with category O; use legal_id or ids", rule: "BR-O-02", at: self.path("sender", "vat_id"))
      }
      if invoice.buyer.vatID != nil {
        log.error(.invalidValue, "not with category O", rule: "BR-O-02", at: self.path("recipient", "vat_id"))
      }
      if representative != nil {
        log.error(.invalidValue, "not with category O", rule: "BR-O-02", at: self.path("tax_representative"))
      }
    case .splitPayment:
      if seller.address?.country != "IT" || invoice.buyer.address?.country != "IT" {
        log.error(.invalidValue, "category B is for domestic Italian invoices", rule: "BR-B-01", at: path)
      }
    }
    if category == .reverseCharge, invoice.buyer.vatID == nil, invoice.buyer.legalID == nil {
      missing("reverse charge names the buyer's VAT number", "BR-AE-02", self.path("recipient", "vat_id"))
    }
    if category == .intraCommunity { checkIntraCommunity() }
  }

  private func checkIntraCommunity() {
    if invoice.buyer.vatID == nil {
      missing("an intra-community supply names the buyer's VAT number", "BR-IC-02", path("recipient", "vat_id"))
    }
    if invoice.delivery?.date == nil, invoice.period == nil {
      missing("an intra-community supply needs date (or $.period)", "BR-IC-11", path("delivery", "date"))
    }
    if invoice.delivery?.address?.country == nil {
      missing("an intra-community supply needs address.country", "BR-IC-12", path("delivery", "address"))
    }
  }
}
