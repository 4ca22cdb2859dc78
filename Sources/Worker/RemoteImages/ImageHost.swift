import Networking

/// A host from which images may be fetched, as `image_hosts` has it: `cdn.example`, `*.img.example` for all hosts
/// below, `cdn.example:8443`, or `http://cdn.example` for a host without encryption.
struct ImageHost: Hashable, Sendable {
  private var scheme = "https"
  private var name: String
  private var port: Int
  private var includesSubdomains = false

  /// Fails unless the text is a host.
  init?(_ text: String) {
    var rest = text[...]
    if rest.hasPrefix("http://") {
      scheme = "http"
      rest = rest.dropFirst("http://".count)
    }
    if rest.hasPrefix("*.") {
      includesSubdomains = true
      rest = rest.dropFirst(2)
    }
    guard !rest.contains(where: { "/?#".contains($0) }),
      let endpoint = try? Endpoint(url: "\(scheme)://\(rest)", ports: Self.ports)
    else { return nil }
    (name, port) = (endpoint.host, endpoint.port)
  }

  static let ports = ["http": 80, "https": 443]

  func allows(_ endpoint: Endpoint) -> Bool {
    guard endpoint.scheme == scheme, endpoint.port == port else { return false }
    return includesSubdomains ? endpoint.host.hasSuffix("." + name) : endpoint.host == name
  }
}
