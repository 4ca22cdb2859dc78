import Layout
import TextShaping

/// The properties of fonts (css-fonts-4).
extension SVGStyle {
  /// - Returns: nil if `attribute` is no property of fonts; otherwise as `set`.
  mutating func setFont(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    switch attribute {
    case .font: return setShorthand(value)
    case .fontSize: return setFontSize(value)
    case .fontFamily:
      let families = value.split(UInt8(ascii: ",")).compactMap { $0.isEmpty ? nil : $0.withoutQuotes.text }
      if !families.isEmpty { text.font.families = families }
    case .fontWeight:
      let weight = Self.weights[value.text] ?? UInt16(value.text) ?? relativeWeight(value)
      if let weight, 1...1000 ~= weight { text.font.weight = weight }
    case .fontStyle: text.font.slant = Self.slants[value.text] ?? text.font.slant
    case .fontStretch:
      let stretch = Self.stretches[value.text] ?? value.percentage.map { min(200, max(50, $0)) }
      text.font.stretch = stretch ?? text.font.stretch
    case .fontVariant, .fontVariantCaps: setSmallCaps(value)
    case .fontKerning: setFeature("kern", value == "none" ? 0 : nil)
    case .fontFeatureSettings: setFeatures(value)
    default: return nil
    }
    return true
  }

  /// A number may be any size that can be drawn.
  private mutating func setFontSize(_ value: SVGValue) -> Bool {
    guard let size = fontSize(value) else { return !value.mayBeValid }
    // Text without a size is not supported.
    guard size > 0, size <= 10_000 else { return size < 0 }
    text.font.size = size
    return true
  }

  private func fontSize(_ value: SVGValue) -> Double? {
    if let size = length(value) ?? value.percentage.map({ $0 / 100 * text.font.size }) { return size }
    return Self.sizes[value.text] ?? ["larger": text.font.size * 1.2, "smaller": text.font.size / 1.2][value.text]
  }

  /// `bolder` and `lighter` (css-fonts-4 §2.2.1).
  private func relativeWeight(_ value: SVGValue) -> UInt16? {
    switch value {
    case "bolder": text.font.weight < 350 ? 400 : text.font.weight < 550 ? 700 : max(900, text.font.weight)
    case "lighter": text.font.weight < 550 ? min(100, text.font.weight) : text.font.weight < 750 ? 400 : 700
    default: nil
    }
  }

  // MARK: Features

  private mutating func setSmallCaps(_ value: SVGValue) {
    let words = value.text.split(whereSeparator: \.isWhitespace)
    let hasAll = words.contains("all-small-caps")
    setFeature("smcp", hasAll || words.contains("small-caps") ? 1 : nil)
    setFeature("c2sc", hasAll ? 1 : nil)
  }

  /// Sets a feature of the font; nil for its own default.
  private mutating func setFeature(_ tag: String, _ value: UInt32?) {
    text.font.features.removeAll { $0.hasPrefix("\(tag)=") }
    if let value { text.font.features = (text.font.features + ["\(tag)=\(value)"]).sorted() }
  }

  /// `font-feature-settings` (css-fonts-4 §6.12). What is not valid has no effect.
  private mutating func setFeatures(_ value: SVGValue) {
    for setting in value.split(UInt8(ascii: ",")) {
      let words = setting.text.split(whereSeparator: \.isWhitespace)
      guard let name = words.first, words.count <= 2 else { continue }
      let tag = SVGValue(name).withoutQuotes.text
      guard tag.utf8.count == 4, tag.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "=") }) else { continue }
      let state = words.count == 1 ? "on" : String(words[1])
      setFeature(tag, state == "on" ? 1 : state == "off" ? 0 : UInt32(state).map { min($0, 9999) })
    }
  }

  /// Sets the properties of the `font` shorthand (css-fonts-4 §2.7): style and weight, then the size and the families.
  private mutating func setShorthand(_ value: SVGValue) -> Bool {
    let outer = text
    let isSupported = setFontParts(value)
    if isSupported != true { text = outer }
    return isSupported ?? true
  }

  /// Returns nil if the value is not valid, false if it is not supported.
  private mutating func setFontParts(_ value: SVGValue) -> Bool? {
    if value.contains(UInt8(ascii: "(")) { return false }
    (text.font.slant, text.font.weight) = (.normal, 400)
    var rest = value
    while true {
      let parts = rest.split(UInt8(ascii: " "), most: 2)
      guard parts.count == 2 else { return Self.systemFonts.contains(value.text) ? false : nil }
      rest = parts[1]
      switch parts[0] {
      case "normal": continue
      case "italic", "oblique": _ = setFont(.fontStyle, parts[0])
      case "small-caps": setSmallCaps(parts[0])
      case "bold", "bolder", "lighter", "100", "200", "300", "400", "500", "600", "700", "800", "900":
        _ = setFont(.fontWeight, parts[0])
      default:
        // The line height has no effect on SVG text.
        let size = parts[0].split(UInt8(ascii: "/"), most: 2)
        guard size.last?.isEmpty == false, !rest.hasPrefix("/") else { return false }
        guard fontSize(size[0]) != nil || size[0].mayBeValid else { return nil }
        return setFont(.fontSize, size[0]) == true && setFont(.fontFamily, rest) == true
      }
    }
  }

  private static let systemFonts: Set<String> = [
    "caption", "icon", "menu", "message-box", "small-caption", "status-bar",
  ]

  private static let slants: [String: FontDescription.Slant] = [
    "normal": .normal, "italic": .italic, "oblique": .oblique,
  ]

  private static let weights: [String: UInt16] = ["normal": 400, "bold": 700]

  /// px.
  private static let sizes: [String: Double] = [
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
    "xxx-large": 48,
  ]

  /// Percent.
  private static let stretches: [String: Double] = [
    "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5, "normal": 100,
    "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150, "ultra-expanded": 200,
  ]
}
