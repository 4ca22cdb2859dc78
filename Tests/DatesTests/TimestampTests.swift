import Dates
import TestTraits
import Testing

@Suite(.hangLimit) struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("2026-11-20", 1_795_132_800), ("2026-11-20T09:14:00Z", 1_795_166_040),
    ("2026-11-20T10:14:00.123+01:00", 1_795_166_040), ("2000-02-29", 951_782_400), ("1969-12-31T23:59:59Z", -1),
    ("0001-01-01", -62_135_596_800), ("9999-12-31", 253_402_214_400),
  ])
  func timestampsAreSecondsSince1970(text: String, seconds: Int64) {
    #expect(Timestamp(text)?.seconds == seconds)
  }

  @Test(arguments: [
    "2026-11-20", "2026-11-20T09:14:00Z", "2026-11-20T10:14:00+01:00", "1910-03-01T00:00:07-11:30", "2000-02-29",
  ])
  func textRoundTrips(text: String) {
    #expect(Timestamp(text)?.text == text)
  }

  @Test(arguments: [
    "", "2026", "2026-13-01", "2026-02-29", "2026-04-31", "20-11-2026", "2026-11-20T", "2026-11-20T24:00:00Z",
    "2026-11-20T09:14", "2026-11-20T09:14:00", "2026-11-20T09:14:00.Z", "2026-11-20T09:14:00Zx", "2026-11-2O",
  ])
  func otherTextIsRefused(text: String) {
    #expect(Timestamp(text) == nil)
  }
}
