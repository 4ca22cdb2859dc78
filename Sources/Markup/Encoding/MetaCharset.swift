/// Finds the encoding that a document declares in its first kilobyte: in a `<meta>` element or in an XML declaration.
enum MetaCharset {
  static func find(in source: [UInt8]) -> Charset? {
    let head = Array(source.prefix(1024))
    if head.starts(with: "<?xml".utf8) {
      if let label = declaredEncoding(in: head.prefix { $0 != UInt8(ascii: ">") }) {
        return Charset(label: label).map(asciiCompatible)
      }
    }
    var scan = MetaScan(head)
    return scan.charset().map(asciiCompatible)
  }

  /// A document whose ASCII is readable is not UTF-16, even if it declares so.
  private static func asciiCompatible(_ charset: Charset) -> Charset {
    if case .utf16 = charset { .utf8 } else { charset }
  }

  private static func declaredEncoding(in declaration: ArraySlice<UInt8>) -> String? {
    guard let name = declaration.firstRange(of: Array("encoding".utf8)) else { return nil }
    let rest = declaration[name.upperBound...].drop(while: isSpace)
    guard rest.first == UInt8(ascii: "=") else { return nil }
    let value = rest.dropFirst().drop(while: isSpace)
    guard let quote = value.first, isQuote(quote) else { return nil }
    return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }
}

/// Reads the tags at the beginning of a document without parsing it (HTML 13.2.3.2, prescan of a byte stream).
private struct MetaScan {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The encoding of the first `<meta>` element that declares one which is known.
  mutating func charset() -> Charset? {
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      if bytes[position...].starts(with: "!--".utf8) {
        skipComment()
      } else if isMeta() {
        position += 4
        if let charset = metaCharset() { return charset }
      } else if let next = firstOfName() {
        skipTag(from: next)
      } else if let first = byte, [UInt8(ascii: "!"), UInt8(ascii: "/"), UInt8(ascii: "?")].contains(first) {
        skip { $0 != UInt8(ascii: ">") }
      }
    }
    return nil
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte, isSkipped(byte) { position += 1 }
  }

  /// The hyphens that begin a comment may also be those that end it.
  private mutating func skipComment() {
    let end = bytes[(position + 1)...].firstRange(of: Array("-->".utf8))
    position = end?.upperBound ?? bytes.count
  }

  private func isMeta() -> Bool {
    guard position + 4 < bytes.count else { return false }
    let after = bytes[position + 4]
    return bytes[position..<position + 4].map(lowercased) == Array("meta".utf8)
      && (isSpace(after) || after == UInt8(ascii: "/"))
  }

  /// Where the name of a tag begins; nil if there is none.
  private func firstOfName() -> Int? {
    let start = byte == UInt8(ascii: "/") ? position + 1 : position
    guard start < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(bytes[start])) else {
      return nil
    }
    return start
  }

  private mutating func skipTag(from start: Int) {
    position = start
    skip { !isSpace($0) && $0 != UInt8(ascii: ">") }
    while attribute() != nil {}
  }

  /// Reads the attributes of a `<meta>` tag. The first of several with the same name counts.
  private mutating func metaCharset() -> Charset? {
    var values: [String: [UInt8]] = [:]
    while let (name, value) = attribute() { values[name] = values[name] ?? value }
    // The tag is not complete.
    guard byte != nil else { return nil }
    if let label = values["charset"] { return Charset(label: String(decoding: label, as: UTF8.self)) }
    guard values["http-equiv"] == Array("content-type".utf8), let content = values["content"] else { return nil }
    return Self.label(in: content[...]).flatMap { Charset(label: $0) }
  }

  /// The next attribute of a tag, in lower case; nil at the end of the tag.
  private mutating func attribute() -> (name: String, value: [UInt8])? {
    skip { isSpace($0) || $0 == UInt8(ascii: "/") }
    guard let first = byte, first != UInt8(ascii: ">") else { return nil }
    let start = position
    position += 1
    skip { !isSpace($0) && ![UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ">")].contains($0) }
    let name = String(decoding: bytes[start..<position].map(lowercased), as: UTF8.self)
    skip(while: isSpace)
    guard byte == UInt8(ascii: "=") else { return (name, []) }
    position += 1
    skip(while: isSpace)
    return (name, value())
  }

  private mutating func value() -> [UInt8] {
    guard let quote = byte, isQuote(quote) else {
      let start = position
      skip { !isSpace($0) && $0 != UInt8(ascii: ">") }
      return bytes[start..<position].map(lowercased)
    }
    position += 1
    let start = position
    skip { $0 != quote }
    defer { position = min(position + 1, bytes.count) }
    return bytes[start..<position].map(lowercased)
  }

  /// The label in a `content` attribute (HTML 2.5.4.3, extracting a character encoding from a meta element).
  private static func label(in content: ArraySlice<UInt8>) -> String? {
    var rest = content
    while let found = rest.firstRange(of: Array("charset".utf8)) {
      rest = rest[found.upperBound...].drop(while: isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: isSpace)
      guard let quote = rest.first, isQuote(quote) else {
        return String(decoding: rest.prefix { !isSpace($0) && $0 != UInt8(ascii: ";") }, as: UTF8.self)
      }
      let quoted = rest.dropFirst()
      return quoted.firstIndex(of: quote).map { String(decoding: quoted[..<$0], as: UTF8.self) }
    }
    return nil
  }
}

private func isSpace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) }

private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

private func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
