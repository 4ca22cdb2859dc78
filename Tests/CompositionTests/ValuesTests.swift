import Amounts
import Dates
import TestTraits
import Testing

@testable import Composition

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
