/// The preferred form of dates in HTTP (RFC 9110, section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
extension Timestamp {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Fails for text of another form. The day of the week is not checked against the date.
  package init?(http text: String) {
    var scanner = DateScanner(text)
    guard Self.weekdays.contains(where: { scanner.skip($0) }), scanner.skip(", "), let day = scanner.number(2),
      scanner.skip(" "), let month = Self.months.firstIndex(where: { scanner.skip($0) }), scanner.skip(" "),
      let year = scanner.number(4), (1...CivilDate.daysInMonth(month + 1, of: year)).contains(day), scanner.skip(" "),
      let clock = scanner.clock(), scanner.skip(" GMT"), scanner.isAtEnd
    else { return nil }
    self.init(seconds: Int64(CivilDate.days(year: year, month: month + 1, day: day) * 86_400 + clock))
  }

  package var http: String {
    let fields = Timestamp(seconds: seconds).fields
    let date = "\(fields.day.padded(to: 2)) \(Self.months[fields.month - 1]) \(fields.year.padded(to: 4))"
    let clock = [fields.hour, fields.minute, fields.second].map { $0.padded(to: 2) }.joined(separator: ":")
    return "\(Self.weekdays[fields.weekday]), \(date) \(clock) GMT"
  }
}
