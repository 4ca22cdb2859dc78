/// A computed `<length-percentage>` (css-values-4). Lengths are in CSS pixels (1/96 inch).
package enum LengthPercentage: Hashable, Sendable {
  case px(Double)
  /// 100 is the whole basis.
  case percent(Double)
  /// A math function that mixes lengths and percentages.
  case calc(Calculation)

  package static let zero = LengthPercentage.px(0)

  package func resolve(against basis: Double) -> Double {
    switch self {
    case .px(let px): px
    case .percent(let percent): basis * percent / 100
    case .calc(let calculation): calculation.resolve(against: basis)
    }
  }

  package var hasPercent: Bool {
    switch self {
    case .px: false
    case .percent, .calc: true
    }
  }
}

/// A math expression whose value depends on the percentage basis.
package indirect enum Calculation: Hashable, Sendable {
  case px(Double)
  case percent(Double)
  case sum(Calculation, Calculation)
  case product(Calculation, Double)
  case min([Calculation])
  case max([Calculation])
  case clamp(Calculation, Calculation, Calculation)
  case function(MathFunction, [Calculation])

  package func resolve(against basis: Double) -> Double {
    switch self {
    case .px(let px): px
    case .percent(let percent): basis * percent / 100
    case .sum(let a, let b): (a.resolve(against: basis) + b.resolve(against: basis)).limited
    case .product(let a, let factor): (a.resolve(against: basis) * factor).limited
    case .min(let terms): terms.map { $0.resolve(against: basis) }.min() ?? 0
    case .max(let terms): terms.map { $0.resolve(against: basis) }.max() ?? 0
    case .clamp(let low, let value, let high):
      Swift.max(low.resolve(against: basis), Swift.min(value.resolve(against: basis), high.resolve(against: basis)))
    case .function(let function, let arguments): function.value(arguments.map { $0.resolve(against: basis) })
    }
  }
}

/// `width`, `height`, `min-*`, `max-*` and `flex-basis`.
package enum SizeValue: Hashable, Sendable {
  /// `auto`; for `max-*`, `none`.
  case auto
  case length(LengthPercentage)
  case minContent, maxContent, stretch
  case fitContent(LengthPercentage?)
  /// `flex-basis: content`.
  case content

  /// A length that depends on the container.
  package var hasPercent: Bool { if case .length(let length) = self { length.hasPercent } else { false } }

  /// In the block axis: the height of the content (css-sizing-3 §5.1).
  package var isIntrinsic: Bool {
    switch self {
    case .minContent, .maxContent, .fitContent: true
    case .auto, .length, .stretch, .content: false
    }
  }
}

/// `margin-*` and the inset properties: a length or `auto`.
package enum MarginValue: Hashable, Sendable {
  case auto
  case length(LengthPercentage)
  package static let zero = MarginValue.length(.zero)
}

/// A value for each side.
package struct Sides<Value> {
  package var top, right, bottom, left: Value
  package init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
  package init(_ all: Value) { self.init(top: all, right: all, bottom: all, left: all) }

  /// The sides, clockwise from the top.
  static var paths: [WritableKeyPath<Sides, Value>] { [\.top, \.right, \.bottom, \.left] }
}
extension Sides: Equatable where Value: Equatable {}
extension Sides: Hashable where Value: Hashable {}
extension Sides: Sendable where Value: Sendable {}

/// A value for each corner.
package struct Corners<Value> {
  package var topLeft, topRight, bottomRight, bottomLeft: Value
  package init(_ all: Value) {
    topLeft = all
    topRight = all
    bottomRight = all
    bottomLeft = all
  }
  package init(topLeft: Value, topRight: Value, bottomRight: Value, bottomLeft: Value) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The corners, clockwise from the top left one.
  static var paths: [WritableKeyPath<Corners, Value>] { [\.topLeft, \.topRight, \.bottomRight, \.bottomLeft] }
}
extension Corners: Equatable where Value: Equatable {}
extension Corners: Hashable where Value: Hashable {}
extension Corners: Sendable where Value: Sendable {}

/// A horizontal and a vertical value, such as a corner radius.
package struct Pair<Value> {
  package var x, y: Value
  package init(_ x: Value, _ y: Value) {
    self.x = x
    self.y = y
  }
}
extension Pair: Equatable where Value: Equatable {}
extension Pair: Hashable where Value: Hashable {}
extension Pair: Sendable where Value: Sendable {}
