import Networking
import TestTraits
import Testing

@Suite(.hangLimit)
struct RetryAfterTests {
  /// Seconds since 1970 of 6 November 1994, 08:49:37 UTC.
  private static let now = 784_111_777

  @Test(
    arguments: [
      ("120", 120), ("0", 0), ("99999999999999999999", Int(Int32.max)), ("Sun, 06 Nov 1994 08:49:47 GMT", 10),
      ("Sunday, 06-Nov-94 08:49:57 GMT", 20), ("Sun Nov  6 08:50:37 1994", 60), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
      ("soon", nil), ("-5", nil), ("", nil), ("1.5", nil),
    ] as [(String, Int?)])
  func `seconds and dates`(text: String, seconds: Int?) {
    let response = HTTPResponse(status: 503, headers: [("retry-after", text)], body: [], address: "")
    #expect(response.retryAfter(now: Self.now) == seconds.map { .seconds($0) })
  }

  @Test func `none`() {
    #expect(HTTPResponse(status: 503, headers: [], body: [], address: "").retryAfter(now: Self.now) == nil)
  }
}
