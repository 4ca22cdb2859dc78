/// `device-cmyk()` (css-color-5 §15).
extension ValueParser {
  /// Four inks and an alpha, converted to sRGB without a profile: §15.2, the naive conversion.
  mutating func deviceCMYK() -> ColorValue? {
    var inks: [Double] = []
    var usesCommas = false
    for index in 0..<4 {
      if index == 1 { usesCommas = comma() } else if index > 1, usesCommas, !comma() { return nil }
      guard let ink = fraction() else { return nil }
      inks.append(ink)
    }
    var alpha = 1.0
    if slash() {
      guard !usesCommas, let value = fraction() else { return nil }
      alpha = value
    }
    let black = inks[3]
    func light(_ ink: Double) -> Float { Float(1 - min(1, ink * (1 - black) + black)) }
    return .color(Color(red: light(inks[0]), green: light(inks[1]), blue: light(inks[2]), alpha: Float(alpha)))
  }

  /// A number or percentage, limited to 0...1.
  private mutating func fraction() -> Double? {
    component(isHue: false, 1, 1).map { $0 > 0 ? min(1, $0) : 0 }
  }
}
