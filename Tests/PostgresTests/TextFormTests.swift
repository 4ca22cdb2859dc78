import FoundationEssentials
import TestTraits
import Testing

@testable import Postgres

@Suite(.hangLimit) struct TextFormTests {
  private func decode<T: ColumnDecodable>(_ text: String, as type: T.Type = T.self) -> T? {
    Array(text.utf8).withUnsafeBufferPointer { T.decode(column: $0) }
  }

  @Test(arguments: [
    ("1970-01-01 00:00:00+00", 0.0), ("2000-02-29 12:30:15.5+00", 951_827_415.5),
    ("0001-01-01 00:00:00+00", -62_135_596_800),
    ("294276-12-31 23:59:59+00", 9_224_318_015_999),
  ]) func timestampsAreRead(text: String, seconds: Double) {
    #expect(decode(text, as: Date.self)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "infinity", "2000-01-01 00:00:00+02", "2000-01-01", "2000-13-01 00:00:00+00", "", "0044-03-15 00:00:00+00 BC",
  ])
  func otherTimestampsAreRefused(text: String) {
    #expect(decode(text, as: Date.self) == nil)
  }

  @Test func timestampsAreWrittenAsTheyAreRead() {
    for seconds in [0, 951_827_415.5, -1.25, 253_402_300_799.999] as [Double] {
      let text = TimestampText.write(Date(timeIntervalSince1970: seconds))
      #expect(text.flatMap { decode($0, as: Date.self) }?.timeIntervalSince1970 == seconds)
    }
    #expect(TimestampText.write(Date(timeIntervalSince1970: .infinity)) == nil)
    #expect(TimestampText.write(Date(timeIntervalSince1970: .nan)) == nil)
  }

  @Test(arguments: ["9223372036854775808", "-9223372036854775809", "", "-", "1.5", "1 "])
  func integersOutOfRangeOrShapeAreRefused(text: String) {
    #expect(decode(text, as: Int64.self) == nil)
  }

  @Test func integersAreReadToTheirLimits() {
    #expect(decode("-9223372036854775808", as: Int64.self) == .min)
    #expect(decode("9223372036854775807", as: Int64.self) == .max)
    #expect(decode("18446744073709551615", as: UInt64.self) == .max)
    #expect(decode("-1", as: UInt64.self) == nil)
  }

  @Test(arguments: ["{", "}", "{a,}", "{{a}}", "{NULL}", "{\"a}", "{a\\}", "a"])
  func malformedArraysAreRefused(text: String) {
    #expect(decode(text, as: [String].self) == nil)
  }

  @Test func copyRowsAreSeparatedByTabsAndEscaped() {
    var copy = CopyText()
    copy.append("a\tb")
    copy.append(nil)
    copy.append(7)
    copy.endRow()
    #expect(String(decoding: copy.take(), as: UTF8.self) == "a\\tb\t\\N\t7\n")
    #expect(copy.bytes.isEmpty)
  }
}
