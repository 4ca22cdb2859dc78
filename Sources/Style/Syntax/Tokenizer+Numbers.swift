import Glibc

/// Numbers, percentages and dimensions (css-syntax-3 §4.3.3).
extension Tokenizer {
  mutating func scanNumber() {
    let start = position
    let isSigned = peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-")
    let isNegative = peek() == UInt8(ascii: "-")
    if isSigned { position += 1 }
    var value = 0.0
    var isInteger = true
    while let byte = peek(), Self.isDigit(byte) {
      value = value * 10 + Double(byte - 0x30)
      position += 1
    }
    if peek() == UInt8(ascii: "."), Self.isDigit(peek(1)) {
      isInteger = false
      position += 1
      var digits = 0.0
      var scale = 1.0
      while let byte = peek(), Self.isDigit(byte) {
        if scale < 1e17 {
          digits = digits * 10 + Double(byte - 0x30)
          scale *= 10
        }
        position += 1
      }
      value += digits / scale
    }
    if let exponent = scanExponent() {
      isInteger = false
      value = value == 0 ? 0 : value * pow(10, Double(exponent))
    }
    if isNegative { value = -value }
    // The limit keeps arithmetic finite.
    value = max(-1e15, min(1e15, value))
    var token = Token(
      kind: .number, flag: isInteger, isSigned: isSigned, start: UInt32(start), end: UInt32(position),
      offset: UInt32(start), number: value)
    if startsIdent() {
      token.kind = .dimension
      token.unitStart = UInt32(position)
      token.hasEscape = scanName()
    } else if peek() == UInt8(ascii: "%") {
      token.kind = .percentage
      position += 1
    }
    token.end = UInt32(position)
    tokens.append(token)
  }

  /// Consumes an exponent such as `e-3`; nil if there is none.
  private mutating func scanExponent() -> Int? {
    guard let byte = peek(), byte | 0x20 == UInt8(ascii: "e") else { return nil }
    let signed = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
    guard Self.isDigit(peek(signed ? 2 : 1)) else { return nil }
    let isNegative = peek(1) == UInt8(ascii: "-")
    position += signed ? 2 : 1
    var exponent = 0
    while let byte = peek(), Self.isDigit(byte) {
      exponent = min(exponent * 10 + Int(byte - 0x30), 400)
      position += 1
    }
    return isNegative ? -exponent : exponent
  }
}
