/// Conversion between ISO 8601 and the dates of PDF (ISO 32000-1, 7.9.4). Dates are converted field by field, so that
/// they keep their precision and UTC offset.
package enum PDFDate {
  /// The PDF form of an ISO 8601 date such as `2026-11-20T09:14:00.5+01:00`; nil for other text. Fractions of a second
  /// are dropped; seconds, UTC offset and its minutes can be omitted.
  package static func pdf(iso8601 text: String) -> String? {
    var scanner = DateScanner(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2, in: 1...12), scanner.skip("-"),
      let day = scanner.number(2, in: 1...31)
    else { return nil }
    let date = "D:" + year.padded(to: 4) + month.padded(to: 2) + day.padded(to: 2)
    if scanner.isAtEnd { return date }
    guard scanner.take(anyOf: "Tt ") != nil, let hour = scanner.number(2, in: 0...23), scanner.skip(":"),
      let minute = scanner.number(2, in: 0...59)
    else { return nil }
    var second = 0
    if scanner.skip(":") {
      guard let stated = scanner.number(2, in: 0...60) else { return nil }
      // PDF has no leap seconds.
      second = min(stated, 59)
      if scanner.take(anyOf: ".,") != nil { scanner.skipDigits() }
    }
    guard let zone = zone(&scanner), scanner.isAtEnd else { return nil }
    return date + hour.padded(to: 2) + minute.padded(to: 2) + second.padded(to: 2) + zone
  }

  /// `Z`, `+01:00`, `+0100` or `+01` in PDF form, or nothing.
  private static func zone(_ scanner: inout DateScanner) -> String? {
    if scanner.isAtEnd { return "" }
    if scanner.take(anyOf: "Zz") != nil { return "Z" }
    guard let sign = scanner.take(anyOf: "+-"), let hours = scanner.number(2, in: 0...23) else { return nil }
    _ = scanner.skip(":")
    guard let minutes = scanner.isAtEnd ? 0 : scanner.number(2, in: 0...59) else { return nil }
    return (sign == UInt8(ascii: "+") ? "+" : "-") + "\(hours.padded(to: 2))'\(minutes.padded(to: 2))'"
  }

  /// The ISO 8601 form of a PDF date; nil for other text.
  package static func iso8601(pdf text: String) -> String? {
    var scanner = DateScanner(text)
    _ = scanner.skip("D:")
    func digits(_ number: Int?, or standard: Int) -> String { (number ?? standard).padded(to: 2) }
    guard let year = scanner.number(4) else { return nil }
    var date = year.padded(to: 4)
    for _ in 0..<2 { date += "-" + digits(scanner.number(2), or: 1) }
    if let hour = scanner.number(2) {
      date += "T" + hour.padded(to: 2)
      for _ in 0..<2 { date += ":" + digits(scanner.number(2), or: 0) }
      switch scanner.next() {
      case nil: break
      case UInt8(ascii: "Z"): date += "Z"
      case let sign? where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
        guard let hours = scanner.number(2) else { return nil }
        _ = scanner.next()
        date += (sign == UInt8(ascii: "+") ? "+" : "-") + hours.padded(to: 2) + ":" + digits(scanner.number(2), or: 0)
      default: return nil
      }
    }
    // The fields can still be out of range.
    return pdf(iso8601: date) == nil ? nil : date
  }

  /// The PDF form, in UTC, of a time in milliseconds since 1970; nil unless the year is from 1970 to 9999.
  package static func pdf(milliseconds: Double) -> String? {
    guard (0..<253_402_300_800_000).contains(milliseconds) else { return nil }
    let (days, clock) = Int(milliseconds / 1_000).quotientAndRemainder(dividingBy: 86_400)
    let (year, month, day) = CivilDate.date(days: days)
    let parts = [month, day, clock / 3_600, clock % 3_600 / 60, clock % 60].map { $0.padded(to: 2) }
    return "D:" + year.padded(to: 4) + parts.joined() + "Z"
  }
}
