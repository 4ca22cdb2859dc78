/// Dates (ISO 32000-1, 7.9.4).
package enum PDFDate {
  /// `D:20260131120000Z` from ISO 8601; nil for anything but `YYYY-MM-DD[Thh:mm[:ss[.f]][Z|±hh[:]mm]]`.
  package static func text(iso8601: String) -> String? {
    var scanner = Scanner(rest: iso8601[...])
    guard let date = scanner.date() else { return nil }
    if scanner.rest.isEmpty { return date }
    guard let time = scanner.time(), let zone = scanner.zone(), scanner.rest.isEmpty else { return nil }
    return date + time + zone
  }

  private struct Scanner {
    var rest: Substring

    mutating func date() -> String? {
      guard let year = digits(4, 0...9999), skip("-"), let month = digits(2, 1...12), skip("-"),
        let day = digits(2, 1...31)
      else { return nil }
      return "D:" + year + month + day
    }

    /// A leap second becomes the second before it; fractions are dropped.
    mutating func time() -> String? {
      guard skip("T") || skip("t") || skip(" "), let hour = digits(2, 0...23), skip(":"),
        let minute = digits(2, 0...59)
      else { return nil }
      guard skip(":") else { return hour + minute + "00" }
      guard let second = digits(2, 0...60) else { return nil }
      if skip(".") { rest = rest.drop { $0.isNumber } }
      return hour + minute + (second == "60" ? "59" : second)
    }

    /// Empty if the text ends without a zone.
    mutating func zone() -> String? {
      if rest.isEmpty { return "" }
      if skip("Z") || skip("z") { return "Z" }
      let sign = rest.first
      guard skip("+") || skip("-"), let sign, let hours = digits(2, 0...23) else { return nil }
      _ = skip(":")
      guard let minutes = digits(2, 0...59) else { return nil }
      return "\(sign)\(hours)'\(minutes)'"
    }

    private mutating func digits(_ count: Int, _ range: ClosedRange<Int>) -> String? {
      let part = rest.prefix(count)
      guard part.utf8.count == count, part.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(part),
        range.contains(number)
      else { return nil }
      rest.removeFirst(count)
      return String(part)
    }

    private mutating func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }
  }
}
