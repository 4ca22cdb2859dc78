import TestTraits
import Testing

@testable import Web

@Suite(.hangLimit) struct TrustedProxiesTests {
  private let proxies = TrustedProxies(["10.0.0.1", "10.0.0.2"])

  @Test(arguments: [
    ("10.0.0.1", "203.0.113.9", "203.0.113.9"), ("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
    ("10.0.0.1", "10.0.0.2", "10.0.0.1"), ("10.0.0.1", "", "10.0.0.1"), ("198.51.100.7", "203.0.113.9", "198.51.100.7"),
  ])
  func theClientIsTheLastAddressThatIsNotAProxy(peer: String, forwarded: String, client: String) {
    #expect(proxies.client(peer: peer, forwardedFor: forwarded) == client)
  }

  /// The peers of a server that listens on `[::]`.
  @Test func mappedAddressesAreThoseOfIPv4() {
    #expect(proxies.contains("::ffff:10.0.0.1") && !proxies.contains("::ffff:198.51.100.7"))
    #expect(proxies.client(peer: "::ffff:10.0.0.1", forwardedFor: "203.0.113.9, ::ffff:10.0.0.2") == "203.0.113.9")
    #expect(proxies.client(peer: "::ffff:198.51.100.7", forwardedFor: "203.0.113.9") == "198.51.100.7")
    #expect(TrustedProxies(["::ffff:10.0.0.1"]).contains("::ffff:10.0.0.1"))
  }

  /// Each connection of a client was another client, so that limits for each client had no effect.
  @Test(arguments: [
    ("203.0.113.9:51234", "203.0.113.9"), ("203.0.113.9:51234, 10.0.0.2:443", "203.0.113.9"),
    ("[2001:db8::7]:51234", "2001:db8::7"), ("[2001:db8::7]", "2001:db8::7"), ("2001:db8::7", "2001:db8::7"),
    ("::ffff:203.0.113.9", "::ffff:203.0.113.9"), ("[", "["), (":", ":"), ("unknown", "unknown"),
  ])
  func portsAreLeftOut(forwarded: String, client: String) {
    #expect(proxies.client(peer: "10.0.0.1", forwardedFor: forwarded) == client)
  }

  @Test func withoutProxiesHeaderFieldsAreNotBelieved() {
    #expect(TrustedProxies().client(peer: "10.0.0.1", forwardedFor: "203.0.113.9") == "10.0.0.1")
    #expect(proxies.client(peer: "10.0.0.1", forwardedFor: nil) == "10.0.0.1")
    #expect(proxies.client(peer: nil, forwardedFor: "203.0.113.9") == nil)
  }
}
