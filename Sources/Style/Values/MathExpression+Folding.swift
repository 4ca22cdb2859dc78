/// Computes expressions that need no context while they are parsed.
extension MathExpression {
  /// The expression reduced to one value if it can be computed without a `LengthContext`.
  var folded: MathExpression {
    guard let value = constantUnit else { return self }
    let context = LengthContext(metrics: { _, _ in 0 })
    switch (value, calculation(context)) {
    case (.number(_), .px(let result)): return .number(result)
    case (.percent(_), .percent(let result)): return .percent(result)
    case (.dimension(_, let unit), .px(let result)): return .dimension(result, unit)
    default: return self
    }
  }

  /// An operand with the unit of the whole expression; nil if the units of the operands differ or need a context.
  private var constantUnit: MathExpression? {
    switch self {
    case .number, .percent: return self
    case .dimension(_, let unit):
      return unit == .px || !unit.isLength ? self : nil
    case .sum(let terms), .min(let terms), .max(let terms):
      return Self.common(terms)
    case .product(let a, let b):
      guard let a = a.constantUnit, let b = b.constantUnit else { return nil }
      if case .number = b { return a }
      if case .number = a { return b }
      return nil
    case .invert(let a):
      if case .number? = a.constantUnit { return .number(1) }
      return nil
    case .clamp(let low, let value, let high): return Self.common([low, value, high].compactMap { $0 })
    case .function(let function, let arguments):
      guard let unit = Self.common(arguments) else { return nil }
      switch function {
      case .abs, .mod, .rem, .hypot, .roundUp, .roundDown, .roundNearest, .roundToZero: return unit
      case .asin, .acos, .atan, .atan2: return .dimension(0, .deg)
      default: return .number(0)
      }
    }
  }

  private static func common(_ terms: [MathExpression]) -> MathExpression? {
    var result: MathExpression?
    for term in terms {
      guard let unit = term.constantUnit else { return nil }
      switch (result, unit) {
      case (nil, _): result = unit
      case (.number?, .number), (.percent?, .percent): break
      case (.dimension(_, let a)?, .dimension(_, let b)) where a == b: break
      default: return nil
      }
    }
    return result
  }
}
