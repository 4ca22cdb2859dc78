import Layout
import TextShaping

/// How far the baseline of text is from that of the `text` element: `baseline-shift`, also that of elements around it,
/// and `alignment-baseline` (css-inline-3 §4).
struct SVGBaselineShift {
  /// The font size of the parent.
  var size = 16.0
  /// px upwards.
  private var length = 0.0
  /// The same in line heights of a font of 1 px.
  private var lines = 0.0
  /// The baseline of the element's text that is at that of the parent; nil for the alphabetic one.
  var alignment: String?

  /// Returns false if the value is not supported.
  mutating func add(_ value: SVGValue, _ style: SVGStyle) -> Bool {
    switch value {
    case "baseline": return true
    case "sub": lines -= size / 2
    case "super": lines += size / 2
    default:
      guard let own = style.length(value) ?? value.percentage.map({ $0 / 100 * style.text.font.size }) else {
        return false
      }
      length += own
    }
    return true
  }

  /// px upwards.
  /// - Parameter size: of the font with the metrics.
  func height(_ metrics: FontMetrics, size: Double) -> Double {
    guard lines != 0, size > 0 else { return length }
    return length + lines * (metrics.ascent + metrics.descent) / size
  }
}
