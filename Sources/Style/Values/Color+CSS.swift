extension Color {
  /// A colour in the syntax of CSS (css-color-4 §4), as in presentation attributes of SVG.
  /// - Parameter current: the value of `currentColor`.
  /// - Returns: nil if the text is not exactly a colour, or depends on the current colour in another way.
  @export(interface)
  package init?(css text: String, current: Color) {
    var parser = ValueParser(text)
    guard let value = parser.color(), parser.atEnd else { return nil }
    switch value {
    case .color(let color): self = color
    case .current: self = current
    case .components, .mix, .relative: return nil
    }
  }

  /// A hexadecimal colour without its `#` (css-color-4 §5.2).
  /// - Returns: nil unless there are 3, 4, 6 or 8 hexadecimal digits.
  package init?(hexDigits text: some Collection<UInt8>) {
    guard text.count <= 8 else { return nil }
    var value: UInt32 = 0
    for byte in text {
      guard let digit = Escapes.hexDigit(byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    switch text.count {
    case 3, 4:
      func channel(_ index: Int) -> Float { Float(value >> (4 * (text.count - 1 - index)) & 15) / 15 }
      self.init(red: channel(0), green: channel(1), blue: channel(2), alpha: text.count == 4 ? channel(3) : 1)
    case 6, 8:
      func channel(_ index: Int) -> Float { Float(value >> (4 * (text.count - 2 - 2 * index)) & 255) / 255 }
      self.init(red: channel(0), green: channel(1), blue: channel(2), alpha: text.count == 8 ? channel(3) : 1)
    default: return nil
    }
  }
}
