/// Reads numbers and words of SVG attribute values (SVG 2 §4.2, §9.3).
struct SVGScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position == bytes.count }
  /// The next byte; 0 at the end.
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipSpace() {
    while position < bytes.count, bytes[position] == 0x20 || 9...13 ~= bytes[position] { position += 1 }
  }

  /// Skips white space with at most one comma.
  mutating func skipSeparator() {
    skipSpace()
    guard take(UInt8(ascii: ",")) else { return }
    skipSpace()
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Letters, digits and hyphens.
  mutating func word() -> String {
    let start = position
    while position < bytes.count, Self.isLetter(next) || Self.isDigit(next) || next == UInt8(ascii: "-") {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// A finite number. Nil, without a change, if there is none.
  mutating func number() -> Double? {
    var end = position
    func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }
    if byte(end) == UInt8(ascii: "-") || byte(end) == UInt8(ascii: "+") { end += 1 }
    let digits = end
    while Self.isDigit(byte(end)) { end += 1 }
    var count = end - digits
    if byte(end) == UInt8(ascii: ".") {
      let fraction = end + 1
      var last = fraction
      while Self.isDigit(byte(last)) { last += 1 }
      if last > fraction || count > 0 { end = last }
      count += last - fraction
    }
    guard count > 0 else { return nil }
    if byte(end) | 0x20 == UInt8(ascii: "e") {
      var last = end + 1
      if byte(last) == UInt8(ascii: "-") || byte(last) == UInt8(ascii: "+") { last += 1 }
      let exponent = last
      while Self.isDigit(byte(last)) { last += 1 }
      if last > exponent { end = last }
    }
    let start = byte(position) == UInt8(ascii: "+") ? position + 1 : position
    guard let value = Double(String(decoding: bytes[start..<end], as: UTF8.self)), abs(value) <= 1e9 else { return nil }
    position = end
    return value
  }

  /// A digit of a flag, which may be followed by a number without a separator.
  mutating func flag() -> Bool? {
    if take(UInt8(ascii: "0")) { return false }
    return take(UInt8(ascii: "1")) ? true : nil
  }

  /// All numbers to the end. Nil if there is anything else.
  static func numbers(_ text: some StringProtocol, most: Int = 100_000) -> [Double]? {
    var scanner = SVGScanner(text)
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
