import Amounts
import Diagnostics
import JSON

/// The taxes of an invoice, and the references of lines to them.
extension InvoiceReader {
  func taxes() -> [Invoice.Tax] {
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

  func checkNames(_ taxes: [Invoice.Tax]) {
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

  /// The tax that `tax` names; nil, with a violation if one must be named, where it names none.
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
}
