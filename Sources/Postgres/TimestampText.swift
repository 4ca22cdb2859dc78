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
    let seconds = micros.quotientFloor(1_000_000)
    let (days, rest) = (seconds.quotientFloor(86_400), seconds - seconds.quotientFloor(86_400) * 86_400)
    let (year, month, day) = CivilDate.date(days: days)
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2)) \(padded(rest / 3600, 2)):"
      + "\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2)).\(padded(micros - seconds * 1_000_000, 6))+00"
  }
}

/// Days since 1970-01-01 in the proleptic Gregorian calendar (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
private enum CivilDate {
  static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.quotientFloor(400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.quotientFloor(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Int {
  fileprivate func quotientFloor(_ divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
