extension JSONValue {
  /// The value as compact JSON: numbers as they were written, members in order.
  package var text: String {
    var out: [UInt8] = []
    write(to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Recursive; the depth is limited by the parser.
  private func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += Array("null".utf8)
    case .bool(let flag): out += Array(flag ? "true".utf8 : "false".utf8)
    case .number(let text): out += Array(text.utf8)
    case .string(let text): Self.write(text, to: &out)
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        element.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let object):
      out.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &out)
        out.append(UInt8(ascii: ":"))
        member.value.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      var plain = 0
      for (index, byte) in bytes.enumerated()
      where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        out.append(contentsOf: bytes[plain..<index])
        plain = index + 1
        if byte < 0x20 {
          let digits = String(byte, radix: 16)
          out += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
        } else {
          out += [UInt8(ascii: "\\"), byte]
        }
      }
      out.append(contentsOf: bytes[plain...])
    }
    out.append(UInt8(ascii: "\""))
  }
}
