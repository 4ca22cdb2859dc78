/// The schemes of addresses that values may have in links and as the source of images.
enum AddressFilter {
  /// What replaces an address that is refused (css-values-4 §4.5.3).
  static let replacement = "about:invalid"

  /// The scheme of an address that is refused; nil if it is allowed.
  /// - Parameter isLink: whether a reader of the document may follow the address.
  static func refusedScheme(of address: String, isLink: Bool) -> String? {
    // White space at the ends, and tabs and line breaks anywhere, are not part of an address (URL Standard, 4.4).
    let bytes = address.utf8.drop { $0 <= 0x20 }.lazy.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }.prefix(16)
    let name = String(decoding: Array(scheme), as: UTF8.self).lowercased()
    guard ["javascript", "vbscript"].contains(name) || isLink && name == "data" else { return nil }
    return bytes.dropFirst(name.utf8.count).first == UInt8(ascii: ":") ? name : nil
  }

  /// A part of an address before which another value is: it does not end a scheme that the values before begin.
  static func withoutScheme(_ text: String) -> String {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      !text.utf8[..<colon].contains(where: { "/?#".utf8.contains($0) })
    else { return text }
    return text[..<colon] + "%3A" + text[text.utf8.index(after: colon)...]
  }
}
