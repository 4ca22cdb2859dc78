import Networking
import TestTraits
import Testing

@Suite(.hangLimit)
struct AddressTests {
  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.255", "168.63.129.16",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1", "2001::1", "2001:db8::1", "2001:20::1", "2002:7f00:1::1", "2002:808:808::1", "3fff::1", "5f00::1",
    "fc00::1",
    "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "4000::1",
  ])
  func `special addresses are refused`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressPolicy.publicOnly.refusal(of: address) != nil)
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "168.63.129.17", "172.15.255.255", "172.32.0.1", "192.0.1.1",
    "223.255.255.255", "2001:4860:4860::8888", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2600::1",
  ])
  func `global addresses are allowed`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressPolicy.publicOnly.refusal(of: address) == nil)
  }

  @Test func `a refusal names the kind of the address`() throws {
    let address = try #require(IPAddress("::ffff:169.254.169.254"))
    #expect(AddressPolicy.publicOnly.refusal(of: address) == "169.254.169.254 is a link-local address")
  }

  @Test func `configured networks are allowed`() throws {
    let policy = try AddressPolicy(allowedNetworks: ["10.1.0.0/16", "127.0.0.1", "fd00:1::/32"])
    for text in ["10.1.0.0", "10.1.255.255", "127.0.0.1", "::ffff:10.1.2.3", "fd00:1::5", "8.8.8.8"] {
      #expect(policy.refusal(of: try #require(IPAddress(text))) == nil, "\(text)")
    }
    for text in ["10.0.255.255", "10.2.0.0", "127.0.0.2", "fd00:2::5", "::1"] {
      #expect(policy.refusal(of: try #require(IPAddress(text))) != nil, "\(text)")
    }
    #expect(try AddressPolicy(allowedNetworks: ["0.0.0.0/0"]).refusal(of: #require(IPAddress("127.0.0.1"))) == nil)
    #expect(try AddressPolicy(allowedNetworks: ["::/0"]).refusal(of: #require(IPAddress("::1"))) == nil)
  }

  @Test(arguments: [
    ("10.1.0.0/33", "the prefix length is not a number from 0 to 32"), ("10.1.0.0/", "the prefix length"),
    ("10.1.0.0/+8", "the prefix length"), ("10.1.0.0/-1", "the prefix length"), ("fd00::/129", "from 0 to 128"),
    ("10.1.2.0/16", "the network with this prefix length is 10.1.0.0/16"), ("", "not an address"),
    ("10.1/16", "not an address"),
    ("localhost", "not an address"), ("010.1.0.0/16", "not an address"), ("::1%lo", "not an address"),
  ])
  func `networks that cannot be parsed are errors`(text: String, message: String) {
    let error = #expect(throws: NetworkError.self) { _ = try AddressPolicy(allowedNetworks: [text]) }
    #expect(error?.code == .invalidNetwork && error?.message.contains(message) == true, "\(error as Any)")
  }

  @Test func `addresses are written in their canonical form`() throws {
    for (text, form) in [
      ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("::ffff:1.2.3.4", "1.2.3.4"), ("::", "::"), ("255.0.0.1", "255.0.0.1"),
    ] {
      #expect("\(try #require(IPAddress(text)))" == form)
    }
    #expect(try #require(IPAddress("::1")).withPort(80) == "[::1]:80")
    for text in ["1.2.3", "1.2.3.4.5", "0x7f.0.0.1", "01.2.3.4", "1.2.3.4 ", "2130706433", "[::1]", "", "::1\0"] {
      #expect(IPAddress(text) == nil, "\(text)")
    }
  }
}
