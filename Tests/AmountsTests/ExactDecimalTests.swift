import Amounts
import TestTraits
import Testing

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

  @Test(arguments: [
    ("1", "3", "0.33"), ("2", "3", "0.67"), ("-2", "3", "-0.67"), ("872.50", "100", "8.73"), ("0.005", "1", "0.01"),
    ("-0.005", "1", "-0.01"), ("1", "-8", "-0.13"), ("10", "4", "2.50"), ("0.0049999", "1", "0.00"),
  ])
  func quotientIsRoundedOnce(dividend: String, divisor: String, quotient: String) throws {
    #expect(try decimal(dividend).divided(by: decimal(divisor), to: 2)?.description == quotient)
  }

  @Test func quotientsBeyondTheLimitsAreNil() throws {
    #expect(try decimal("1").divided(by: .zero, to: 2) == nil)
    #expect(ExactDecimal(mantissa: .max, scale: 0).divided(by: try decimal("3"), to: 2) == nil)
  }
}
