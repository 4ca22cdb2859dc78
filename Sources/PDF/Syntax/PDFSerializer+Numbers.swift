/// Real numbers (ISO 32000-1, 7.3.3).
extension PDFSerializer {
  mutating func write(real value: Double) {
    for power in [1e3, 1e6, 1e9] {
      // A decimal of at most 15 digits is the shortest one that reads back as the number.
      let scaled = (value * power).rounded()
      if scaled != 0, abs(scaled) < 1e15, scaled / power == value {
        return write(decimal: Int(scaled), power: Int(power))
      }
    }
    write(text: PDFSerializer.decimal(value))
  }

  /// A number without zeros at its end.
  /// - Parameter number: the number times `power`.
  private mutating func write(decimal number: Int, power: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = Int(number.magnitude).quotientAndRemainder(dividingBy: power)
    write(whole)
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var fraction = rest
    var unit = power / 10
    while fraction > 0 {
      bytes.append(0x30 + UInt8(fraction / unit))
      fraction %= unit
      unit /= 10
    }
  }

  /// The shortest decimal that reads back as `value`. PDF has no exponents.
  static func decimal(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let text = value.description
    guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let isNegative = text.hasPrefix("-")
    let mantissa = text[..<e].drop { $0 == "-" }
    let parts = mantissa.split(separator: ".")
    let digits = parts.joined()
    let point = (parts.first?.count ?? 0) + exponent
    let magnitude: String
    if point <= 0 {
      magnitude = "0." + String(repeating: "0", count: -point) + digits
    } else if point >= digits.count {
      magnitude = digits + String(repeating: "0", count: point - digits.count)
    } else {
      magnitude = "\(digits.prefix(point)).\(digits.dropFirst(point))"
    }
    return (isNegative ? "-" : "") + magnitude
  }
}
