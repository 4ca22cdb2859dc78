import Amounts
import Foundation

/// An axis with round numbers: P. Heckbert, "Nice numbers for graph labels", Graphics Gems (1990), p. 61.
struct ChartScale: Equatable {
  /// The values of the ticks, exactly, in increasing order; at least two.
  private(set) var ticks: [ExactDecimal] = []
  private(set) var minimum, maximum: Double

  /// - Parameter count: the approximate number of ticks.
  init(from low: Double, to high: Double, ticks count: Int = 5) {
    var (low, high) = (min(low, high), max(low, high))
    if high - low <= max(abs(low), abs(high)) * Self.leastSpread {
      // A single value: one tick above or below.
      if low == 0 { high = 1 } else { (low, high) = (min(0, low), max(0, high)) }
    }
    let range = Self.nice(high - low, isRounded: false)
    let step = Self.nice(range.value / Double(count - 1), isRounded: true)
    let first = Int((low / step.value).rounded(.down))
    var last = Int((high / step.value).rounded(.up))
    // Division can leave the last tick just below the maximum.
    while Double(last) * step.value < high { last += 1 }
    ticks = (first...max(last, first + 1)).map { Self.multiple($0, step) }
    minimum = Double(first) * step.value
    maximum = Double(max(last, first + 1)) * step.value
  }

  /// The spread relative to the values below which they count as one: a smaller one has no exact ticks.
  private static let leastSpread = 1e-12

  /// The position of a value between minimum (0) and maximum (1).
  func position(_ value: Double) -> Double { (value - minimum) / (maximum - minimum) }

  /// A number 1, 2 or 5 times a power of ten: about `value` if rounded, otherwise not less.
  private static func nice(_ value: Double, isRounded: Bool) -> (digit: Int, exponent: Int, value: Double) {
    let exponent = Int(log10(value).rounded(.down))
    let fraction = value / pow(10, Double(exponent))
    let digit: Int
    if isRounded {
      digit = fraction < 1.5 ? 1 : fraction < 3 ? 2 : fraction < 7 ? 5 : 10
    } else {
      digit = fraction <= 1 ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10
    }
    return (digit, exponent, Double(digit) * pow(10, Double(exponent)))
  }

  private static func multiple(_ count: Int, _ step: (digit: Int, exponent: Int, value: Double)) -> ExactDecimal {
    var mantissa = Int128(count) * Int128(step.digit)
    var scale = -step.exponent
    while scale < 0 {
      mantissa *= 10
      scale += 1
    }
    // 2.0 is written as 2 if all ticks are whole: a step of 10 × 10⁻¹ is 1.
    if step.digit == 10, scale > 0 { (mantissa, scale) = (mantissa / 10, scale - 1) }
    return ExactDecimal(mantissa: mantissa, scale: scale)
  }
}
