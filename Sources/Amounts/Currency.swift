import Foundation

/// An ISO 4217 currency.
package struct Currency: Hashable, Sendable {
  /// Three capital letters.
  package let code: String
  /// Digits after the decimal point: the ISO 4217 minor unit.
  package var minorDigits: Int { Self.unusualMinorDigits[code] ?? 2 }

  /// Fails for a code that is not in ISO 4217.
  package init?(code: String) {
    guard code.utf8.count == 3, code.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains),
      Locale.Currency(code).isISOCurrency
    else { return nil }
    self.code = code
  }

  private init(known code: String) { self.code = code }

  package static let euro = Currency(known: "EUR")

  /// CLDR's digits, which Foundation provides, are for prices in daily use, not for accounting.
  private static let unusualMinorDigits: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
    "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
    "CLF": 4, "UYW": 4,
  ]
}
