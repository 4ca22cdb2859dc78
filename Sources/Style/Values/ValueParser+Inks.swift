/// Colours of inks and of colour profiles (css-color-5 §14 and §15).
extension ValueParser {
  /// `device-cmyk()`: four inks and an alpha.
  mutating func deviceCMYK() -> ColorValue? {
    var inks: [Double] = []
    var usesCommas = false
    for index in 0..<4 {
      if index == 1 { usesCommas = comma() } else if index > 1, usesCommas, !comma() { return nil }
      guard let ink = fraction() else { return nil }
      inks.append(ink)
    }
    return profiled(inks, .deviceCMYK, allowsAlpha: !usesCommas)
  }

  /// The components of `color()` after the name of a profile.
  mutating func components(ofProfile name: String) -> ColorValue? {
    var components: [Double] = []
    while components.count < 4, let component = fraction() { components.append(component) }
    return profiled(components, ColorProfileID(name: name), allowsAlpha: true)
  }

  private mutating func profiled(
    _ components: [Double], _ profile: ColorProfileID, allowsAlpha: Bool
  ) -> ColorValue? {
    var alpha = 1.0
    if slash() {
      guard allowsAlpha, let value = fraction() else { return nil }
      alpha = value
    }
    return Color(profile: profile, components: components, alpha: Float(alpha)).map { .color($0) }
  }

  /// The name of a profile that a style sheet defines. It is case-sensitive.
  mutating func profileName() -> String? {
    let token = peek()
    guard token.kind == .ident, list.isCustomProperty(token) else { return nil }
    position += 1
    return list.text(token)
  }

  /// A number or percentage, limited to 0...1.
  private mutating func fraction() -> Double? {
    component(isHue: false, 1, 1).map { $0 > 0 ? min(1, $0) : 0 }
  }
}
