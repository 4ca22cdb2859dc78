/// A math function (css-values-4 §10), whose types have been checked by the parser.
indirect enum MathExpression: Hashable, Sendable {
  case number(Double)
  case percent(Double)
  case dimension(Double, Unit)
  case sum([MathExpression])
  case product(MathExpression, MathExpression)
  case invert(MathExpression)
  case min([MathExpression])
  case max([MathExpression])
  case clamp(MathExpression?, MathExpression, MathExpression?)
  case function(MathFunction, [MathExpression])
}

/// The type of a math expression: powers of base types (css-values-4 §10.9).
struct MathType: Hashable {
  enum Base: Int, Hashable { case number, length, angle, time, resolution, flex }
  /// The powers by base type; the first is not used. Each is at most `mostPower`, so that sums do not overflow.
  private var powers = SIMD8<Int8>.zero
  private static let mostPower: Int8 = 63
  /// The expression contains a percentage.
  var hasPercent = false

  static let number = MathType()
  static let percent = MathType(hasPercent: true)

  private init(hasPercent: Bool = false) { self.hasPercent = hasPercent }

  init(_ base: Base) {
    if base != .number { powers[base.rawValue] = 1 }
  }

  private var hasNoUnit: Bool { powers == .zero }
  var isNumber: Bool { hasNoUnit && !hasPercent }
  var isPercentOnly: Bool { hasNoUnit && hasPercent }

  /// Whether the expression is a quantity of a base type, or of a percentage of it.
  func isQuantity(_ base: Base) -> Bool { powers == MathType(base).powers }

  /// The type of a sum; nil if the types are incompatible.
  func adding(_ other: MathType) -> MathType? {
    if isNumber != other.isNumber { return nil }
    guard powers == other.powers || isPercentOnly || other.isPercentOnly else { return nil }
    var sum = isPercentOnly ? other : self
    sum.hasPercent = hasPercent || other.hasPercent
    return sum
  }

  /// The type of a product; nil if a percentage is multiplied by another quantity than a number, or if a power is too
  /// large.
  func multiplied(by other: MathType) -> MathType? {
    if isNumber { return other }
    if other.isNumber { return self }
    guard !hasPercent, !other.hasPercent else { return nil }
    var product = self
    product.powers &+= other.powers
    let isSmall = all(product.powers .<= Self.mostPower) && all(product.powers .>= -Self.mostPower)
    return isSmall ? product : nil
  }

  var inverse: MathType {
    var inverse = self
    inverse.powers = .zero &- powers
    return inverse
  }
}

/// The quantities that relative lengths refer to.
struct LengthContext {
  var font = FontStyle()
  var rootFont = FontStyle()
  /// px.
  var lineHeight = 19.2
  var rootLineHeight = 19.2
  /// Size of the page area, px.
  var viewportWidth = 0.0
  /// The root is vertical, so that its inline axis is the height of the viewport.
  var hasVerticalRoot = false
  var viewportHeight = 0.0
  var container = ContainerLengths()
  /// Whether a length has depended on a container.
  let containerUse = ContainerUse()
  /// The factor of all lengths that do not refer to the font of the element.
  var zoom = 1.0
  var metrics: (FontStyle, FontMeasure) -> Double

  func px(_ value: Double, _ unit: Unit) -> Double {
    switch unit {
    case .px: value * zoom
    case .em: value * font.size
    case .rem: value * rootFont.size * zoom
    case .ex: value * metrics(font, .xHeight)
    case .rex: value * metrics(rootFont, .xHeight) * zoom
    case .ch: value * metrics(font, .zeroAdvance)
    case .rch: value * metrics(rootFont, .zeroAdvance) * zoom
    case .cap: value * metrics(font, .capHeight)
    case .rcap: value * metrics(rootFont, .capHeight) * zoom
    case .ic: value * metrics(font, .ideographAdvance)
    case .ric: value * metrics(rootFont, .ideographAdvance) * zoom
    case .lh: value * lineHeight
    case .rlh: value * rootLineHeight * zoom
    case .vw: value * viewportWidth / 100 * zoom
    case .vh: value * viewportHeight / 100 * zoom
    case .vi: value * (hasVerticalRoot ? viewportHeight : viewportWidth) / 100 * zoom
    case .vb: value * (hasVerticalRoot ? viewportWidth : viewportHeight) / 100 * zoom
    case .vmin: value * min(viewportWidth, viewportHeight) / 100 * zoom
    case .vmax: value * max(viewportWidth, viewportHeight) / 100 * zoom
    case .cqw: value * containerWidth / 100
    case .cqh: value * containerHeight / 100
    case .cqi: value * (hasVerticalRoot ? containerHeight : containerWidth) / 100
    case .cqb: value * (hasVerticalRoot ? containerWidth : containerHeight) / 100
    case .cqmin: value * min(containerWidth, containerHeight) / 100
    case .cqmax: value * max(containerWidth, containerHeight) / 100
    case .deg, .seconds, .dppx, .fr: value
    }
  }

  private var containerWidth: Double {
    if container.isInContainer { containerUse.occurred = true }
    return container.width ?? viewportWidth
  }

  private var containerHeight: Double {
    if container.isInContainer { containerUse.occurred = true }
    return container.height ?? viewportHeight
  }
}

extension MathExpression {
  /// The number, length (px) or angle (degrees). Percentages are 0.
  func value(_ context: LengthContext) -> Double {
    switch calculation(context) {
    case .px(let value): value
    case let mixed: mixed.resolve(against: 0)
    }
  }

  /// The expression with all lengths in px, evaluated as far as possible without the percentage basis. Numbers are
  /// represented as `px`.
  func calculation(_ context: LengthContext) -> Calculation {
    switch self {
    case .number(let value): return .px(value)
    case .percent(let value): return .percent(value)
    case .dimension(let value, let unit): return .px(context.px(value, unit))
    case .sum(let terms):
      return terms.map { $0.calculation(context) }.reduce(.px(0)) { $0.adding($1) }
    case .product(let a, let b):
      let (a, b) = (a.calculation(context), b.calculation(context))
      if case .px(let factor) = b { return a.scaled(by: factor) }
      if case .px(let factor) = a { return b.scaled(by: factor) }
      return .px(0)
    case .invert(let a):
      let value = a.value(context)
      return .px(value == 0 ? 1e15 : (1 / value).limited)
    case .min(let terms): return Self.fold(terms.map { $0.calculation(context) }, Calculation.min) { Swift.min($0, $1) }
    case .max(let terms): return Self.fold(terms.map { $0.calculation(context) }, Calculation.max) { Swift.max($0, $1) }
    case .clamp(let low, let value, let high):
      var result = value.calculation(context)
      if let high { result = Self.fold([result, high.calculation(context)], Calculation.min) { Swift.min($0, $1) } }
      if let low { result = Self.fold([low.calculation(context), result], Calculation.max) { Swift.max($0, $1) } }
      return result
    case .function(.abs, let arguments) where arguments.count == 1:
      let value = arguments[0].calculation(context)
      return Self.fold([value, value.scaled(by: -1)], Calculation.max) { Swift.max($0, $1) }
    case .function(let function, let arguments):
      let values = arguments.map { $0.calculation(context) }
      let lengths = values.compactMap { if case .px(let value) = $0 { value } else { nil } }
      return lengths.count == values.count ? .px(function.value(lengths)) : .function(function, values)
    }
  }

  private static func fold(
    _ terms: [Calculation], _ mixed: ([Calculation]) -> Calculation, _ combine: (Double, Double) -> Double
  ) -> Calculation {
    var values: [Double] = []
    for term in terms {
      if case .px(let value) = term { values.append(value) }
    }
    if values.count == terms.count, let first = values.first { return .px(values.dropFirst().reduce(first, combine)) }
    return mixed(terms)
  }
}

extension Calculation {
  /// Adds terms of the same kind, so that most sums have two terms.
  fileprivate func adding(_ other: Calculation) -> Calculation {
    switch (self, other) {
    case (.px(let a), .px(let b)): return .px((a + b).limited)
    case (.percent(let a), .percent(let b)): return .percent((a + b).limited)
    case (.px(0), let rest), (let rest, .px(0)): return rest
    case (.sum(let head, .px(let a)), .px(let b)): return .sum(head, .px((a + b).limited))
    case (.sum(.percent(let a), let tail), .percent(let b)): return .sum(.percent((a + b).limited), tail)
    case (.px, .percent): return .sum(other, self)
    default: return .sum(self, other)
    }
  }

  fileprivate func scaled(by factor: Double) -> Calculation {
    switch self {
    case .px(let a): .px((a * factor).limited)
    case .percent(let a): .percent((a * factor).limited)
    case .sum(let a, let b): .sum(a.scaled(by: factor), b.scaled(by: factor))
    default: .product(self, factor)
    }
  }

  /// The value as a plain length or percentage if possible.
  var simplified: LengthPercentage {
    switch self {
    case .px(let px): .px(px)
    case .percent(let percent): .percent(percent)
    default: .calc(self)
    }
  }
}
