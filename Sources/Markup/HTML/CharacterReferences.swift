/// Character references (HTML 13.2.5.72 and following).
extension HTMLParser {
  /// Appends the characters of the reference at `position` to `text` and consumes it; without a reference, the `&`.
  mutating func appendReference(inAttribute: Bool) {
    let start = position
    position += 1
    if peek(0) == UInt8(ascii: "#") {
      if appendNumeric() { return }
    } else if appendNamed(inAttribute: inAttribute) {
      return
    }
    position = start + 1
    text.append(UInt8(ascii: "&"))
  }

  private mutating func appendNumeric() -> Bool {
    position += 1
    let isHex = peek(0) == UInt8(ascii: "x") || peek(0) == UInt8(ascii: "X")
    if isHex { position += 1 }
    var value: UInt32 = 0
    var digits = 0
    while let byte = peek(0), let digit = Self.digit(byte, isHex: isHex) {
      value = min(value * (isHex ? 16 : 10) + digit, 0x110000)
      digits += 1
      position += 1
    }
    guard digits > 0 else { return false }
    if peek(0) == UInt8(ascii: ";") { position += 1 }
    let scalar = (0x80...0x9F).contains(value) ? Windows1252.scalar(UInt8(value)) : Unicode.Scalar(value)
    append(scalar.flatMap { $0.value == 0 ? nil : $0 } ?? "\u{FFFD}")
    return true
  }

  private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46 where isHex: UInt32(byte - 0x41 + 10)
    case 0x61...0x66 where isHex: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
  }

  /// Appends the characters of the longest name that matches. In an attribute, a name without a semicolon that is
  /// followed by `=` or an alphanumeric character is text.
  /// - Returns: whether there is a reference.
  private mutating func appendNamed(inAttribute: Bool) -> Bool {
    var end = position
    while end < input.count, end - position < 33, Self.isAlphanumeric(input[end]) { end += 1 }
    if end < input.count, input[end] == UInt8(ascii: ";") { end += 1 }
    while end > position {
      let name = String(decoding: input[position..<end], as: UTF8.self)
      if let scalars = NamedReferences.table[name] {
        if inAttribute, input[end - 1] != UInt8(ascii: ";"), end < input.count,
          input[end] == UInt8(ascii: "=") || Self.isAlphanumeric(input[end])
        {
          return false
        }
        for scalar in scalars { append(scalar) }
        position = end
        return true
      }
      end -= 1
    }
    return false
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

extension NamedReferences {
  /// Built at the first named reference.
  static let table: [String: [Unicode.Scalar]] = {
    var table: [String: [Unicode.Scalar]] = [:]
    for entry in source.description.split(separator: "|") {
      let parts = entry.split(whereSeparator: { $0 == " " || $0 == "\n" })
      guard parts.count == 2 else { continue }
      table[String(parts[0])] = parts[1].split(separator: ",").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
    }
    return table
  }()
}
