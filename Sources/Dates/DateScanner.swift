/// Reads the numbers and separators of a date.
struct DateScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position == bytes.count }

  mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    position += 1
    return bytes[position - 1]
  }

  mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// The next character, if it is one of `characters`.
  mutating func take(anyOf characters: String) -> UInt8? {
    guard position < bytes.count, characters.utf8.contains(bytes[position]) else { return nil }
    return next()
  }

  /// A number of exactly `width` digits.
  mutating func number(_ width: Int, in range: ClosedRange<Int> = 0...9_999) -> Int? {
    guard position + width <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + width] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    guard range.contains(value) else { return nil }
    position += width
    return value
  }

  /// Seconds since midnight of a time such as `09:14:00`. A leap second is accepted.
  mutating func clock() -> Int? {
    guard let hour = number(2, in: 0...23), skip(":"), let minute = number(2, in: 0...59), skip(":"),
      let second = number(2, in: 0...60)
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  /// Skips digits.
  /// - Returns: their number.
  @discardableResult
  mutating func skipDigits() -> Int {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position - start
  }
}
