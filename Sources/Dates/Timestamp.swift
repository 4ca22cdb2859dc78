import Glibc

/// A date, or a point in time with the UTC offset it was written with (RFC 3339).
package struct Timestamp: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z. A date without time is its first second in UTC.
  package var seconds: Int64
  /// Seconds east of UTC.
  package var offset: Int
  package var hasTime: Bool

  package init(seconds: Int64, offset: Int = 0, hasTime: Bool = true) {
    self.seconds = seconds
    self.offset = offset
    self.hasTime = hasTime
  }

  /// The time of the system's clock.
  package static var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }

  /// Parses `2026-11-20` and `2026-11-20T09:14:00.5+01:00`; nil for other text. Fractions of a second are ignored.
  package init?(_ text: String) {
    var scanner = DateScanner(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2, in: 1...12), scanner.skip("-"),
      let day = scanner.number(2, in: 1...CivilDate.daysInMonth(month, of: year))
    else { return nil }
    let midnight = CivilDate.days(year: year, month: month, day: day) * 86_400
    if scanner.isAtEnd {
      self.init(seconds: Int64(midnight), hasTime: false)
      return
    }
    guard scanner.take(anyOf: "Tt ") != nil, let clock = scanner.clock() else { return nil }
    if scanner.skip("."), scanner.skipDigits() == 0 { return nil }
    guard let offset = Self.offset(&scanner), scanner.isAtEnd else { return nil }
    self.init(seconds: Int64(midnight + clock - offset), offset: offset)
  }

  /// `Z` or `+01:00`.
  private static func offset(_ scanner: inout DateScanner) -> Int? {
    guard let sign = scanner.take(anyOf: "Zz+-") else { return nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return 0 }
    guard let hours = scanner.number(2, in: 0...23), scanner.skip(":"), let minutes = scanner.number(2, in: 0...59)
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  /// RFC 3339, with the original offset: `2026-11-20` or `2026-11-20T09:14:00+01:00`.
  package var text: String {
    let fields = fields
    let date = "\(fields.year.padded(to: 4))-\(fields.month.padded(to: 2))-\(fields.day.padded(to: 2))"
    guard hasTime else { return date }
    let time = [fields.hour, fields.minute, fields.second].map { $0.padded(to: 2) }.joined(separator: ":")
    guard offset != 0 else { return "\(date)T\(time)Z" }
    let minutes = abs(offset) / 60
    return "\(date)T\(time)\(offset < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
  }
}
