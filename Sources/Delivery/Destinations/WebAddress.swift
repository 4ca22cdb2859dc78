import Encodings

/// The http or https URL of a webhook.
enum WebAddress {
  /// The URL as RFC 3986, section 6, normalizes it: scheme and host in lower case, no default port, a path, normalized
  /// percent-encoding.
  static func canonical(_ url: String) throws(AddressError) -> String {
    guard let parts = URLParts(url), ["http", "https"].contains(parts.scheme) else {
      throw AddressError("a webhook is a configured name, or an http or https URL")
    }
    if url.utf8.contains(UInt8(ascii: "\\")) { throw AddressError("a backslash") }
    if url.utf8.contains(UInt8(ascii: "#")) { throw AddressError("a URL of a webhook has no fragment (\"#\")") }
    if parts.authority.utf8.contains(UInt8(ascii: "@")) {
      throw AddressError("a URL with a user name or password")
    }
    guard let (host, digits) = parts.hostAndPort, digits.utf8.allSatisfy(\.isDigit) else {
      throw AddressError("the port is not a number")
    }
    let port = try canonicalPort(digits, scheme: parts.scheme)
    let (path, query) = parts.normalizedPathAndQuery(defaultPath: "/")
    try PercentEncoding.check(path: path, query: query)
    let name = try HostName.canonical(host.isASCII ? PercentEncoding.normalized(host) ?? "%" : host)
    return "\(parts.scheme)://\(name)\(port)\(path ?? "")\(query ?? "")"
  }

  /// A port as `:8443`; empty for the default port of the scheme.
  static func canonicalPort(_ digits: String, scheme: String) throws(AddressError) -> String {
    let port = String(digits.drop { $0 == "0" })
    guard digits.isEmpty || (Int(port) ?? 0) <= 65535 && !port.isEmpty && port.count <= 5 else {
      throw AddressError("the port is not a number from 1 to 65535")
    }
    return port.isEmpty || port == (scheme == "http" ? "80" : "443") ? "" : ":\(port)"
  }
}

/// The unchanged parts of a URL or of a rule for URLs.
struct URLParts {
  /// The scheme in lower case.
  var scheme: String
  var authority: String
  var path: String
  /// The query with its question mark; empty if there is none.
  var query: String

  /// Fails without `://`.
  init?(_ text: String) {
    guard let separator = text.utf8.firstRange(of: "://".utf8) else { return nil }
    scheme = String(text[..<separator.lowerBound]).lowercasedASCII
    let rest = text[separator.upperBound...]
    let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    authority = String(rest[..<end])
    path = String(rest[end..<mark])
    query = String(rest[mark...])
  }

  /// The host, and the text after its colon, which is empty if there is none; nil if that is not digits or `*`.
  var hostAndPort: (host: String, port: String)? {
    func isPort(_ text: Substring) -> Bool { text == "*" || text.utf8.allSatisfy(\.isDigit) }
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      let rest = authority[authority.index(after: end)...]
      if rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst()) {
        return (String(authority[...end]), String(rest.dropFirst()))
      }
    }
    let (host, port) = authority.splitAtColon
    return isPort((port ?? "")[...]) ? (host, port ?? "") : nil
  }

  /// The path and the query with normalized percent-encoding; nil for one whose encoding is malformed.
  func normalizedPathAndQuery(defaultPath: String) -> (path: String?, query: String?) {
    (
      PercentEncoding.normalized(path.isEmpty ? defaultPath : path),
      PercentEncoding.normalized(query == "?" ? "" : query)
    )
  }
}
