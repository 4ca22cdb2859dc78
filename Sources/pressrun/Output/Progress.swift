/// The progress of a long operation.
struct Progress: Hashable {
  var done: Int
  /// It is nil if the number is not known.
  var total: Int?
  /// The counted things, in the plural.
  var unit: String
  /// More to say after the numbers, such as `3 discarded`.
  var details: [String] = []

  /// One line: a bar if the total is known, the numbers, the rate since the beginning and the remaining time at that
  /// rate.
  ///
  ///     [=======>            ]  37 %  370 of 1,000 jobs, 12.3/s, 51.2 s left
  ///
  /// - Parameter elapsed: seconds since the beginning.
  func text(elapsed: Double) -> String {
    let rate = elapsed > 0 ? Double(done) / elapsed : 0
    var parts: [String] = []
    var bar = ""
    if let total, total > 0 {
      let share = min(1, Double(done) / Double(total))
      let filled = Int(share * Double(Self.barWidth))
      let head = filled < Self.barWidth ? ">" : ""
      let empty = String(repeating: " ", count: Self.barWidth - filled - head.count)
      let percent = String(Int(share * 100))
      bar =
        "[" + String(repeating: "=", count: filled) + head + empty + "] "
        + String(repeating: " ", count: 3 - percent.count) + percent + " %  "
      parts.append("\(grouped(Int64(done))) of \(grouped(Int64(total))) \(unit)")
    } else {
      parts.append("\(grouped(Int64(done))) \(unit)")
    }
    parts += details
    if rate > 0 {
      parts.append(rate < 10 ? "\(points(rate))/s" : "\(grouped(Int64(rate)))/s")
      if let total, done < total { parts.append("\(duration(seconds: Double(total - done) / rate)) left") }
    }
    return bar + parts.joined(separator: ", ")
  }

  private static let barWidth = 20
}
