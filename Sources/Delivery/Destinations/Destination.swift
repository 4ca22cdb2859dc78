import Foundation

/// A destination of an artifact in its canonical form: a kind and, for most kinds, an address. Spellings that reach the
/// same target are equal. The rules are those of `pressrun.canonical_destination` in SQL, which refuses hosts outside
/// ASCII; here they are converted to ASCII.
package struct Destination: Hashable, Sendable {
  /// The kind of a destination, which decides on the sender and on the form of addresses.
  package enum Kind: String, CaseIterable, Sendable {
    /// No delivery.
    case none
    /// An address such as `pm@fund.example`.
    case email
    /// A configured printer; without a name, the default one.
    case print
    /// A configured folder and a path in it; without a name, the default folder.
    case folder
    /// A configured name and a path.
    case s3, webdav, sftp
    /// A configured name, or an http or https URL.
    case webhook
    /// An expiring link for downloads.
    case link
  }

  package let kind: Kind
  /// The address in canonical form, without the kind; nil if the destination has none.
  package let address: String?

  /// Reads `kind` or `kind:address`.
  /// - Throws: `DeliveryError` `.invalidDestination`.
  package init(_ text: String) throws(DeliveryError) {
    do throws(AddressError) {
      self = try Self.canonical(text)
    } catch {
      throw DeliveryError(code: .invalidDestination, message: error.text, place: String(text.prefix(100)))
    }
  }

  private init(_ kind: Kind, _ address: String? = nil) {
    self.kind = kind
    self.address = address
  }

  /// The configured destination that this one uses: `s3:reports` for `s3:reports/2026`, `email` for any mail address.
  package var endpoint: String {
    guard let name else { return kind.rawValue }
    return "\(kind.rawValue):\(name)"
  }

  /// The name in the configuration; nil for mail addresses, URLs and kinds without an address.
  package var name: String? {
    guard let address, kind != .email, !isURL else { return nil }
    return String(address.prefix { $0 != "/" })
  }

  /// The path after the configured name, without the slash between them; nil if there is none.
  package var path: String? {
    guard let address, let name, address.utf8.count > name.utf8.count else { return nil }
    return String(address.utf8.dropFirst(name.utf8.count + 1))
  }

  /// Whether the address is the URL of a webhook.
  package var isURL: Bool { kind == .webhook && address?.contains("://") == true }

  private static func canonical(_ text: String) throws(AddressError) -> Destination {
    let (name, address) = text.splitAtColon
    if text.utf8.count > 1024 { throw AddressError("longer than 1024 bytes") }
    try UnsafeCharacters.check(text)
    if name == "clipboard" || name == "messages" {
      throw AddressError("a server cannot reach \"\(name)\"; use \"link\" and hand the link on")
    }
    guard let kind = Kind(rawValue: name) else {
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw AddressError("unknown kind \"\(name)\"; known are \(known)")
    }
    if kind == .none || kind == .link {
      guard address == nil else { throw AddressError("\"\(name)\" takes no address") }
      return Destination(kind)
    }
    guard let address else {
      guard kind == .print || kind == .folder else { throw AddressError("\"\(name)\" needs an address") }
      return Destination(kind)
    }
    if address.isEmpty { throw AddressError("the address is empty") }
    switch kind {
    case .email: return Destination(kind, try MailAddress.canonical(address))
    case .webhook where address.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }:
      return Destination(kind, try WebAddress.canonical(address))
    default:
      if address.utf8.contains(UInt8(ascii: "*")) { throw AddressError("a \"*\", which only rules may have") }
      return Destination(kind, try NamedAddress.canonical(address, of: kind))
    }
  }
}

extension Destination: CustomStringConvertible {
  /// `kind` or `kind:address`.
  package var description: String { address.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }
}

/// An error in a destination or a rule, for people.
struct AddressError: Error {
  var text: String
  init(_ text: String) { self.text = text }
}

extension String {
  /// The text before the first colon and the text after it, which is nil if there is no colon.
  var splitAtColon: (name: String, rest: String?) {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return (self, nil) }
    return (String(self[..<colon]), String(self[utf8.index(after: colon)...]))
  }

  var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7f } }

  /// The text with the ASCII letters A to Z in lower case, and no other letters changed.
  var lowercasedASCII: String { String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self) }

  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
