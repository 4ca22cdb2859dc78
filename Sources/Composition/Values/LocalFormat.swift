import Amounts
import Dates
import Foundation

/// Formats amounts, numbers and dates for a locale (CLDR, through Foundation).
package struct LocalFormat: Sendable {
  /// BCP 47 tag from the payload.
  package let identifier: String
  private let locale: Locale

  /// Fails if the language or region is unknown.
  package init?(identifier: String) {
    guard identifier.utf8.count <= 35, identifier.utf8.allSatisfy(Self.isIdentifierByte) else { return nil }
    let locale = Locale(identifier: identifier)
    guard locale.language.languageCode?.isISOLanguage == true else { return nil }
    guard locale.region?.isISORegion ?? true else { return nil }
    self.identifier = identifier
    self.locale = locale
  }

  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The primary language: `de` of `de-CH`.
  package var language: String { locale.language.languageCode?.identifier ?? "en" }

  /// The script, ISO 15924: `Hans` of `zh-CN`.
  package var script: String {
    if let script = locale.language.script?.identifier { return script }
    let parts = locale.language.maximalIdentifier.split(separator: "-")
    return parts.first { $0.count == 4 }.map(String.init) ?? "Latn"
  }

  /// The CSS counter style for page numbers with the digits of the locale's numbers.
  package var numerals: String {
    let digits: [String: String] = ["١": "arabic-indic", "۱": "persian", "१": "devanagari", "১": "bengali"]
    return digits[number(ExactDecimal(mantissa: 1, scale: 0))] ?? "decimal"
  }

  /// Items joined as in running text: `a, b, and c`.
  package func list(_ items: [String]) -> String {
    items.formatted(.list(type: .and, width: .standard).locale(locale))
  }

  /// Whether the language is written from right to left.
  package var isRightToLeft: Bool { locale.language.characterDirection == .rightToLeft }

  /// An amount with currency symbol and all its digits.
  package func money(_ amount: ExactDecimal, _ currency: Currency) -> String {
    Self.decimal(amount).formatted(
      .currency(code: currency.code).locale(locale).precision(.fractionLength(amount.scale)))
  }

  /// A number with all its digits, grouped.
  package func number(_ value: ExactDecimal) -> String {
    Self.decimal(value).formatted(.number.locale(locale).precision(.fractionLength(value.scale)))
  }

  /// A percentage: 7.5 is written `7.5%`.
  package func percent(_ value: ExactDecimal) -> String {
    let hundredth = ExactDecimal(mantissa: value.mantissa, scale: value.scale + 2)
    return Self.decimal(hundredth).formatted(.percent.locale(locale).precision(.fractionLength(value.scale)))
  }

  /// A date, without the time: `November 20, 2026`.
  package func date(_ moment: Timestamp) -> String { format(moment, time: .omitted) }

  /// A date, with the time if there is one.
  package func dateAndTime(_ moment: Timestamp) -> String {
    format(moment, time: moment.hasTime ? .shortened : .omitted)
  }

  private func format(_ moment: Timestamp, time: Date.FormatStyle.TimeStyle) -> String {
    guard let zone = TimeZone(secondsFromGMT: moment.offset) else { return moment.text }
    let style = Date.FormatStyle(date: .long, time: time, locale: locale, timeZone: zone)
    return Date(timeIntervalSince1970: TimeInterval(moment.seconds)).formatted(style)
  }

  /// Exact: both hold 38 digits.
  private static func decimal(_ value: ExactDecimal) -> Decimal {
    Decimal(string: value.description, locale: Locale(identifier: "en_US_POSIX")) ?? Decimal()
  }
}
