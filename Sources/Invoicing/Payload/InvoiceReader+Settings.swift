import Amounts
import Diagnostics

/// Members that determine how the others are read: the currency, and how amounts are rounded.
extension InvoiceReader {
  static func usesStatedAmounts(_ root: PayloadObject) -> Bool {
    guard let text = root.text("amounts") else { return false }
    if text != "stated" || root.isStrict {
      let message = root.isStrict ? "the amounts of an e-invoice are computed; leave amounts out" : "expected stated"
      root.log.error(.invalidValue, message, at: root.path(of: "amounts"))
    }
    return true
  }

  static func currency(_ root: PayloadObject) -> Currency {
    let path = root.path(of: "currency")
    let fallback = Currency.euro
    guard root.has("currency") else {
      root.log.error(.missingField, "missing; expected a string", rule: root.isStrict ? "BR-05" : nil, at: path)
      return fallback
    }
    guard let code = root.text("currency") else { return fallback }
    guard let currency = Currency(code: code), !root.isStrict || CodeList.currencies.contains(code) else {
      root.log.error(
        .invalidValue, "unknown currency \(Quotation.of(code)); expected an ISO 4217 code such as USD",
        rule: root.isStrict ? "BR-CL-04" : nil, at: path)
      return fallback
    }
    if root.isStrict, currency.minorDigits > 2 {
      root.log.error(
        .invalidValue,
        "amounts of e-invoices have at most 2 digits after the point; \(code) has \(currency.minorDigits)",
        rule: "BR-DEC", at: path)
    }
    return currency
  }

  static func rounding(_ root: PayloadObject) -> ExactDecimal.Rounding {
    guard let name = root.text("rounding") else { return .halfUp }
    guard let rule = ExactDecimal.Rounding(rawValue: name) else {
      let known = ExactDecimal.Rounding.allCases.map(\.rawValue).joined(separator: " or ")
      root.log.error(.invalidValue, "expected \(known)", at: root.path(of: "rounding"))
      return .halfUp
    }
    if root.isStrict, rule != .halfUp {
      root.log.error(
        .invalidValue, "EN 16931 rounds half up; leave rounding out", at: root.path(of: "rounding"))
    }
    return rule
  }
}
