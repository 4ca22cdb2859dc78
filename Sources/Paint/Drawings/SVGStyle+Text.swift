import Layout
import TextShaping

/// The properties of text (SVG 2 §11).
extension SVGStyle {
  /// - Returns: nil if `attribute` is no property of text; otherwise as `set`.
  mutating func setText(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    switch attribute {
    case .letterSpacing: return Self.assign(&text.letterSpacing, value == "normal" ? 0 : length(value), of: value)
    case .wordSpacing: return Self.assign(&text.wordSpacing, value == "normal" ? 0 : length(value), of: value)
    case .writingMode: return !value.hasPrefix("tb") && !value.hasPrefix("vertical") && !value.hasPrefix("sideways")
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

  private static let anchors: [String: SVGTextStyle.Anchor] = ["start": .start, "middle": .middle, "end": .end]
}
