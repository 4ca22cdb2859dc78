import Glibc
import Layout
import Style

extension Color {
  /// One of the two shades of a `groove`, `ridge`, `inset` or `outset` line, with light from the top left.
  /// css-backgrounds-3 §3.2 leaves the shades open; these are those of Chromium.
  func shaded(_ side: Side, isSunken: Bool) -> Color {
    let isDark = (side == .top || side == .left) == isSunken
    // Almost black cannot become darker, so both shades are lighter.
    if luminance < Self.darkest { return isDark ? lighter : lighter.lighter }
    if isDark { return darker }
    return self == .bevel ? self : lighter
  }

  /// The luminance of `rgb(32 32 32)`.
  private static let darkest = 0.014443844

  /// The part of the greatest component that a shade differs by.
  private static let step: Float = 0.33

  private var lighter: Color {
    let most = max(red, green, blue)
    let black: Float = 84.0 / 255
    guard most > 0 else { return Color(red: black, green: black, blue: black, alpha: alpha) }
    return scaled(by: min(1, most + Self.step) / most)
  }

  private var darker: Color {
    let most = max(red, green, blue)
    return most > 0 ? scaled(by: max(0, most - Self.step) / most) : self
  }

  private func scaled(by factor: Float) -> Color {
    Color(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha)
  }

  /// The relative luminance of an sRGB colour (WCAG 2.2).
  private var luminance: Double {
    func linear(_ value: Float) -> Double {
      let value = Double(value)
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
