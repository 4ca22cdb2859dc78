import Layout
import TextShaping

/// The properties of text (SVG 2 §11).
extension SVGStyle {
  mutating func setText(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    switch attribute {
    case .fontFamily:
      font.families = value.split(UInt8(ascii: ",")).compactMap { $0.isEmpty ? nil : $0.withoutQuotes.text }
      return !font.families.isEmpty
    case .font: return setFont(value)
    case .fontSize: return assign(&font.size, length(value).flatMap { $0 > 0 && $0 <= 10_000 ? $0 : nil })
    case .fontWeight:
      let weight = value == "normal" ? 400 : value == "bold" ? 700 : UInt16(value.text)
      return assign(&font.weight, weight.flatMap { 1...1000 ~= $0 ? $0 : nil })
    case .fontStyle: return assign(&font.slant, Self.slants[value.text])
    case .letterSpacing: return assign(&letterSpacing, value == "normal" ? 0 : length(value))
    case .textAnchor: return assign(&anchor, Self.anchors[value.text])
    case .dominantBaseline:
      baseline = value.text
      return ["auto", "alphabetic", "middle", "central", "hanging"].contains(baseline)
    case .direction: return value == "ltr"
    case .writingMode: return ["lr-tb", "lr", "horizontal-tb"].contains(value.text)
    case .fontStretch, .fontVariant, .wordSpacing, .unicodeBidi, .baselineShift, .alignmentBaseline:
      return ["normal", "baseline", "auto", "0"].contains(value.text)
    case .textOverflow, .whiteSpace, .isolation, .shapeInside, .inlineSize, .fontFeatureSettings,
      .fontSizeAdjust, .fontKerning, .glyphOrientation, .textAlign:
      return false
    default: return nil
    }
  }

  /// Sets the properties of the `font` shorthand (css-fonts-4 §2.7): style and weight, then the size and the families.
  private mutating func setFont(_ value: SVGValue) -> Bool {
    (font.slant, font.weight) = (.normal, 400)
    var rest = value
    while true {
      let parts = rest.split(UInt8(ascii: " "), most: 2)
      guard parts.count == 2 else { return false }
      rest = parts[1]
      switch parts[0] {
      case "normal": continue
      case "italic", "oblique": _ = setText(.fontStyle, parts[0])
      case "bold", "100", "200", "300", "400", "500", "600", "700", "800", "900": _ = setText(.fontWeight, parts[0])
      default:
        // The line height has no effect on SVG text.
        let size = parts[0].split(UInt8(ascii: "/"), most: 2)
        guard size.last?.isEmpty == false, !rest.hasPrefix("/") else { return false }
        return setText(.fontSize, size[0]) == true && setText(.fontFamily, rest) == true
      }
    }
  }

  private static let slants: [String: FontDescription.Slant] = [
    "normal": .normal, "italic": .italic, "oblique": .oblique,
  ]

  private static let anchors: [String: Anchor] = ["start": .start, "middle": .middle, "end": .end]
}
