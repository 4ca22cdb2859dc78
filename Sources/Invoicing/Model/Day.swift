import Dates

/// A day of the calendar, as written: never converted between time zones.
package struct Day: Hashable, Comparable, Sendable {
  /// ISO 8601: `2026-11-20`.
  package let text: String

  /// Parses `2026-11-20`; of a date with time and offset, the day that is written. Fails for other text.
  package init?(_ text: String) {
    guard let timestamp = Timestamp(text) else { return nil }
    self.text = String(timestamp.text.prefix(10))
  }

  private init(unchecked text: String) { self.text = text }

  /// Stands for a day that is missing while the other violations of a payload are collected.
  static let unknown = Day(unchecked: "0001-01-01")

  /// `20261120`, format 102 of UNTDID 2379.
  package var compact: String { text.filter { $0 != "-" } }

  package static func < (a: Day, b: Day) -> Bool { a.text < b.text }
}
