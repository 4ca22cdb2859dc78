/// The grammar of SVG path data (SVG 2 §9.3.9), for `path()`, which is ignored unless its whole string is valid.
struct PathSyntax {
  /// The limits of path data, which are those of drawings.
  private static let mostSegments = 200_000
  private static let largest = 1e9

  private let bytes: [UInt8]
  private var position = 0

  private init(_ text: String) { bytes = Array(text.utf8) }

  static func isValid(_ text: String) -> Bool {
    var syntax = PathSyntax(text)
    return syntax.readPath()
  }

  private mutating func readPath() -> Bool {
    skipSpace()
    var command: UInt8 = 0
    var segments = 0
    while position < bytes.count {
      let letter = bytes[position] | 0x20
      if UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter {
        position += 1
        skipSpace()
      } else if command == 0 || command == UInt8(ascii: "z") {
        return false
      }
      command = UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter ? letter : command
      guard segments > 0 || command == UInt8(ascii: "m") else { return false }
      // An arc is drawn as up to four curves.
      segments += command == UInt8(ascii: "a") ? 4 : 1
      guard segments <= Self.mostSegments, takeArguments(of: command) else { return false }
    }
    return segments > 0
  }

  private mutating func takeArguments(of command: UInt8) -> Bool {
    switch command {
    case UInt8(ascii: "z"):
      skipSeparator()
      return true
    case UInt8(ascii: "h"), UInt8(ascii: "v"): return takeNumbers(1)
    case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "t"): return takeNumbers(2)
    case UInt8(ascii: "s"), UInt8(ascii: "q"): return takeNumbers(4)
    case UInt8(ascii: "c"): return takeNumbers(6)
    case UInt8(ascii: "a"): return takeNumbers(3) && takeFlag() && takeFlag() && takeNumbers(2)
    default: return false
    }
  }

  private mutating func takeNumbers(_ count: Int) -> Bool { (0..<count).allSatisfy { _ in takeNumber() } }

  private mutating func takeNumber() -> Bool {
    let start = position
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
      position += 1
    }
    var digits = takeDigits()
    if position < bytes.count, bytes[position] == UInt8(ascii: "."),
      digits > 0 || position + 1 < bytes.count && Self.isDigit(bytes[position + 1])
    {
      position += 1
      digits += takeDigits()
    }
    guard digits > 0 else { return false }
    takeExponent()
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
      value.magnitude <= Self.largest
    else { return false }
    skipSeparator()
    return true
  }

  private mutating func takeExponent() {
    let start = position
    guard position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") else { return }
    position += 1
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
      position += 1
    }
    if takeDigits() == 0 { position = start }
  }

  private mutating func takeFlag() -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "0") || bytes[position] == UInt8(ascii: "1") else {
      return false
    }
    position += 1
    skipSeparator()
    return true
  }

  private mutating func takeDigits() -> Int {
    let start = position
    while position < bytes.count, Self.isDigit(bytes[position]) { position += 1 }
    return position - start
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] == 0x20 || 9...13 ~= bytes[position] { position += 1 }
  }

  /// Skips white space with at most one comma.
  private mutating func skipSeparator() {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return }
    position += 1
    skipSpace()
  }
}
