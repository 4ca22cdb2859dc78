import Dates
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct ExactDecimalTests {
  private func decimal(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("12.50", "12.50"), ("-1234.5", "-1234.5"), ("0.001", "0.001"), ("1e2", "100"),
    ("1.5E-2", "0.015"), ("25e-1", "2.5"), ("123456789012345678", "123456789012345678"), ("1e+3", "1000"),
    ("0.00e10", "0"),
  ])
  func numbersAreReadExactly(text: String, expected: String) {
    #expect(ExactDecimal(text)?.description == expected)
  }

  @Test(arguments: [
    "", "-", "1.", ".5", "1,5", "abc", "1e", "1e99999", "1 ", " 1", "+1", "1.2.3", "0x10", "1234567890123456789",
    "0.0000000000001", "1e18", "--1", "1e1.5", "१",
  ])
  func otherTextIsRefused(text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test func arithmeticIsExact() throws {
    #expect(try decimal("0.1").adding(decimal("0.2")) == decimal("0.3"))
    #expect(try decimal("1.05").multiplied(by: decimal("1.05")) == decimal("1.1025"))
    #expect(
      try decimal("123456789012345678").multiplied(by: decimal("100000000000000001"))?.description
        == "12345678901234567923456789012345678")
  }

  @Test func overflowIsNil() throws {
    let huge = ExactDecimal(mantissa: .max, scale: 0)
    #expect(try huge.adding(decimal("1")) == nil)
    #expect(try huge.multiplied(by: decimal("2")) == nil)
    #expect(huge.rounded(to: 2, .halfUp) == nil)
  }

  @Test(arguments: [
    ("1.005", "1.01", "1.00"), ("1.015", "1.02", "1.02"), ("-1.005", "-1.01", "-1.00"), ("1.0049", "1.00", "1.00"),
    ("2.5", "2.50", "2.50"), ("0.994", "0.99", "0.99"), ("0.996", "1.00", "1.00"), ("-0.001", "0.00", "0.00"),
  ])
  func roundingFollowsRule(text: String, halfUp: String, halfEven: String) {
    #expect(ExactDecimal(text)?.rounded(to: 2, .halfUp)?.description == halfUp)
    #expect(ExactDecimal(text)?.rounded(to: 2, .halfEven)?.description == halfEven)
  }

  @Test func equalityIgnoresScale() throws {
    #expect(try decimal("1.50") == decimal("1.5"))
    #expect(try decimal("1.50").hashValue == decimal("1.5").hashValue)
    #expect(try decimal("-2") < decimal("-1.99"))
  }
}

@Suite(.hangLimit) struct LocalFormatTests {
  private func money(_ locale: String, _ currency: String, _ amount: String) throws -> String {
    let format = try #require(LocalFormat(identifier: locale))
    return format.money(try #require(ExactDecimal(amount)), try #require(Currency(code: currency)))
  }

  @Test func amountsUseLocale() throws {
    #expect(try money("en-US", "USD", "1234.50") == "$1,234.50")
    #expect(try money("de-DE", "EUR", "1234.50") == "1.234,50\u{A0}€")
    #expect(try money("fr-CH", "CHF", "1234.50").hasSuffix("234,50"))
    #expect(try money("ja-JP", "JPY", "1235") == "¥1,235")
    #expect(try money("en-IN", "INR", "1234567.50") == "₹12,34,567.50")
    #expect(try money("en-US", "USD", "-3.00") == "-$3.00")
  }

  @Test func largeAmountsHaveAllDigits() throws {
    let amount = ExactDecimal(mantissa: Int128("1234567890123456789012345678")!, scale: 2)
    let format = try #require(LocalFormat(identifier: "en-US"))
    #expect(format.money(amount, try #require(Currency(code: "USD"))) == "$12,345,678,901,234,567,890,123,456.78")
  }

  @Test func datesKeepUTCOffset() throws {
    let format = try #require(LocalFormat(identifier: "de-DE"))
    #expect(format.date(try #require(Timestamp("2026-11-20T00:30:00+09:00"))) == "20. November 2026")
    #expect(format.date(try #require(Timestamp("2026-11-20"))) == "20. November 2026")
    #expect(format.dateAndTime(try #require(Timestamp("2026-11-20T14:05:00-05:00"))).contains("14:05"))
  }

  @Test func ratesKeepDigits() throws {
    let format = try #require(LocalFormat(identifier: "en-US"))
    #expect(format.percent(try #require(ExactDecimal("7.25"))) == "7.25%")
  }

  @Test func unknownLocalesAndCurrenciesAreRefused() {
    for locale in ["", "qq-DE", "xx", "de_DE", "de-QQ", "../x", "e"] { #expect(LocalFormat(identifier: locale) == nil) }
    for currency in ["", "usd", "XQQ", "US", "USDX", "$"] { #expect(Currency(code: currency) == nil) }
  }

  @Test func minorUnitsFollowISO4217() {
    #expect(Currency(code: "USD")?.minorDigits == 2)
    #expect(Currency(code: "JPY")?.minorDigits == 0)
    #expect(Currency(code: "KWD")?.minorDigits == 3)
  }
}
