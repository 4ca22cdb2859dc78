/// Base64 as in XML Schema: the alphabet of RFC 4648 §4 with padding, without white space.
enum Base64Text {
  static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count % 4 == 0 else { return false }
    let padding = bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
    return bytes.dropLast(padding).allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
