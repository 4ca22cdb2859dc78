import Layout
import TextShaping

/// The properties of text (SVG 2 §11).
extension SVGStyle {
  /// - Returns: nil if `attribute` is no property of text; otherwise as `set`.
  mutating func setText(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    switch attribute {
    case .letterSpacing: return Self.assign(&text.letterSpacing, value == "normal" ? 0 : length(value), of: value)
    case .wordSpacing: return Self.assign(&text.wordSpacing, value == "normal" ? 0 : length(value), of: value)
    case .writingMode: text.writingMode = Self.writingModes[value.text] ?? text.writingMode
    case .textOrientation, .glyphOrientation:
      text.orientation = Self.orientations[value.text] ?? text.orientation
    case .spacing: text.keepsSpaces = value == "preserve"
    case .whiteSpace: text.keepsSpaces = ["pre", "pre-wrap", "break-spaces"].contains(value.text)
    case .textTransform: text.transform = SVGTextTransform(value)
    case .textDecoration, .textDecorationLine: text.ownDecorations = SVGDecoration.lines(value)
    case .textAnchor: text.anchor = Self.anchors[value.text] ?? text.anchor
    case .dominantBaseline: text.baseline = value.text
    case .alignmentBaseline: text.shift.alignment = value == "auto" || value == "baseline" ? nil : value.text
    case .baselineShift: text.shift.set(value, self)
    case .direction: if value == "rtl" || value == "ltr" { text.isRightToLeft = value == "rtl" }
    default: return setFont(attribute, value)
    }
    return true
  }

  /// css-writing-modes-4 §3.2.
  private static let writingModes: [String: SVGTextStyle.WritingMode] = [
    "horizontal-tb": .horizontal, "lr": .horizontal, "lr-tb": .horizontal, "rl": .horizontal, "rl-tb": .horizontal,
    "vertical-rl": .vertical, "vertical-lr": .vertical, "tb": .vertical, "tb-rl": .vertical,
    "sideways-rl": .sidewaysRight, "sideways-lr": .sidewaysLeft,
  ]

  /// css-writing-modes-4 §5.1; the numbers are those of `glyph-orientation-vertical`.
  private static let orientations: [String: GlyphOrientation] = [
    "mixed": .mixed, "auto": .mixed, "upright": .upright, "0": .upright, "0deg": .upright, "sideways": .sideways,
    "sideways-right": .sideways, "90": .sideways, "90deg": .sideways,
  ]

  private static let anchors: [String: SVGTextStyle.Anchor] = ["start": .start, "middle": .middle, "end": .end]
}
