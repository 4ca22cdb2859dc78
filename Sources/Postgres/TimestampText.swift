import Dates
import FoundationEssentials

/// The text form of `timestamptz` under `DateStyle` ISO and `TimeZone` UTC: `2026-05-20 12:34:56.789+00`.
enum TimestampText {
  /// - Returns: nil for malformed text, `infinity` and years before 1.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    var index = 0
    func number(digits: ClosedRange<Int>) -> Int? {
      let start = index
      var value = 0
      while index < text.count, index - start < digits.upperBound, text[index] >= 48, text[index] <= 57 {
        value = value * 10 + Int(text[index] - 48)
        index += 1
      }
      return index - start >= digits.lowerBound ? value : nil
    }
    func skip(_ character: Unicode.Scalar) -> Bool {
      guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }
    guard let year = number(digits: 4...6), skip("-"), let month = number(digits: 2...2), skip("-"),
      let day = number(digits: 2...2), skip(" "), let hour = number(digits: 2...2), skip(":"),
      let minute = number(digits: 2...2), skip(":"), let second = number(digits: 2...2)
    else { return nil }
    var micros = 0
    if skip(".") {
      let start = index
      guard var fraction = number(digits: 1...6) else { return nil }
      for _ in (index - start)..<6 { fraction *= 10 }
      micros = fraction
    }
    guard skip("+"), let zone = number(digits: 2...2), zone == 0, index == text.count, (1...12).contains(month) else {
      return nil
    }
    let days = CivilDate.days(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds) + Double(micros) / 1_000_000)
  }

  /// - Returns: nil if the date is outside PostgreSQL's range.
  static func write(_ date: Date) -> String? {
    let interval = date.timeIntervalSince1970
    guard interval > -62_000_000_000, interval < 9_000_000_000_000 else { return nil }
    let micros = Int((interval * 1_000_000).rounded())
    let seconds = micros.floorDivided(by: 1_000_000)
    let (days, rest) = (seconds.floorDivided(by: 86_400), seconds - seconds.floorDivided(by: 86_400) * 86_400)
    let (year, month, day) = CivilDate.date(days: days)
    return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2)) \((rest / 3600).padded(to: 2)):"
      + "\((rest / 60 % 60).padded(to: 2)):\((rest % 60).padded(to: 2)).\((micros - seconds * 1_000_000).padded(to: 6))+00"
  }
}
