/// A check of IPP messages before libcups reads them, whose reader calls itself for each nested collection.
enum IPPStructure {
  static let maximumDepth = 8

  /// Whether the attributes (RFC 8010 §3.1) end within the bytes, and collections are nested at most `maximumDepth`
  /// times.
  static func isSound(_ bytes: [UInt8]) -> Bool {
    var position = 8
    var depth = 0
    func length() -> Int? {
      guard position + 2 <= bytes.count else { return nil }
      defer { position += 2 }
      return Int(bytes[position]) << 8 | Int(bytes[position + 1])
    }
    while position < bytes.count {
      let tag = bytes[position]
      position += 1
      // The end of the attributes, and the beginnings of groups.
      if tag == 0x03 { return depth == 0 }
      if tag < 0x10 { continue }
      guard let name = length(), position + name <= bytes.count else { return false }
      position += name
      guard let value = length(), position + value <= bytes.count else { return false }
      position += value
      if tag == 0x34 { depth += 1 }
      if tag == 0x37 { depth -= 1 }
      guard (0...maximumDepth).contains(depth) else { return false }
    }
    return false
  }
}
