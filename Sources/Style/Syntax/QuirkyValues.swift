/// Values that declarations of documents in quirks mode may have: colours without `#` and lengths without a unit (Quirks
/// Mode Standard §3.1 and §3.2).
extension KnownProperty {
  /// Whether the property is one of those whose values may be such.
  var acceptsQuirkyValues: Bool {
    switch self {
    case .longhand(let property):
      switch property {
      case .backgroundColor, .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor, .color,
        .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth, .bottom, .fontSize, .height, .left,
        .letterSpacing, .marginTop, .marginRight, .marginBottom, .marginLeft, .maxHeight, .maxWidth, .minHeight,
        .minWidth, .paddingTop, .paddingRight, .paddingBottom, .paddingLeft, .right, .textIndent, .top, .verticalAlign,
        .width, .wordSpacing:
        true
      default: false
      }
    case .shorthand(let shorthand):
      switch shorthand {
      case .borderColor, .borderWidth, .margin, .padding: true
      default: false
      }
    }
  }
}

extension ValueParser {
  /// Three or six hexadecimal digits. An integer with fewer digits has zeros before them.
  mutating func hashlessColor() -> ColorValue? {
    let token = peek()
    guard isQuirky, position < end else { return nil }
    var digits = Array(list.source(position..<position + 1))
    if token.kind != .ident {
      guard token.flag, token.number >= 0 else { return nil }
      if digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    }
    if token.kind != .ident, digits.count < 6 {
      digits = Array(repeating: UInt8(ascii: "0"), count: 6 - digits.count) + digits
    }
    guard digits.count == 3 || digits.count == 6, let color = Color(hexDigits: digits) else { return nil }
    position += 1
    return .color(color)
  }
}
