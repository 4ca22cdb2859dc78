import Dates
import TestTraits
import Testing

@Suite(.hangLimit) struct HTTPDateTests {
  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sun, 22 Nov 2026 09:11:56 GMT", 1_795_338_716), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
  ])
  func datesRoundTrip(text: String, seconds: Int64) {
    #expect(Timestamp(http: text)?.seconds == seconds)
    #expect(Timestamp(seconds: seconds).http == text)
  }

  @Test func anOffsetIsNotWritten() {
    #expect(Timestamp("2026-11-22T10:11:56+01:00")?.http == "Sun, 22 Nov 2026 09:11:56 GMT")
  }

  @Test(arguments: [
    "", "Sun, 22 Foo 2026 09:11:56 GMT", "Sun, 22 Nov 2026 09:11 GMT", "Sun, 99 Nov 2026 09:11:56 GMT",
    "Mon, 29 Feb 2027 09:11:56 GMT", "Sun, 22 Nov 2026 09:11:56 UTC", "Sun, 22 Nov 2026 09:11:56 GMT ",
    "Sunday, 06-Nov-94 08:49:37 GMT",
  ])
  func otherTextIsNotAnHTTPDate(text: String) { #expect(Timestamp(http: text) == nil) }
}
