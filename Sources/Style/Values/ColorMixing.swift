/// Hue interpolation of `color-mix()` and gradients (css-color-4 §12.4).
enum HueInterpolation: UInt8, Hashable, Sendable { case shorter, longer, increasing, decreasing }

extension ColorValue {
  func resolve(current: Color) -> Color {
    switch self {
    case .color(let color): color
    case .current: current
    case .mix(let space, let a, let b, let weight, let alpha, let hue):
      Self.mix(space, a.resolve(current: current), b.resolve(current: current), weight, alpha, hue)
    case .relative(let text): Self.relative(text, to: current)
    }
  }

  /// - Parameter weight: the weight of the second colour.
  private static func mix(
    _ space: ColorSpace, _ a: Color, _ b: Color, _ weight: Double, _ alphaFactor: Double, _ hue: HueInterpolation
  ) -> Color {
    var (from, to) = (space.components(a), space.components(b))
    let (alphaA, alphaB) = (Double(a.alpha), Double(b.alpha))
    let alpha = alphaA * (1 - weight) + alphaB * weight
    if alpha == 0 { return .transparent }
    var hues: (Double, Double)?
    if let index = space.hueIndex {
      // The hue of an achromatic colour is missing; the hue of the other colour is used instead.
      let chroma = space == .hwb ? nil : Optional(1)
      if let chroma, abs(from[chroma]) < 1e-4 { from[index] = to[index] }
      if let chroma, abs(to[chroma]) < 1e-4 { to[index] = from[index] }
      hues = hue.adjust(from[index], to[index])
    }
    var mixed = (from * alphaA * (1 - weight) + to * alphaB * weight) / alpha
    if let index = space.hueIndex, let hues { mixed[index] = hues.0 * (1 - weight) + hues.1 * weight }
    return space.color(mixed, alpha: alpha * alphaFactor)
  }
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
