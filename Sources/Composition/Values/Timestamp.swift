/// A date, or a moment with the offset it was written with (RFC 3339).
package struct Timestamp: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z; a date without time counts as its first second in UTC.
  package var seconds: Int64
  /// Seconds east of UTC.
  package var offset: Int
  package var hasTime: Bool

  package init(seconds: Int64, offset: Int = 0, hasTime: Bool = true) {
    self.seconds = seconds
    self.offset = offset
    self.hasTime = hasTime
  }

  /// Reads `2026-11-20` and `2026-11-20T09:14:00.5+01:00`; nil for all else. Fractions of a second are passed over.
  package init?(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    let days = Self.daysSinceEpoch(year: year, month: month, day: day)
    if reader.isAtEnd {
      self.init(seconds: days * 86400, hasTime: false)
      return
    }
    guard reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2), hour < 24,
      reader.take(":"), let minute = reader.number(2), minute < 60,
      reader.take(":"), let second = reader.number(2), second <= 60
    else { return nil }
    if reader.take("."), !reader.skipDigits() { return nil }
    var offset = 0
    if !reader.take("Z"), !reader.take("z") {
      let isWest = reader.take("-")
      guard isWest || reader.take("+"), let hours = reader.number(2), hours < 24, reader.take(":"),
        let minutes = reader.number(2), minutes < 60
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
    guard reader.isAtEnd else { return nil }
    let clock = Int64(hour * 3600 + minute * 60 + second)
    self.init(seconds: days * 86400 + clock - Int64(offset), offset: offset)
  }

  /// RFC 3339, in the offset it was written with: `2026-11-20` or `2026-11-20T09:14:00+01:00`.
  package var text: String {
    let local = seconds + Int64(offset)
    let (days, clock) = (Self.floorDivide(local, 86400), Int(local - Self.floorDivide(local, 86400) * 86400))
    let (year, month, day) = Self.date(daysSinceEpoch: days)
    let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    guard hasTime else { return date }
    let time = "\(Self.padded(clock / 3600, 2)):\(Self.padded(clock / 60 % 60, 2)):\(Self.padded(clock % 60, 2))"
    guard offset != 0 else { return "\(date)T\(time)Z" }
    let minutes = abs(offset) / 60
    return "\(date)T\(time)\(offset < 0 ? "-" : "+")\(Self.padded(minutes / 60, 2)):\(Self.padded(minutes % 60, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days in the proleptic Gregorian calendar, counted in years that begin in March.
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = floorDivide(Int64(y), 400)
    let yearOfEra = Int64(y) - era * 400
    let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(daysSinceEpoch days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    return (Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month, Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1))
  }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : -((b - 1 - a) / b) }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0
    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
      position += 1
      return true
    }

    mutating func number(_ width: Int) -> Int? {
      guard position + width <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[position..<position + width] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      position += width
      return value
    }

    mutating func skipDigits() -> Bool {
      let start = position
      while number(1) != nil {}
      return position > start
    }
  }
}
