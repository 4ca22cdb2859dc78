import Foundation

/// The host of a URL or a mail address.
enum HostName {
  /// A name in lower case and ASCII without a final dot, an IPv4 address as four decimal numbers, or an IPv6 address in
  /// brackets (RFC 5952). Names outside ASCII are mapped as in UTS 46.
  static func canonical(_ host: String) throws(AddressError) -> String {
    if host.hasPrefix("[") { return try literal(host) }
    let name = (host.isASCII ? host : try ascii(host)).lowercasedASCII.withoutFinalDot
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard name.utf8.count <= 253, labels.allSatisfy(isLabel) else { throw AddressError("not the name of a host") }
    if labels.last.map(isNumber) == true, labels.count != 4 || !labels.allSatisfy(isByte) {
      throw AddressError("an IPv4 address is written as four decimal numbers")
    }
    return name
  }

  static func isIPv4(_ host: String) -> Bool {
    host.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
  }

  private static func ascii(_ host: String) throws(AddressError) -> String {
    var components = URLComponents()
    components.host = host
    guard let encoded = components.encodedHost, encoded.isASCII, !encoded.contains("%") else {
      throw AddressError("not a valid internationalized name of a host")
    }
    return encoded
  }

  private static func literal(_ host: String) throws(AddressError) -> String {
    var address = in6_addr()
    let text = host.dropFirst().dropLast()
    guard host.hasSuffix("]"),
      text.utf8.allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }),
      inet_pton(AF_INET6, String(text), &address) == 1
    else { throw AddressError("not an IPv6 address") }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil else {
      throw AddressError("not an IPv6 address")
    }
    let canonical = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    if canonical.hasPrefix("::ffff:") || canonical.hasPrefix("64:ff9b:")
      || (canonical.hasPrefix("::") && canonical.contains("."))
    {
      throw AddressError("an IPv4 address is written as such and not as an IPv6 address")
    }
    return "[\(canonical)]"
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
      && label.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// Whether URL parsers read the last label of a name as a number, decimal or hexadecimal.
  private static func isNumber(_ label: Substring.UTF8View) -> Bool {
    label.allSatisfy(\.isDigit) || (label.starts(with: "0x".utf8) && label.dropFirst(2).allSatisfy(\.isHexDigit))
  }

  private static func isByte(_ label: Substring.UTF8View) -> Bool {
    guard label.allSatisfy(\.isDigit), label.count <= 3, label.count == 1 || label.first != UInt8(ascii: "0") else {
      return false
    }
    return Int(String(label) ?? "").map { $0 <= 255 } ?? false
  }
}

extension String {
  var withoutFinalDot: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension UInt8 {
  var isHexDigit: Bool { isDigit || (65...70).contains(self) || (97...102).contains(self) }
}
