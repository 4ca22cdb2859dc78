/// A destination of an artifact: a kind and, for most kinds, an address. The rules are those of
/// `pressrun.destination_problem` in SQL.
package struct Destination: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// No delivery.
    case none
    /// An address such as `pm@fund.example`.
    case email
    /// A printer; without an address, the default one.
    case print
    /// A path relative to the share folder; without an address, the share folder itself.
    case folder
    case s3, webdav, sftp
    /// An http or https URL.
    case webhook
  }

  package let kind: Kind
  package let address: String?

  /// Reads `kind` or `kind:address`.
  /// - Throws: `DeliveryError` `.invalidDestination`.
  package init(_ text: String) throws(DeliveryError) {
    func refuse(_ message: String) -> DeliveryError {
      DeliveryError(code: .invalidDestination, message: message, place: String(text.prefix(100)))
    }
    guard text.utf8.count <= 1024 else { throw refuse("longer than 1024 bytes") }
    guard !text.hasControlCharacters else { throw refuse("control characters") }
    let (name, address) = text.splitAtColon
    guard let kind = Kind(rawValue: name) else {
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw refuse("unknown kind \"\(name)\"; known are \(known)")
    }
    if let problem = Self.problem(kind, address) { throw refuse(problem) }
    self.kind = kind
    self.address = address
  }

  private static func problem(_ kind: Kind, _ address: String?) -> String? {
    guard kind != .none else { return address == nil ? nil : "\"none\" takes no address" }
    guard let address else {
      return kind == .print || kind == .folder ? nil : "\"\(kind.rawValue)\" needs an address"
    }
    if address.isEmpty { return "the address is empty" }
    switch kind {
    case .none, .print:
      return nil
    case .folder:
      let parts = address.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      return parts.contains { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
        ? "a folder is named by a relative path without \".\" and \"..\"" : nil
    case .email:
      let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      let isAddress =
        parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains { " :;,<>\"".utf8.contains($0) } }
      return isAddress ? nil : "not an email address"
    case .s3, .webdav, .sftp, .webhook:
      if address.utf8.contains(UInt8(ascii: " ")) { return "spaces in the address" }
      guard kind == .webhook else { return nil }
      let isWeb = ["http://", "https://"].contains {
        address.utf8.starts(with: $0.utf8) && address.utf8.count > $0.utf8.count
      }
      return isWeb ? nil : "a webhook is an http or https address"
    }
  }
}

extension Destination: CustomStringConvertible {
  /// `kind` or `kind:address`, as it was parsed.
  package var description: String { address.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }
}

extension String {
  var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7f } }

  /// The text before the first colon and the text after it, which is nil if there is no colon.
  var splitAtColon: (name: String, rest: String?) {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return (self, nil) }
    return (String(self[..<colon]), String(self[utf8.index(after: colon)...]))
  }
}
