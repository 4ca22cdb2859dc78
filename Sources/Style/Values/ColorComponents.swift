/// A colour before it is clipped to the gamut of sRGB, with components that may be missing (css-color-4 §4.4).
struct ColorComponents: Hashable, Sendable {
  /// The components that are `none`. Their values are 0.
  struct Missing: OptionSet, Hashable, Sendable {
    var rawValue: UInt8
    static let alpha = Missing(rawValue: 8)
    static func component(_ index: Int) -> Missing { Missing(rawValue: 1 << UInt8(index)) }
  }
  var space: ColorSpace
  var values: ColorSpace.Triple
  var alpha: Double
  var missing: Missing = []

  init(_ space: ColorSpace, _ values: ColorSpace.Triple, alpha: Double, missing: Missing = []) {
    self.space = space
    self.values = values
    self.alpha = min(1, max(0, alpha))
    self.missing = missing
  }

  init(_ color: Color) {
    self.init(
      .srgb, ColorSpace.Triple(Double(color.red), Double(color.green), Double(color.blue)), alpha: Double(color.alpha))
  }

  var color: Color { space.color(values, alpha: alpha) }

  /// The colour in another space. Missing components remain missing if the space has analogous ones (css-color-4
  /// §12.2).
  func converted(to target: ColorSpace) -> ColorComponents {
    var result = ColorComponents(target, target.components(of: self), alpha: alpha, missing: missing)
    guard target != space else { return result }
    result.missing.formIntersection(.alpha)
    for index in 0..<3 where missing.contains(.component(index)) {
      guard let analogous = target.roles.firstIndex(of: space.roles[index]) else { continue }
      result.missing.insert(.component(analogous))
      result.values[analogous] = 0
    }
    return result
  }

  /// Sets the missing components to those of another colour in the same space.
  mutating func complete(with other: ColorComponents) {
    for index in 0..<3 where missing.contains(.component(index)) { values[index] = other.values[index] }
    if missing.contains(.alpha) { alpha = other.alpha }
  }

  /// Whether the colour has no hue (css-color-4 §4.4.1).
  private var isAchromatic: Bool { space == .hwb ? values.y + values.z > 1 - 1e-4 : abs(values[1]) < 1e-4 }

  /// The mix of two colours (css-color-4 §12).
  /// - Parameter weight: that of the second colour.
  static func mix(
    _ space: ColorSpace, _ a: ColorComponents, _ b: ColorComponents, _ weight: Double, _ alphaFactor: Double,
    _ hue: HueInterpolation
  ) -> ColorComponents {
    var (from, to) = (a.converted(to: space), b.converted(to: space))
    if let index = space.hueIndex {
      if from.isAchromatic { from.missing.insert(.component(index)) }
      if to.isAchromatic { to.missing.insert(.component(index)) }
    }
    let first = from
    from.complete(with: to)
    to.complete(with: first)
    let alpha = from.alpha * (1 - weight) + to.alpha * weight
    if alpha == 0 { return ColorComponents(.transparent) }
    var mixed = (from.values * from.alpha * (1 - weight) + to.values * to.alpha * weight) / alpha
    if let index = space.hueIndex {
      let hues = hue.adjust(from.values[index], to.values[index])
      mixed[index] = hues.0 * (1 - weight) + hues.1 * weight
    }
    let missing = first.missing.intersection(to.missing)
    return ColorComponents(space, mixed, alpha: alpha * alphaFactor, missing: missing)
  }
}

extension ColorSpace {
  /// What a component means. Components of the same role in different spaces are analogous (css-color-4 §12.2).
  fileprivate enum Role { case red, green, blue, lightness, colorfulness, hue, a, b, whiteness, blackness }

  fileprivate var roles: [Role] {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65, .xyzD50: [.red, .green, .blue]
    case .hsl: [.hue, .colorfulness, .lightness]
    case .hwb: [.hue, .whiteness, .blackness]
    case .lab, .oklab: [.lightness, .a, .b]
    case .lch, .oklch: [.lightness, .colorfulness, .hue]
    }
  }
}
