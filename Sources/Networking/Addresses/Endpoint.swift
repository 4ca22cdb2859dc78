/// The server that a URL names: scheme, host and port.
package struct Endpoint: Hashable, Sendable {
  /// The scheme in lower case, such as `https`.
  package let scheme: String
  /// An ASCII name in lower case without final dot, or an address; an IPv6 address without brackets.
  package let host: String
  /// The port that the URL states, or the default of its scheme.
  package let port: Int
  /// The URL without user information, query and fragment: for messages.
  package let place: String

  /// Reads the parts of an absolute URL.
  ///
  /// Stricter than RFC 3986, so that no other parser understands the URL differently: visible ASCII characters without
  /// `\`, no user information, no fragment, and of IPv4 addresses only four decimal numbers.
  /// - Parameter ports: the allowed schemes with their default ports.
  /// - Throws: `NetworkError` `.invalidURL`.
  package init(url: String, ports: [String: Int]) throws(NetworkError) {
    guard let separator = url.firstRange(of: "://") else {
      throw Self.refusal("the URL has no scheme", place: "")
    }
    let scheme = url[..<separator.lowerBound].lowercased()
    guard let defaultPort = ports[scheme] else {
      throw Self.refusal("the URL is not one of \(ports.keys.sorted().joined(separator: ", "))", place: "")
    }
    let rest = url[separator.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else {
      throw Self.refusal("the URL contains user information; configure credentials by reference", place: "")
    }
    let place = scheme + "://" + rest.prefix { !"?#".contains($0) }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }), !url.contains("#") else {
      let message = "the URL contains spaces, control characters, \"\\\", \"#\" or characters that are not ASCII"
      throw Self.refusal(message, place: "")
    }
    var (name, port): (Substring, Substring?) = (authority, nil)
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      (name, port) = (authority[..<colon], authority[authority.index(after: colon)...])
    }
    self.scheme = scheme
    self.place = place
    host = try Self.host(name, place: place)
    self.port = try Self.port(port, defaultPort, place: place)
  }

  /// - Parameter host: an ASCII name or an address, with or without brackets.
  /// - Throws: `NetworkError` `.invalidURL`.
  package init(scheme: String, host: String, port: Int) throws(NetworkError) {
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    place = "\(scheme)://\(name):\(port)"
    self.scheme = scheme
    self.host = try Self.host(name[...], place: place)
    self.port = try Self.port("\(port)", port, place: place)
  }

  private static func host(_ text: Substring, place: String) throws(NetworkError) -> String {
    if text.hasPrefix("["), text.hasSuffix("]") {
      guard let address = IPAddress(String(text.dropFirst().dropLast())), text.contains(":") else {
        throw refusal("the host is not an IPv6 address", place: place)
      }
      return address.description
    }
    if let address = IPAddress(String(text)), address.family == .v4 { return address.description }
    let name = (text.hasSuffix(".") ? text.dropLast() : text).lowercased()
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isName = name.utf8.count <= 253 && labels.allSatisfy { isLabel($0) }
    guard isName, let last = labels.last else { throw refusal("the host is not a name or an address", place: place) }
    // getaddrinfo(3) and inet_aton(3) read such names as addresses.
    if last.allSatisfy({ (48...57).contains($0) }) || last.starts(with: "0x".utf8) {
      throw refusal("an IPv4 address consists of four decimal numbers", place: place)
    }
    return name
  }

  private static func isLabel(_ label: some Collection<UInt8>) -> Bool {
    (1...63).contains(label.count)
      && label.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }

  private static func port(_ text: Substring?, _ fallback: Int, place: String) throws(NetworkError) -> Int {
    guard let text else { return fallback }
    guard let number = Int(text), (1...65535).contains(number), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw refusal("the port is not a number from 1 to 65535", place: place)
    }
    return number
  }

  private static func refusal(_ message: String, place: String) -> NetworkError {
    NetworkError(code: .invalidURL, message: message, place: place)
  }
}
