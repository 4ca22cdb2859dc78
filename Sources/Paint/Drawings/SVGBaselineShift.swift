import Layout
import TextShaping

/// How far the baseline of text is from that of the `text` element: `baseline-shift`, also that of elements around it,
/// and `alignment-baseline` (css-inline-3 §4).
struct SVGBaselineShift {
  /// `baseline-shift` of an element.
  private enum Own {
    case none
    /// A length, px upwards.
    case length(Double)
    /// A fraction of the font size.
    case fraction(Double)
    /// A number of line heights.
    case lines(Double)
  }

  private var own = Own.none
  /// The sum of the shifts of the ancestors, px upwards.
  private var length = 0.0
  /// The sum of the shifts of the ancestors, in line heights of a font of 1 px.
  private var lines = 0.0
  /// The baseline of the element's text that is at that of the parent; nil for the alphabetic one.
  var alignment: String?

  /// Sets the value of the element. A value that is not valid has no effect.
  mutating func set(_ value: SVGValue, _ style: SVGStyle) {
    switch value {
    case "baseline": own = .none
    case "sub": own = .lines(-0.5)
    case "super": own = .lines(0.5)
    default:
      if let percentage = value.percentage {
        own = .fraction(percentage / 100)
      } else if let length = style.length(value) {
        own = .length(length)
      }
    }
  }

  /// Adds the value of the element to those of the elements around it.
  /// - Parameter size: of the element's font, px.
  mutating func addOwn(size: Double) {
    switch own {
    case .none: return
    case .length(let px): length += px
    case .fraction(let fraction): length += fraction * size
    case .lines(let number): lines += number * size
    }
    own = .none
  }

  var hasOwn: Bool { if case .none = own { false } else { true } }

  /// The shift without the element's own value, px upwards.
  /// - Parameter size: of the font with the metrics.
  func height(_ metrics: FontMetrics, size: Double) -> Double {
    guard lines != 0, size > 0 else { return length }
    return length + lines * (metrics.ascent + metrics.descent) / size
  }
}
