/// An exact decimal number: an integer mantissa and the number of digits after the decimal point.
///
/// Results with more than 38 digits are nil, never rounded.
package struct ExactDecimal: Sendable {
  package private(set) var mantissa: Int128
  /// Digits after the decimal point: 0...maximumScale for parsed numbers, more for products.
  package private(set) var scale: Int

  package static let zero = ExactDecimal(mantissa: 0, scale: 0)
  /// Limits for parsed numbers, chosen so that a product of two fits.
  package static let maximumDigits = 18
  package static let maximumScale = 12

  package init(mantissa: Int128, scale: Int) {
    self.mantissa = mantissa
    self.scale = scale
  }

  /// Parses `-12.50`, `3`, `1e-2`; nil for other text, and for numbers beyond the limits.
  package init?(_ text: String) {
    var mantissa: Int128 = 0
    var digits = 0
    var significant = 0
    var scale = 0
    var exponent = 0
    var isNegative = false
    var bytes = Array(text.utf8)[...]
    if bytes.first == UInt8(ascii: "-") {
      isNegative = true
      bytes = bytes.dropFirst()
    }
    var sawPoint = false
    while let byte = bytes.first {
      if byte == UInt8(ascii: "."), !sawPoint, digits > 0 {
        sawPoint = true
        bytes = bytes.dropFirst()
        guard let next = bytes.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else { return nil }
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits += 1
        mantissa = mantissa * 10 + Int128(byte - UInt8(ascii: "0"))
        if mantissa != 0 { significant += 1 }
        if sawPoint { scale += 1 }
        guard significant <= Self.maximumDigits, digits <= 64 else { return nil }
        bytes = bytes.dropFirst()
      } else {
        break
      }
    }
    guard digits > 0 else { return nil }
    if let byte = bytes.first {
      guard byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") else { return nil }
      let rest = bytes.dropFirst()
      guard rest.count <= 4, let value = Int(String(decoding: rest, as: UTF8.self)) else { return nil }
      exponent = value
    }
    self.init(isNegative ? -mantissa : mantissa, scale: scale - exponent, significant: significant)
  }

  /// Any number, with a scale within the limits; nil if that is not possible.
  /// - Parameter significant: the number of digits of `mantissa`.
  private init?(_ mantissa: Int128, scale: Int, significant: Int) {
    var (mantissa, scale, significant) = (mantissa, scale, significant)
    while scale > Self.maximumScale, mantissa % 10 == 0, mantissa != 0 {
      mantissa /= 10
      scale -= 1
    }
    if mantissa == 0 { scale = Swift.min(Swift.max(scale, 0), Self.maximumScale) }
    while scale < 0 {
      mantissa *= 10
      significant += 1
      scale += 1
      guard significant <= Self.maximumDigits else { return nil }
    }
    guard scale <= Self.maximumScale else { return nil }
    self.init(mantissa: mantissa, scale: scale)
  }

  package func adding(_ other: ExactDecimal) -> ExactDecimal? {
    let common = Swift.max(scale, other.scale)
    guard let a = rescaledUp(to: common), let b = other.rescaledUp(to: common) else { return nil }
    let (sum, overflow) = a.mantissa.addingReportingOverflow(b.mantissa)
    return overflow ? nil : ExactDecimal(mantissa: sum, scale: common)
  }

  package func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: other.mantissa)
    return overflow ? nil : ExactDecimal(mantissa: product, scale: scale + other.scale)
  }

  package func subtracting(_ other: ExactDecimal) -> ExactDecimal? { adding(other.negated) }

  package var negated: ExactDecimal { ExactDecimal(mantissa: -mantissa, scale: scale) }

  /// The quotient, rounded once to exactly `digits` digits after the point; 0.5 rounds away from zero. Returns nil for
  /// a divisor of 0.
  package func divided(by divisor: ExactDecimal, to digits: Int) -> ExactDecimal? {
    let shift = divisor.scale + digits - scale
    guard divisor.mantissa != 0,
      let numerator = ExactDecimal(mantissa: mantissa, scale: 0).rescaledUp(to: max(shift, 0)),
      let denominator = ExactDecimal(mantissa: divisor.mantissa, scale: 0).rescaledUp(to: max(-shift, 0))
    else { return nil }
    let (quotient, remainder) = numerator.mantissa.quotientAndRemainder(dividingBy: denominator.mantissa)
    let isUp = remainder.magnitude >= denominator.mantissa.magnitude - remainder.magnitude
    let sign = numerator.mantissa.signum() * denominator.mantissa.signum()
    return ExactDecimal(mantissa: quotient + (isUp ? sign : 0), scale: digits)
  }

  /// Rounding rules.
  package enum Rounding: String, CaseIterable, Sendable {
    /// 0.5 rounds away from zero, as on most invoices.
    case halfUp = "half-up"
    /// 0.5 rounds to the even neighbour.
    case halfEven = "half-even"
  }

  /// The value with exactly `digits` digits after the point.
  package func rounded(to digits: Int, _ rule: Rounding) -> ExactDecimal? {
    guard scale > digits else { return rescaledUp(to: digits) }
    guard let divisor = Self.powerOfTen(scale - digits) else { return ExactDecimal(mantissa: 0, scale: digits) }
    let (quotient, remainder) = mantissa.quotientAndRemainder(dividingBy: divisor)
    let half = divisor / 2
    let isUp =
      switch rule {
      case .halfUp: remainder.magnitude >= half
      case .halfEven: remainder.magnitude > half || (remainder.magnitude == half && quotient % 2 != 0)
      }
    return ExactDecimal(mantissa: quotient + (isUp ? mantissa.signum() : 0), scale: digits)
  }

  /// Whether all digits after the first `digits` decimals are 0.
  package func fits(fractionDigits digits: Int) -> Bool {
    guard scale > digits else { return true }
    guard let divisor = Self.powerOfTen(scale - digits) else { return mantissa == 0 }
    return mantissa % divisor == 0
  }

  private func rescaledUp(to digits: Int) -> ExactDecimal? {
    guard let factor = Self.powerOfTen(digits - scale) else { return nil }
    let (value, overflow) = mantissa.multipliedReportingOverflow(by: factor)
    return overflow ? nil : ExactDecimal(mantissa: value, scale: digits)
  }

  private static func powerOfTen(_ exponent: Int) -> Int128? {
    guard (0...38).contains(exponent) else { return nil }
    var value: Int128 = 1
    for _ in 0..<exponent { value *= 10 }
    return value
  }
}

extension ExactDecimal: Hashable, Comparable, CustomStringConvertible {
  /// Plain digits with a point: `-1234.50`.
  package var description: String {
    var digits = String(mantissa.magnitude)
    if scale > 0 {
      if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
    }
    return mantissa < 0 ? "-" + digits : digits
  }

  /// The number without trailing zeros.
  package var normalized: ExactDecimal {
    var value = self
    while value.scale > 0, value.mantissa % 10 == 0 {
      value.mantissa /= 10
      value.scale -= 1
    }
    return value
  }

  package static func == (a: ExactDecimal, b: ExactDecimal) -> Bool {
    let (a, b) = (a.normalized, b.normalized)
    return a.mantissa == b.mantissa && a.scale == b.scale
  }

  package func hash(into hasher: inout Hasher) {
    let value = normalized
    hasher.combine(value.mantissa)
    hasher.combine(value.scale)
  }

  package static func < (a: ExactDecimal, b: ExactDecimal) -> Bool {
    let common = Swift.max(a.scale, b.scale)
    if let x = a.rescaledUp(to: common), let y = b.rescaledUp(to: common) { return x.mantissa < y.mantissa }
    // A number that is too large to rescale has the smaller scale and the larger magnitude, so its sign decides.
    return a.scale < b.scale ? a.mantissa < 0 : b.mantissa > 0
  }
}
