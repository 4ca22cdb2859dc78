/// Relative colours, such as `rgb(from red r g b / 50%)` (css-color-5 §4).
extension ColorSpace {
  /// The names of the components.
  private var channelNames: [String] {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020: ["r", "g", "b"]
    case .xyzD65, .xyzD50: ["x", "y", "z"]
    case .hsl: ["h", "s", "l"]
    case .hwb: ["h", "w", "b"]
    case .lab, .oklab: ["l", "a", "b"]
    case .lch, .oklch: ["l", "c", "h"]
    }
  }

  /// The values of the channel names for an origin colour, and `alpha`.
  /// - Parameter scale: by component: the factor by which numbers in the function are multiplied.
  func channels(of origin: ColorComponents, scale: [Double]) -> [String: Double] {
    let components = origin.converted(to: self).values
    var channels = ["alpha": origin.alpha]
    for (index, name) in channelNames.enumerated() { channels[name] = components[index] / scale[index] }
    return channels
  }
}

extension ColorValue {
  /// The value of a relative colour whose text has been checked.
  static func relative(_ text: String, to current: Color) -> ColorComponents {
    var parser = ValueParser(text)
    parser.current = current
    guard let color = parser.unclippedColor(), !color.dependsOnCurrent else { return ColorComponents(current) }
    return color.components(current: current)
  }
}
