/// The address of a mail: `local@host`. Display names, quotes, comments and the routing characters `%` and `!` are
/// refused.
enum MailAddress {
  /// The address with its host in canonical form; the part before `@` is kept.
  static func canonical(_ address: String) throws(AddressError) -> String {
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, isLocalPart(parts[0]) else {
      throw AddressError(
        "not an email address such as pm@fund.example; names, quotes, \"%\" and \"!\" are not allowed")
    }
    if parts[0].count > 64 { throw AddressError("the part before \"@\" has more than 64 characters") }
    return "\(Substring(parts[0]))@\(try domain(String(Substring(parts[1]))))"
  }

  static func domain(_ text: String) throws(AddressError) -> String {
    let host = try HostName.canonical(text)
    if host.hasPrefix("[") || HostName.isIPv4(host) { throw AddressError("the domain of a mail address is a name") }
    return host
  }

  static func isLocalCharacter(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "#$&'*+/=?^_`{|}~-".utf8.contains(byte)
  }

  /// A dot-atom of RFC 5322, section 3.2.3, without `%` and `!`.
  private static func isLocalPart(_ part: Substring.UTF8View) -> Bool {
    part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.allSatisfy(isLocalCharacter)
    }
  }
}
