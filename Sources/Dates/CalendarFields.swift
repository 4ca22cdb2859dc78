/// Date and time of day in the proleptic Gregorian calendar, as a `Timestamp` shows them in its offset.
package struct CalendarFields: Hashable, Sendable {
  package var year, month, day: Int
  package var hour, minute, second: Int
  /// 0 is Sunday.
  package var weekday: Int
}

extension Timestamp {
  package var fields: CalendarFields {
    let local = Int(seconds) + offset
    let days = local.floorDivided(by: 86_400)
    let clock = local - days * 86_400
    let (year, month, day) = CivilDate.date(days: days)
    // 1970-01-01 was a Thursday.
    let weekday = days + 4 - (days + 4).floorDivided(by: 7) * 7
    return CalendarFields(
      year: year, month: month, day: day, hour: clock / 3_600, minute: clock / 60 % 60, second: clock % 60,
      weekday: weekday)
  }
}
