import Style

extension Stroke {
  /// A dotted or dashed line with whole dashes at both ends. The gap between dots is about their width. Dashes are
  /// twice as long as the line is wide and the gaps as long as it is wide, or three times and twice if it is thin, as
  /// in browsers.
  static func dashed(_ style: BorderStyle, width: Double, length: Double) -> Stroke {
    if style == .dotted, width >= 2 {
      // With round caps a dash of length 0 is a dot. The path begins and ends half a dot from the ends.
      let gaps = max(1, ((length - width) / (width * 2)).rounded())
      let period = max((length - width) / gaps, width)
      guard length > width else { return Stroke(width: width) }
      return Stroke(width: width, dashes: [0, period], dashOffset: -width / 2, cap: .round, join: .round)
    }
    let (dash, gap) = Self.pattern(style, width: width)
    // n dashes and n - 1 gaps fill the line.
    let gaps = max(0, ((length - dash) / (dash + gap)).rounded())
    guard gaps > 0 else { return Stroke(width: width) }
    let rest = (length - dash * (gaps + 1)) / gaps
    return rest > 0 ? Stroke(width: width, dashes: [dash, rest]) : Stroke(width: width)
  }

  /// The lengths of a dash and of a gap if nothing else restricts them.
  static func pattern(_ style: BorderStyle, width: Double) -> (dash: Double, gap: Double) {
    if style == .dotted { return (width, width) }
    return width < 3 ? (3 * width, 2 * width) : (2 * width, width)
  }
}
