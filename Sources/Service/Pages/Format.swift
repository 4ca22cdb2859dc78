import FoundationEssentials

/// Numbers and times as text.
enum Format {
  /// `1,234,567`.
  static func count(_ value: Int) -> String {
    var digits = Array(String(value.magnitude))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return (value < 0 ? "-" : "") + String(digits)
  }

  /// `0.42 s`, `3.1 s`, `12 min`, `5 h`, `2 d`.
  static func seconds(_ value: Double?) -> String {
    guard var value, value.isFinite else { return "–" }
    value = min(max(value, -1e12), 1e12)
    switch value {
    case ..<0.9995: return "\(Int((value * 1000).rounded())) ms"
    case ..<99.5: return "\(decimal(value, places: value < 9.95 ? 1 : 0)) s"
    case ..<5400: return "\(Int((value / 60).rounded())) min"
    case ..<172_800: return "\(Int((value / 3600).rounded())) h"
    default: return "\(Int((value / 86400).rounded())) d"
    }
  }

  static func bytes(_ value: Int64) -> String {
    switch value {
    case ..<1000: "\(value) B"
    case ..<1_000_000: "\(decimal(Double(value) / 1000, places: value < 10_000 ? 1 : 0)) kB"
    case ..<1_000_000_000: "\(decimal(Double(value) / 1_000_000, places: value < 10_000_000 ? 1 : 0)) MB"
    default: "\(decimal(Double(value) / 1_000_000_000, places: 1)) GB"
    }
  }

  /// `12.5`, without zeros at the end.
  static func decimal(_ value: Double, places: Int) -> String {
    let scale = [1.0, 10, 100, 1000][min(max(places, 0), 3)]
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < 1e15 else { return "\(value)" }
    let whole = Int(scaled / scale)
    let rest = Int(scaled.magnitude) % Int(scale)
    guard rest != 0 else { return count(whole) }
    let digits = String(rest)
    var fraction = String(repeating: "0", count: places - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(value < 0 && whole == 0 ? "-" : "")\(count(whole)).\(fraction)"
  }

  /// `2026-11-22 12:31:05 UTC`.
  static func time(_ date: Date) -> String {
    let text = date.formatted(.iso8601)
    return text.replacing("T", with: " ").replacing("Z", with: " UTC")
  }

  /// `12:31` or, of another day, `11-21 12:31`, in UTC.
  static func clock(_ date: Date, withDay: Bool) -> String {
    let text = date.formatted(.iso8601)
    return withDay
      ? "\(text.dropFirst(5).prefix(5)) \(text.dropFirst(11).prefix(5))" : String(text.dropFirst(11).prefix(5))
  }

  /// `5 s ago`, `in 3 min`.
  static func distance(_ date: Date, _ now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    if seconds.magnitude < 1 { return "now" }
    let text = self.seconds(seconds.magnitude.rounded())
    return seconds > 0 ? "\(text) ago" : "in \(text)"
  }
}
