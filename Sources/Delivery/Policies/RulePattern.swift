import Encodings

/// The addresses of policy rules, in which `*` matches any text. The rules are those of `pressrun.canonical_rule` and
/// the functions that it calls in SQL.
enum RulePattern {
  static func canonical(_ pattern: String, of kind: Destination.Kind) throws(AddressError) -> String {
    let pattern = withSingleStars(pattern)
    if pattern == "*" { return pattern }
    let isWeb =
      pattern.hasPrefix("http") || pattern.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    switch kind {
    case .link, .none: throw AddressError("\"\(kind.rawValue)\" takes no address")
    case .email: return try email(pattern)
    case .webhook where isWeb: return try url(pattern)
    case .webhook where pattern.hasPrefix("*"):
      throw AddressError("begin with a name, or with a URL such as \"https://*.example/*\"")
    default: return try NamedAddress.canonical(pattern, of: kind)
    }
  }

  private static func email(_ pattern: String) throws(AddressError) -> String {
    let canonical = pattern.lowercasedASCII.withoutFinalDot
    let parts = canonical.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let local = parts[0]
    // Only a host without "*" can be converted as a whole.
    guard parts.count == 1 || Substring(parts[1]).isASCIIText || !parts[1].contains(UInt8(ascii: "*")) else {
      throw AddressError("the host has characters outside ASCII; write its ASCII form (xn--…)")
    }
    guard parts.count <= 2, canonical.utf8.contains(where: { "@*".utf8.contains($0) }),
      local.allSatisfy({ MailAddress.isLocalCharacter($0) || $0 == UInt8(ascii: ".") }),
      !canonical.hasPrefix("."), !canonical.contains(".."), parts.count == 1 || !local.isEmpty && !parts[1].isEmpty,
      parts.count == 1 || local.last != UInt8(ascii: ".") && parts[1].first != UInt8(ascii: ".")
    else { throw AddressError("no mail address has this form") }
    guard parts.count == 2 else { return canonical }
    let host = String(Substring(parts[1]))
    guard host.utf8.contains(UInt8(ascii: "*")) else { return "\(Substring(local))@\(try MailAddress.domain(host))" }
    guard host.utf8.allSatisfy(isHostPattern) else { throw AddressError("no mail address has this form") }
    return canonical
  }

  private static func url(_ pattern: String) throws(AddressError) -> String {
    guard let parts = URLParts(pattern), ["http", "https", "*"].contains(parts.scheme), !parts.authority.isEmpty else {
      throw AddressError("a rule for URLs is such as \"https://*.example/*\"")
    }
    if pattern.utf8.contains(where: { "\\#".utf8.contains($0) }) || parts.authority.utf8.contains(UInt8(ascii: "@")) {
      throw AddressError("no URL of a webhook has this form")
    }
    guard let (host, written) = parts.hostAndPort else { throw AddressError("the port is not a number") }
    let port = written == "*" ? ":*" : try WebAddress.canonicalPort(written, scheme: parts.scheme)
    if parts.scheme == "*", written.utf8.contains(where: \.isDigit) {
      throw AddressError("a rule with a port names the scheme")
    }
    // Without a path, "https://*.example*" means every path of the hosts, and "https://a.example" its first page.
    let isWholeHost = parts.query.isEmpty && parts.authority.hasSuffix("*")
    let (path, query) = parts.normalizedPathAndQuery(defaultPath: isWholeHost ? "/*" : "/")
    try PercentEncoding.check(path: path, query: query)
    return "\(parts.scheme)://\(try self.host(host))\(port)\(path ?? "")\(query ?? "")"
  }

  private static func host(_ text: String) throws(AddressError) -> String {
    let host = text.isASCII ? (PercentEncoding.normalized(text) ?? "%").lowercasedASCII.withoutFinalDot : text
    guard host.utf8.contains(UInt8(ascii: "*")) else { return try HostName.canonical(host) }
    guard text.isASCII else {
      throw AddressError("the host has characters outside ASCII; write its ASCII form (xn--…)")
    }
    guard host.utf8.allSatisfy(isHostPattern), !host.hasPrefix("."), !host.contains("..") else {
      throw AddressError("not the name of a host")
    }
    return host
  }

  private static func isHostPattern(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "_.*-".utf8.contains(byte) }

  private static func withSingleStars(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 where byte != UInt8(ascii: "*") || bytes.last != byte { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Substring {
  fileprivate var isASCIIText: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
