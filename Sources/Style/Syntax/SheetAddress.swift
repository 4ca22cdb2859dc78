/// Paths and addresses of style sheets.
enum SheetAddress {
  /// Resolves an address against a folder. Absolute addresses and fragments are unchanged.
  static func join(_ base: String, _ address: String) -> String {
    if base.isEmpty || address.isEmpty || address.hasPrefix("/") || address.hasPrefix("#") || hasScheme(address) {
      return address
    }
    var segments: [Substring] = base.split(separator: "/", omittingEmptySubsequences: false)
    for segment in address.split(separator: "/", omittingEmptySubsequences: false) {
      if segment == "..", let last = segments.last, last != "..", !last.isEmpty {
        segments.removeLast()
      } else if segment != "." {
        segments.append(segment)
      }
    }
    return segments.joined(separator: "/")
  }

  /// Whether the address begins with a scheme such as `data:` or `https:`.
  static func hasScheme(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return colon != address.utf8.startIndex
      && address.utf8[..<colon].allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x2B...0x39).contains($0) }
  }

  /// The folder of a path; empty for the top folder.
  static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
