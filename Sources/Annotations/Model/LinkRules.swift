/// The addresses to which a link may lead.
package enum LinkRules {
  private static let schemes: Set<String> = ["http", "https", "ftp", "mailto", "tel"]
  private static let maximumLength = 8_192

  /// Whether an address is absolute, printable ASCII, and of a scheme that neither runs code nor opens files or
  /// applications. Relative addresses are refused, because readers resolve them against the file or as network paths.
  package static func isAllowed(_ address: some Collection<UInt8>) -> Bool {
    guard address.count <= maximumLength, address.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }),
      let colon = address.firstIndex(of: 0x3A)
    else { return false }
    return schemes.contains(String(decoding: address[..<colon], as: UTF8.self).lowercased())
  }

  /// The address as a file states it, in ASCII: spaces and characters outside ASCII are percent-encoded (ISO 32000-1,
  /// 12.6.4.7; RFC 3987, 3.1).
  package static func encoded(_ uri: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return uri.utf8.flatMap { byte in
      byte == 0x20 || byte >= 0x80
        ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
    }
  }

  /// - Throws: `forbidden`.
  static func check(_ uri: String, at place: String) throws(AnnotationError) {
    guard isAllowed(encoded(uri)) else {
      throw AnnotationError(
        .forbidden,
        "a link may lead to an http, https, ftp, mailto or tel address only; this one has \(uri.utf8.count) bytes and another form",
        at: place)
    }
  }
}
