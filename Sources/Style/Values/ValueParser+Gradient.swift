/// Conic gradients (css-images-4 §3.3) and colour interpolation of gradients (§3.5).
extension ValueParser {
  /// `conic-gradient([from <angle>] [at <position>] [in <space>], stops)`. Positions of stops are percentages of a
  /// turn.
  mutating func conicGradient(isRepeating: Bool) -> Value? {
    var from = 0.0
    var center: [Value] = [.percentage(50), .percentage(50)]
    var space: GradientSpace?
    var hasPrelude = false
    while !atEnd, peek().kind != .comma {
      if ident("from") {
        guard let angle = numeric(.angle) else { return nil }
        from = angle.degrees
      } else if ident("at") {
        guard let position = position() else { return nil }
        center = position
      } else if let given = gradientSpace() {
        space = given
      } else {
        break
      }
      hasPrelude = true
    }
    if hasPrelude, !comma() { return nil }
    guard let stops = gradientStops(isAngular: true) else { return nil }
    return .gradient(
      SpecifiedGradient(shape: .conic(from: from, center: center), stops: stops, isRepeating: isRepeating, space: space)
    )
  }

  /// `in <space> [<direction> hue]`.
  mutating func gradientSpace() -> GradientSpace? {
    attempt { parser in
      guard parser.ident("in"), let name = parser.ident(), let space = ColorSpace(name: name) else { return nil }
      let hue = space.hueIndex == nil ? nil : parser.attempt { $0.hueDirection() }
      return GradientSpace(space: space, hue: hue ?? .shorter)
    }
  }

  /// The position of a colour stop: a length or percentage, or for conic gradients an angle as a percentage of the
  /// turn.
  mutating func stopPosition(isAngular: Bool) -> Value? {
    guard isAngular else { return lengthPercent() }
    guard let value = numeric([.angle, .percent]) else { return nil }
    switch value {
    case .dimension(let degrees, _): return .percentage(degrees / 3.6)
    case .math(let expression) where expression.value(LengthContext(metrics: { _, _ in 0 })) != 0:
      return .percentage(value.degrees / 3.6)
    default: return value
    }
  }
}

/// The colour space and hue interpolation of a gradient.
struct GradientSpace: Hashable, Sendable {
  var space: ColorSpace
  var hue: HueInterpolation

  /// Inserts stops between each pair of stops to approximate interpolation in the colour space. They have no position,
  /// so that they are distributed evenly.
  func fill(_ stops: [GradientStop]) -> [GradientStop] {
    guard space != .srgb, var last = stops.first else { return stops }
    var result = [last]
    for stop in stops.dropFirst() {
      // The colour of a hint is already the mean of the adjacent colours.
      for step in 1..<Self.steps {
        let weight = Double(step) / Double(Self.steps)
        let mix = ColorValue.mix(space, .color(last.color), .color(stop.color), weight: weight, alpha: 1, hue)
        result.append(GradientStop(color: mix.resolve(current: .black), position: nil))
      }
      result.append(stop)
      last = stop
    }
    return result
  }

  private static let steps = 12
}
