import Networking
import TestTraits
import Testing

@Suite(.hangLimit)
struct EndpointTests {
  private let ports = ["http": 80, "https": 443]

  @Test(arguments: [
    ("http://Example.COM/a?b=c", "http", "example.com", 80, "http://Example.COM/a"),
    ("HTTPS://example.com.:8443", "https", "example.com", 8443, "https://example.com.:8443"),
    ("http://127.0.0.1:1/", "http", "127.0.0.1", 1, "http://127.0.0.1:1/"),
    ("https://[2001:DB8::1]:444/x", "https", "2001:db8::1", 444, "https://[2001:DB8::1]:444/x"),
    ("http://xn--bcher-kva.example?x", "http", "xn--bcher-kva.example", 80, "http://xn--bcher-kva.example"),
    ("http://my_host/", "http", "my_host", 80, "http://my_host/"),
  ])
  func `the server of a URL`(url: String, scheme: String, host: String, port: Int, place: String) throws {
    let endpoint = try Endpoint(url: url, ports: ports)
    #expect(endpoint.scheme == scheme && endpoint.host == host && endpoint.port == port && endpoint.place == place)
  }

  @Test(arguments: [
    "", "example.com", "//example.com/", "ftp://example.com/", "file:///etc/passwd", "http:/example.com", "http://",
    "http:///x",
    "http://user@example.com/", "http://user:pw@example.com/", "http://127.1/", "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/", "http://0177.0.0.1/", "http://127.0.0.1.:80x/", "http://1.2.3.4.5/", "http://a.0x1/",
    "http://127.0.0.01/",
    "http://[::1/", "http://[::1]x/", "http://[127.0.0.1]/", "http://[::1%25lo]/", "http://exa mple.com/",
    "http://example.com/\n",
    "http://example.com\\@evil/", "http://example.com#@evil/", "http://b\u{fc}cher.example/", "http://%65vil.example/",
    "http://a..b/", "http://example.com:0/", "http://example.com:65536/", "http://example.com:/",
    "http://example.com:+80/",
    "http://example.com:80:80/", "http://\(String(repeating: "a", count: 64)).example/",
  ])
  func `other URLs are refused`(url: String) {
    let error = #expect(throws: NetworkError.self) { _ = try Endpoint(url: url, ports: ports) }
    #expect(error?.code == .invalidURL)
  }
}
