import TestTraits
import Testing

@testable import Preview

@Suite(.hangLimit) struct LocalRequestsTests {
  @Test(arguments: ["127.0.0.1", "127.0.0.1:8081", "localhost:80", "LOCALHOST", "[::1]:8081", "[::1]"])
  func namesOfThisMachineAreLocal(host: String) {
    #expect(LocalRequests.isLocal(host))
  }

  @Test(arguments: [
    "", "example.com", "127.0.0.1.example.com", "localhost.example.com:8081", "127.0.0.2", "::1", "0.0.0.0:8081",
    "[::]:80", "127.0.0.1:8081:80", "127.0.0.1:x", "user@localhost",
  ])
  func otherNamesAreNot(host: String) {
    #expect(!LocalRequests.isLocal(host))
  }

  @Test func eventsAreOneLineOfJSON() {
    let problem = PreviewDiagnostic(.error, code: "a", message: "x\u{2028}y\nz\u{85}")
    let data = PreviewEvent.failed(problem).serverEvent(kind: nil).data
    #expect(!data.contains { $0.isNewline })
    #expect(data.contains(#""message":"x\u2028y\nz\u0085""#))
  }
}
