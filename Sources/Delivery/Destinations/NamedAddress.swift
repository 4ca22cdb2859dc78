import Foundation

/// An address that is a configured name, with a path or without: `reports/2026`.
enum NamedAddress {
  /// The address in Unicode normalization form C. In rules, `*` matches any text.
  static func canonical(_ address: String, of kind: Destination.Kind) throws(AddressError) -> String {
    let parts = address.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let name = parts.first, isName(name) else {
      throw AddressError(
        "the name of a configured destination has 1 to 64 letters, digits, \".\", \"_\" or \"-\", and begins with a letter "
          + "or digit")
    }
    guard parts.count > 1 else { return address }
    if kind == .print || kind == .webhook { throw AddressError("\"\(kind.rawValue)\" takes a name without a path") }
    if address.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) {
      throw AddressError("a \"%\" or backslash in the path")
    }
    if parts.contains(where: \.isEmpty) { throw AddressError("an empty part in the path") }
    if parts.contains(where: \.isDots) { throw AddressError("a part \".\" or \"..\" in the path") }
    return address.isASCII ? address : address.precomposedStringWithCanonicalMapping
  }

  private static func isName(_ name: Substring.UTF8View) -> Bool {
    guard let first = name.first, name.count <= 64 else { return false }
    return (first.isLetterOrDigit || first == UInt8(ascii: "*"))
      && name.allSatisfy { $0.isLetterOrDigit || "._*-".utf8.contains($0) }
  }
}
