/// Hue interpolation of `color-mix()` and gradients (css-color-4 §12.4).
enum HueInterpolation: UInt8, Hashable, Sendable { case shorter, longer, increasing, decreasing }

extension ColorValue {
  func resolve(current: Color) -> Color {
    switch self {
    case .color(let color): color
    case .current: current
    case .components, .mix, .relative: components(current: current).color
    }
  }

  /// The colour before it is clipped to the gamut of sRGB.
  func components(current: Color) -> ColorComponents {
    switch self {
    case .color(let color): ColorComponents(color)
    case .current: ColorComponents(current)
    case .components(let components): components
    case .mix(let space, let a, let b, let weight, let alpha, let hue):
      .mix(space, a.components(current: current), b.components(current: current), weight, alpha, hue)
    case .relative(let text): Self.relative(text, to: current)
    }
  }

  /// The colour as a value of a property, clipped to the gamut of sRGB.
  var clipped: ColorValue { if case .components(let components) = self { .color(components.color) } else { self } }
}

extension HueInterpolation {
  func adjust(_ a: Double, _ b: Double) -> (Double, Double) {
    let difference = b - a
    switch self {
    case .shorter: return difference > 180 ? (a + 360, b) : difference < -180 ? (a, b + 360) : (a, b)
    case .longer:
      if difference > 0, difference < 180 { return (a + 360, b) }
      return difference > -180 && difference <= 0 ? (a, b + 360) : (a, b)
    case .increasing: return difference < 0 ? (a, b + 360) : (a, b)
    case .decreasing: return difference > 0 ? (a + 360, b) : (a, b)
    }
  }
}
