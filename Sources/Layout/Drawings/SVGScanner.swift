/// Reads numbers and words of SVG attribute values (SVG 2 §4.2, §9.3).
package struct SVGScanner {
  private let bytes: ContiguousArray<UInt8>
  private var position: Int
  private let end: Int

  package init(_ value: SVGValue) {
    bytes = value.bytes
    position = value.range.lowerBound
    end = value.range.upperBound
  }

  package var isAtEnd: Bool { position == end }
  /// The next byte; 0 at the end.
  package var next: UInt8 { byte(position) }

  private func byte(_ offset: Int) -> UInt8 { offset < end ? bytes[offset] : 0 }

  package mutating func skipSpace() {
    while position < end, bytes[position] == 0x20 || 9...13 ~= bytes[position] { position += 1 }
  }

  /// Skips white space with at most one comma.
  package mutating func skipSeparator() {
    skipSpace()
    guard take(UInt8(ascii: ",")) else { return }
    skipSpace()
  }

  package mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Letters, digits and hyphens.
  package mutating func word() -> String {
    let start = position
    while position < end, Self.isLetter(next) || Self.isDigit(next) || next == UInt8(ascii: "-") {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// A finite number. Nil, without a change, if there is none.
  package mutating func number() -> Double? {
    let start = position
    var last = start
    let isNegative = byte(last) == UInt8(ascii: "-")
    if isNegative || byte(last) == UInt8(ascii: "+") { last += 1 }
    let digits = last
    var significand: UInt64 = 0
    func take() {
      significand = significand &* 10 &+ UInt64(byte(last) - 0x30)
      last += 1
    }
    while Self.isDigit(byte(last)) { take() }
    var count = last - digits
    var decimals = 0
    if byte(last) == UInt8(ascii: "."), count > 0 || Self.isDigit(byte(last + 1)) {
      last += 1
      let fraction = last
      while Self.isDigit(byte(last)) { take() }
      decimals = last - fraction
      count += decimals
    }
    guard count > 0 else { return nil }
    let hasExponent = skipExponent(&last)
    // A quotient of two exact numbers is the nearest one to the decimal.
    let value: Double? =
      count <= 15 && !hasExponent
      ? (isNegative ? -1 : 1) * Double(significand) / Self.powers[decimals]
      : Double(String(decoding: bytes[(byte(start) == UInt8(ascii: "+") ? start + 1 : start)..<last], as: UTF8.self))
    guard let value, abs(value) <= 1e9 else { return nil }
    position = last
    return value
  }

  private func skipExponent(_ last: inout Int) -> Bool {
    guard byte(last) | 0x20 == UInt8(ascii: "e") else { return false }
    var exponent = last + 1
    if byte(exponent) == UInt8(ascii: "-") || byte(exponent) == UInt8(ascii: "+") { exponent += 1 }
    guard Self.isDigit(byte(exponent)) else { return false }
    while Self.isDigit(byte(exponent)) { exponent += 1 }
    last = exponent
    return true
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// A digit of a flag, which may be followed by a number without a separator.
  package mutating func flag() -> Bool? {
    if take(UInt8(ascii: "0")) { return false }
    return take(UInt8(ascii: "1")) ? true : nil
  }

  /// All numbers to the end. Returns nil if there is anything else.
  package static func numbers(_ value: SVGValue, most: Int = 100_000) -> [Double]? {
    var scanner = SVGScanner(value)
    var numbers: [Double] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard let number = scanner.number(), numbers.count < most else { return nil }
      numbers.append(number)
      scanner.skipSeparator()
    }
    return numbers
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
}
