/// Numbers (ISO 32000-1, 7.3.3).
extension PDFLexer {
  mutating func numberOrKeyword() -> PDFToken {
    let start = position
    var isNegative = false
    if let sign = peek(), sign == 0x2B || sign == 0x2D {
      isNegative = sign == 0x2D
      position += 1
    }
    var magnitude = 0
    var overflows = false
    var digits = 0
    while let byte = peek(), ByteClass.isDigit(byte) {
      let (tenfold, a) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, b) = tenfold.addingReportingOverflow(Int(byte - 0x30))
      overflows = overflows || a || b
      magnitude = overflows ? magnitude : sum
      digits += 1
      position += 1
    }
    if !overflows, digits > 0, peek().map({ !ByteClass.isRegular($0) }) ?? true {
      return .integer(isNegative ? -magnitude : magnitude)
    }
    var fraction = 0
    if peek() == 0x2E {
      position += 1
      while let byte = peek(), ByteClass.isDigit(byte) {
        if digits < Self.exactDigits { magnitude = magnitude * 10 + Int(byte - 0x30) }
        fraction += 1
        digits += 1
        position += 1
      }
    }
    // Not a number: the whole run of regular characters is an unknown keyword.
    guard digits > 0, peek().map({ !ByteClass.isRegular($0) }) ?? true, position - start <= 400 else {
      position = start
      return keyword()
    }
    if digits <= Self.exactDigits {
      // Both are exact, so the quotient is the number that is nearest (Clinger, "How to Read Floating Point Numbers
      // Accurately", 1990).
      let value = Double(magnitude) / Self.powersOfTen[fraction]
      return .real(isNegative ? -value : value)
    }
    guard let value = Double(String(decoding: bytes.array(start..<position), as: UTF8.self)), value.isFinite else {
      position = start
      return keyword()
    }
    return .real(value)
  }

  /// Integers of so many digits are exact as `Double`.
  private static let exactDigits = 15
  private static let powersOfTen = (0...exactDigits).map { power in
    (0..<power).reduce(1.0) { product, _ in product * 10 }
  }
}
