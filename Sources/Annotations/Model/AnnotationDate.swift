/// Dates of annotations.
enum AnnotationDate {
  /// A date of ISO 8601 (`2026-11-20T09:14:00.5+01:00`) as PDF writes it (ISO 32000-1, 7.9.4); nil where it is none.
  static func pdf(iso8601 text: String) -> String? {
    var rest = Array(text.utf8)[...]
    func digits(_ count: Int, _ range: ClosedRange<Int>) -> String? {
      let part = rest.prefix(count)
      let string = String(decoding: part, as: UTF8.self)
      guard part.count == count, part.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(string),
        range.contains(number)
      else { return nil }
      rest = rest.dropFirst(count)
      return string
    }
    func skip(_ characters: String) -> UInt8? {
      guard let first = rest.first, characters.utf8.contains(first) else { return nil }
      rest = rest.dropFirst()
      return first
    }
    guard let year = digits(4, 0...9999), skip("-") != nil, let month = digits(2, 1...12), skip("-") != nil,
      let day = digits(2, 1...31)
    else { return nil }
    var date = "D:" + year + month + day
    if rest.isEmpty { return date }
    guard skip("Tt ") != nil, let hour = digits(2, 0...23), skip(":") != nil, let minute = digits(2, 0...59) else {
      return nil
    }
    var second = "00"
    if skip(":") != nil {
      guard let given = digits(2, 0...60) else { return nil }
      // A leap second, which PDF does not know.
      second = given == "60" ? "59" : given
      if skip(".,") != nil { rest = rest.drop { (0x30...0x39).contains($0) } }
    }
    date += hour + minute + second
    if rest.isEmpty { return date }
    if skip("Zz") != nil { return rest.isEmpty ? date + "Z" : nil }
    guard let sign = skip("+-"), let hours = digits(2, 0...23) else { return nil }
    _ = skip(":")
    let minutes = rest.isEmpty ? "00" : digits(2, 0...59)
    guard let minutes, rest.isEmpty else { return nil }
    return date + (sign == 0x2B ? "+" : "-") + "\(hours)'\(minutes)'"
  }

  /// A date as PDF writes it in ISO 8601, as exact as it is; nil where it is none.
  static func iso8601(pdf text: String) -> String? {
    var rest = Array(text.utf8)[...]
    if rest.starts(with: [0x44, 0x3A]) { rest = rest.dropFirst(2) }
    func digits(_ count: Int) -> String? {
      let part = rest.prefix(count)
      guard part.count == count, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      rest = rest.dropFirst(count)
      return String(decoding: part, as: UTF8.self)
    }
    guard let year = digits(4) else { return nil }
    var date = year + "-" + (digits(2) ?? "01") + "-" + (digits(2) ?? "01")
    if let hour = digits(2) {
      date += "T" + hour + ":" + (digits(2) ?? "00") + ":" + (digits(2) ?? "00")
      switch rest.popFirst() {
      case nil: break
      case UInt8(ascii: "Z"): date += "Z"
      case let sign? where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
        guard let hours = digits(2) else { return nil }
        _ = rest.popFirst()
        date += (sign == UInt8(ascii: "+") ? "+" : "-") + hours + ":" + (digits(2) ?? "00")
      default: return nil
      }
    }
    // Only what can be read back is one.
    return pdf(iso8601: date) == nil ? nil : date
  }

  /// Milliseconds since 1970, in UTC, as PDF writes it; nil beyond the years 1970 to 9999.
  static func pdf(milliseconds: Double) -> String? {
    guard (0..<253_402_300_800_000).contains(milliseconds) else { return nil }
    let seconds = Int(milliseconds / 1_000)
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    // The civil date by the era of 400 years that begins in March.
    let shifted = days + 719_468
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    let year = yearOfEra + shifted / 146_097 * 400 + (month <= 2 ? 1 : 0)
    let parts = [month, dayOfYear - (153 * monthIndex + 2) / 5 + 1, rest / 3_600, rest % 3_600 / 60, rest % 60]
    return parts.reduce("D:\(year)") { $0 + ($1 < 10 ? "0" : "") + "\($1)" } + "Z"
  }
}
