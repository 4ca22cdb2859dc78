import Glibc

/// A time in UTC with a resolution of one second, in the forms that the protocol uses.
package struct S3Time: Hashable, Comparable, Sendable {
  /// Since 1970.
  package let seconds: Int

  package init(seconds: Int) { self.seconds = seconds }

  package static var now: S3Time { S3Time(seconds: time(nil)) }

  package static func < (left: S3Time, right: S3Time) -> Bool { left.seconds < right.seconds }

  /// Such as `20130524T000000Z`, in signatures.
  var stamp: String {
    day + "T" + Self.padded(fields.tm_hour) + Self.padded(fields.tm_min) + Self.padded(fields.tm_sec) + "Z"
  }

  /// Such as `20130524`.
  var day: String {
    Self.padded(fields.tm_year + 1900, 4) + Self.padded(fields.tm_mon + 1) + Self.padded(fields.tm_mday)
  }

  /// Such as `2013-05-24T00:00:00Z`.
  package var iso8601: String {
    let fields = fields
    let date = [Self.padded(fields.tm_year + 1900, 4), Self.padded(fields.tm_mon + 1), Self.padded(fields.tm_mday)]
    let time = [fields.tm_hour, fields.tm_min, fields.tm_sec].map { Self.padded($0) }
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
  }

  /// Parses `2013-05-24T00:00:00Z`; fractions of a second are dropped.
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]), let day = Self.number(bytes[8..<10]),
      let hour = Self.number(bytes[11..<13]), let minute = Self.number(bytes[14..<16]),
      let second = Self.number(bytes[17..<19])
    else { return nil }
    self.init(year, month, day, hour, minute, second)
  }

  /// Parses the preferred form of HTTP (RFC 9110, section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  package init?(http text: String) {
    let parts = text.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3])
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3 else { return nil }
    self.init(year, month + 1, day, time[0], time[1], time[2])
  }

  private init?(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) {
    guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    seconds = timegm(&fields)
  }

  private var fields: tm {
    var fields = tm()
    var time = time_t(seconds)
    gmtime_r(&time, &fields)
    return fields
  }

  private static func padded(_ number: Int32, _ digits: Int = 2) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
