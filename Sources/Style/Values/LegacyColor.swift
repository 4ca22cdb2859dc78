/// Legacy colour values of attributes (HTML 2.3.6), where nearly every string is a colour.
enum LegacyColor {
  static func parse(_ text: String) -> Color? {
    var text = text.trimmed
    if text.isEmpty || text.asciiLowercased == "transparent" { return nil }
    if let named = NamedColors.table[text] { return named }
    if text.utf8.count == 4, text.hasPrefix("#"), let color = Color(hexDigits: text.utf8.dropFirst()) {
      return color
    }
    if text.hasPrefix("#") { text.removeFirst() }
    var digits = text.unicodeScalars.prefix(128).flatMap { scalar -> [UInt8] in
      guard scalar.isASCII, Escapes.hexDigit(UInt8(scalar.value)) != nil else {
        return scalar.value > 0xFFFF ? [0x30, 0x30] : [0x30]
      }
      return [UInt8(scalar.value)]
    }
    while digits.isEmpty || digits.count % 3 != 0 { digits.append(0x30) }
    let length = digits.count / 3
    var channels = (0..<3).map { Array(digits[$0 * length..<($0 + 1) * length].suffix(8)) }
    while channels[0].count > 2, channels.allSatisfy({ $0[0] == 0x30 }) {
      channels = channels.map { Array($0.dropFirst()) }
    }
    let values = channels.map { channel in channel.prefix(2).reduce(UInt32(0)) { $0 * 16 + (Escapes.hexDigit($1) ?? 0) }
    }
    return Color(rgb: values[0] << 16 | values[1] << 8 | values[2])
  }
}
