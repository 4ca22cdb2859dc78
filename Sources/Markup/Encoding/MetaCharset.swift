/// Finds `<meta charset>` or its `http-equiv` form, or an XML declaration's encoding, in the first kilobyte (HTML
/// 13.2.3.2).
enum MetaCharset {
  static func find(in source: [UInt8]) -> Charset? {
    let head = String(decoding: source.prefix(1024).map { $0 < 0x80 ? $0 | isUpper($0) : 0x3F }, as: UTF8.self)
    var rest = Substring(head)
    if rest.hasPrefix("<?xml"), let end = rest.firstIndex(of: ">"),
      let label = value(after: "encoding", in: rest[..<end])
    {
      return Charset(label: label).map(asciiCompatible)
    }
    while let found = rest.firstRange(of: "<meta") {
      rest = rest[found.upperBound...]
      let tag = rest.prefix { $0 != ">" }
      if let label = value(after: "charset", in: tag), let charset = Charset(label: label) {
        return asciiCompatible(charset)
      }
    }
    return nil
  }

  private static func isUpper(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? 0x20 : 0 }

  /// A document whose ASCII is readable is not UTF-16, even if it declares so.
  private static func asciiCompatible(_ charset: Charset) -> Charset {
    if case .utf16 = charset { .utf8 } else { charset }
  }

  private static func value(after name: String, in text: Substring) -> String? {
    guard let found = text.firstRange(of: name) else { return nil }
    var rest = text[found.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    rest = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    return String(rest.prefix { !$0.isWhitespace && !"\"';>/".contains($0) })
  }
}

extension Substring {
  /// The first occurrence of a string; a simple search for short texts.
  fileprivate func firstRange(of needle: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
      start = index(after: start)
    }
    return nil
  }
}
