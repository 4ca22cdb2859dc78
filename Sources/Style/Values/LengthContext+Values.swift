/// Computed values of numbers and lengths.
extension LengthContext {
  /// A length in px, a number, or an angle in degrees. A percentage is a fraction of 1; percentages in math functions
  /// are 0.
  func number(_ value: Value) -> Double {
    switch value {
    case .number(let number): number
    case .percentage(let percent): percent / 100
    case .dimension(let number, let unit): px(number, unit)
    case .math(let expression): expression.value(self)
    default: 0
    }
  }

  func lengthPercentage(_ value: Value, isNonNegative: Bool = false) -> LengthPercentage {
    switch value {
    case .percentage(let percent): return .percent(percent)
    case .math(let expression):
      let calculation = expression.calculation(self)
      guard isNonNegative else { return calculation.simplified }
      if case .px(let px) = calculation { return .px(max(0, px)) }
      if case .percent(let percent) = calculation { return .percent(max(0, percent)) }
      return .calc(.max([.px(0), calculation]))
    default: return .px(number(value))
    }
  }
}
