import Foundation

/// A time as `2026-01-31T12:00:05Z`.
func timestamp(_ date: Date) -> String { date.formatted(.iso8601) }

func timestamp(_ date: Date?) -> String { date.map { timestamp($0) } ?? "-" }

/// Seconds as `850 ms`, `12.3 s`, `4 min 10 s`, `3 h 2 min`, `5 d 1 h`.
func duration(seconds: Double) -> String {
  let whole = Int(seconds)
  return switch seconds {
  case ..<1: "\(Int(seconds * 1000)) ms"
  case ..<60: String(format: "%.1f s", seconds)
  case ..<3600: "\(whole / 60) min \(whole % 60) s"
  case ..<86_400: "\(whole / 3600) h \(whole % 3600 / 60) min"
  default: "\(whole / 86_400) d \(whole % 86_400 / 3600) h"
  }
}

/// The digits of a whole number in groups of three: `1,234,567`.
func grouped(_ number: Int64) -> String {
  let digits = String(number.magnitude)
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return number < 0 ? "-" + text : text
}

/// Milliseconds with a digit after the point.
func milliseconds(_ value: Double) -> String { String(format: "%.1f ms", value) }

/// Points with a digit after the point, unless that is zero.
func points(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}
