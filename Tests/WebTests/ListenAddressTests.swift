import Logging
import TestTraits
import Testing

@testable import Web

@Suite(.hangLimit) struct ListenAddressTests {
  @Test(arguments: [
    ("127.0.0.1:8080", "127.0.0.1", 8080), ("[::1]:80", "::1", 80), (":0", "0.0.0.0", 0),
    ("web.internal:65535", "web.internal", 65535),
  ])
  func anAddressHasAHostAndAPort(text: String, host: String, port: Int) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
  }

  @Test(arguments: [
    "", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:80", "[::1]", "[x]:80", "a:b:80", "host:-1",
  ])
  func anythingElseIsRefused(text: String) { #expect(ListenAddress(text) == nil) }

  /// The error was "bind(descriptor:ptr:bytes:): Address already in use) (errno: 98)", without the address.
  @Test func anAddressInUseIsNamed() async throws {
    try await withServer([textRoute("/")]) { first in
      let address = ListenAddress(host: "127.0.0.1", port: first.port)
      let second = WebServer(table: RouteTable(), listen: address, log: Logger(label: "test"))
      let error = await #expect(throws: ListenError.self) { try await second.run() }
      #expect(error?.description == "cannot accept connections at 127.0.0.1:\(first.port): Address already in use")
      #expect(error?.hint?.contains("another process") == true)
    }
  }
}
