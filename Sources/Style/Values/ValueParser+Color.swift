/// Colours (css-color-4, and `color-mix()`, `contrast-color()` and relative colours of css-color-5).
extension ValueParser {
  mutating func colorValue() -> Value? { color().map { .color($0) } }

  mutating func color() -> ColorValue? { unclippedColor()?.clipped }

  /// A colour that may be beyond the gamut of sRGB or have missing components, as a part of another colour.
  mutating func unclippedColor() -> ColorValue? {
    let token = peek()
    switch token.kind {
    case .hash:
      guard let color = Color(hexDigits: list.text(token).utf8) else { return nil }
      position += 1
      return .color(color)
    case .ident:
      if list.matches(token, "currentcolor") {
        position += 1
        return current.map { .color($0) } ?? .current
      }
      guard let color = list.value(token, in: NamedColors.table) else { return hashlessColor() }
      position += 1
      return .color(color)
    case .function:
      return attempt { $0.colorFunction() }
    case .number, .dimension: return hashlessColor()
    default: return nil
    }
  }

  private mutating func colorFunction() -> ColorValue? {
    guard let name = peekFunction() else { return nil }
    let start = position
    var inner = block()
    let result: ColorValue? =
      switch name {
      case "rgb", "rgba": inner.rgb()
      case "hsl", "hsla":
        inner.components(.hsl, percentScale: (1, 1, 1), numberScale: (1, 0.01, 0.01), allowsCommas: true)
      case "hwb": inner.components(.hwb, percentScale: (1, 1, 1), numberScale: (1, 0.01, 0.01))
      case "lab": inner.components(.lab, percentScale: (100, 125, 125))
      case "lch": inner.components(.lch, percentScale: (100, 150, 1))
      case "oklab": inner.components(.oklab, percentScale: (1, 0.4, 0.4))
      case "oklch": inner.components(.oklch, percentScale: (1, 0.4, 1))
      case "color": inner.colorInSpace()
      case "color-mix": inner.colorMix()
      case "light-dark": inner.lightDark()
      case "contrast-color": inner.contrastColor()
      case "device-cmyk": inner.deviceCMYK()
      default: nil
      }
    guard inner.atEnd, let result else { return nil }
    if case .relative = result {
      return .relative(String(decoding: list.source(start..<position), as: UTF8.self))
    }
    return result
  }

  private mutating func rgb() -> ColorValue? {
    components(.srgb, percentScale: (1, 1, 1), numberScale: (1.0 / 255, 1.0 / 255, 1.0 / 255), allowsCommas: true)
  }

  private mutating func colorInSpace() -> ColorValue? {
    var origin: ColorValue?
    if ident("from") {
      guard let color = unclippedColor() else { return nil }
      origin = color
    } else if let name = profileName() {
      return components(ofProfile: name)
    }
    guard let name = ident(), let space = ColorSpace(name: name), space.rawValue <= ColorSpace.xyzD50.rawValue else {
      return nil
    }
    return components(space, percentScale: (1, 1, 1), origin: origin)
  }

  /// Three components and an alpha, in the modern or the comma-separated syntax.
  private mutating func components(
    _ space: ColorSpace, percentScale: (Double, Double, Double), numberScale: (Double, Double, Double) = (1, 1, 1),
    allowsCommas: Bool = false, origin: ColorValue? = nil
  ) -> ColorValue? {
    let percents = [percentScale.0, percentScale.1, percentScale.2]
    let numbers = [numberScale.0, numberScale.1, numberScale.2]
    var result = ColorComponents(space, ColorSpace.Triple(), alpha: 1)
    var usesCommas = false
    var kinds: [Token.Kind] = []
    let outer = channels
    defer { channels = outer }
    var isOpen = false
    let isRelative = origin != nil || ident("from")
    if isRelative {
      guard let origin = origin ?? unclippedColor() else { return nil }
      isOpen = origin.dependsOnCurrent
      let color = origin.components(current: .black)
      channels = space.channels(of: color, scale: numbers)
      result.alpha = color.alpha
    }
    for index in 0..<3 {
      if index == 1 {
        usesCommas = allowsCommas && channels.isEmpty && comma()
      } else if index == 2, usesCommas, !comma() {
        return nil
      }
      kinds.append(peek().kind)
      if isNone() { result.missing.insert(.component(index)) }
      guard let value = component(isHue: space.hueIndex == index, percents[index], numbers[index]) else { return nil }
      result.values[index] = value
    }
    if usesCommas, !Self.isLegacy(kinds, space) { return nil }
    if usesCommas ? comma() : slash() {
      if isNone() { result.missing.insert(.alpha) }
      guard let value = component(isHue: false, 1, 1) else { return nil }
      result.alpha = min(1, max(0, value))
    }
    if isOpen { return .relative("") }
    result.limit()
    // The older functions have no colours beyond sRGB.
    let isClipped = !isRelative && (allowsCommas || space == .hwb)
    if isClipped, result.missing.isEmpty { return .color(result.color) }
    if isClipped, space == .srgb { result.values.clamp(lowerBound: .zero, upperBound: .one) }
    return .components(result)
  }

  private mutating func isNone() -> Bool {
    let token = peek()
    return token.kind == .ident && list.matches(token, "none")
  }

  /// Whether components may be separated by commas (css-color-4 §5.1 and §7.1): those of `rgb()` are all numbers or all
  /// percentages, the last two of `hsl()` percentages, and none is `none`.
  private static func isLegacy(_ kinds: [Token.Kind], _ space: ColorSpace) -> Bool {
    let checked = (space == .hsl ? kinds.dropFirst() : kinds[...]).filter { $0 != .function }
    if space == .hsl { return !kinds.contains(.ident) && checked.allSatisfy { $0 == .percentage } }
    return !kinds.contains(.ident) && Set(checked).count <= 1
  }

  /// A number, percentage, angle or `none`, which is 0.
  mutating func component(isHue: Bool, _ percentScale: Double, _ numberScale: Double) -> Double? {
    if ident("none") { return 0 }
    if let value = channel() { return value * numberScale }
    guard let value = numeric(isHue ? [.number, .angle] : [.number, .percent]) else { return nil }
    switch value {
    case .number(let number): return number * numberScale
    case .percentage(let percent): return percent / 100 * percentScale
    case .dimension(let degrees, .deg): return degrees
    case .math(let expression): return expression.value(LengthContext(metrics: { _, _ in 0 })) * numberScale
    default: return nil
    }
  }

  /// The value of a channel of the origin colour.
  private mutating func channel() -> Double? {
    guard !channels.isEmpty, peek().kind == .ident, let value = channels[list.lowercasedText(peek())] else {
      return nil
    }
    position += 1
    return value
  }

  private mutating func lightDark() -> ColorValue? {
    guard let light = unclippedColor(), comma(), color() != nil else { return nil }
    return light
  }

  /// White or black, whichever has more contrast with a colour (css-color-5; contrast as in WCAG 2.2).
  private mutating func contrastColor() -> ColorValue? {
    guard let background = color() else { return nil }
    if background.dependsOnCurrent { return .relative("") }
    let luminance = ColorSpace.xyzD65.components(of: ColorComponents(background.resolve(current: .black))).y
    let isWhite = 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05
    return .color(isWhite ? .white : .black)
  }

  private mutating func colorMix() -> ColorValue? {
    var space = ColorSpace.oklab
    var hue = HueInterpolation.shorter
    if ident("in") {
      guard let name = ident(), let named = ColorSpace(name: name) else { return nil }
      space = named
      if space.hueIndex != nil, let direction = attempt({ $0.hueDirection() }) { hue = direction }
      guard comma() else { return nil }
    }
    guard let (a, first) = weighted(), comma(), let (b, second) = weighted() else { return nil }
    var (x, y) = (first ?? 0.5, second ?? 0.5)
    if first != nil, second == nil { y = 1 - x } else if first == nil, second != nil { x = 1 - y }
    let sum = x + y
    guard sum > 0 else { return nil }
    let mix = ColorValue.mix(space, a, b, weight: y / sum, alpha: min(1, sum), hue)
    if a.dependsOnCurrent || b.dependsOnCurrent { return mix }
    return .components(mix.components(current: .black))
  }

  mutating func hueDirection() -> HueInterpolation? {
    guard let name = ident(), ident("hue") else { return nil }
    switch name {
    case "shorter": return .shorter
    case "longer": return .longer
    case "increasing": return .increasing
    case "decreasing": return .decreasing
    default: return nil
    }
  }

  private mutating func weighted() -> (ColorValue, Double?)? {
    var weight = percentWeight()
    guard let color = unclippedColor() else { return nil }
    if weight == nil { weight = percentWeight() }
    return (color, weight)
  }

  private mutating func percentWeight() -> Double? {
    guard case .percentage(let value)? = numeric(.percent, minimum: 0), value <= 100 else { return nil }
    return value / 100
  }
}

extension ColorValue {
  var dependsOnCurrent: Bool {
    switch self {
    case .color, .components: false
    case .current, .relative: true
    case .mix(_, let a, let b, _, _, _): a.dependsOnCurrent || b.dependsOnCurrent
    }
  }
}

extension ColorComponents {
  /// Limits the components that have a range in every gamut.
  fileprivate mutating func limit() {
    switch space {
    case .lab, .lch: values.x = min(100, max(0, values.x))
    case .oklab, .oklch: values.x = min(1, max(0, values.x))
    case .hsl: values.y = max(0, values.y)
    default: break
    }
    if space == .lch || space == .oklch { values.y = max(0, values.y) }
  }
}
