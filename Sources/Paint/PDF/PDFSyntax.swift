/// Values as PDF writes them (ISO 32000-1 §7.3).
enum PDFSyntax {
  /// A text string (§7.9.2.2): ASCII as it is, all else as UTF-16 with a byte order mark.
  static func text(_ value: String) -> String {
    if value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return literal(value.utf8) }
    return "<FEFF" + value.utf16.map { hex(UInt8($0 >> 8)) + hex(UInt8($0 & 0xFF)) }.joined() + ">"
  }

  /// A byte string: literal where it is ASCII, else hexadecimal.
  static func bytes(_ value: some Collection<UInt8>) -> String {
    if value.allSatisfy({ 0x20...0x7E ~= $0 }) { return literal(value) }
    return "<" + value.map(hex).joined() + ">"
  }

  private static func literal(_ value: some Collection<UInt8>) -> String {
    var result = "("
    for byte in value {
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\\") { result += "\\" }
      result.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return result + ")"
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }

  /// To a thousandth, never in exponent form, which PDF does not know.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let thousandths = Int((min(max(value, -1e6), 1e6) * 1000).rounded())
    let (whole, rest) = abs(thousandths).quotientAndRemainder(dividingBy: 1000)
    let sign = thousandths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    var digits = String(rest + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// `(D:20260131120000Z)` from ISO 8601 (§7.9.4); nil for what is not `YYYY-MM-DD[Thh:mm[:ss[.f]][Z|±hh[:]mm]]`.
  static func date(_ value: String) -> String? {
    var rest = value[...]
    func digits(_ count: Int, _ range: ClosedRange<Int>) -> String? {
      let part = rest.prefix(count)
      guard part.utf8.count == count, part.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(part),
        range.contains(number)
      else { return nil }
      rest.removeFirst(count)
      return String(part)
    }
    func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }
    guard let year = digits(4, 0...9999), skip("-"), let month = digits(2, 1...12), skip("-"),
      let day = digits(2, 1...31)
    else { return nil }
    var result = "D:" + year + month + day
    if rest.isEmpty { return "(\(result))" }
    guard skip("T") || skip("t") || skip(" "), let hour = digits(2, 0...23), skip(":"), let minute = digits(2, 0...59)
    else {
      return nil
    }
    var second = "00"
    if skip(":") {
      guard let given = digits(2, 0...60) else { return nil }
      second = given == "60" ? "59" : given
      if skip(".") { rest = rest.drop { $0.isNumber } }
    }
    result += hour + minute + second
    if rest.isEmpty { return "(\(result))" }
    if skip("Z") || skip("z") { return rest.isEmpty ? "(\(result)Z)" : nil }
    let sign = rest.first
    guard skip("+") || skip("-"), let sign, let hours = digits(2, 0...23) else { return nil }
    _ = skip(":")
    guard let minutes = digits(2, 0...59), rest.isEmpty else { return nil }
    return "(\(result)\(sign)\(hours)'\(minutes)')"
  }
}
