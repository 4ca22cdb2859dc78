/// Computed values of text decoration, emphasis marks and text shadows.
extension StyleComputer {
  func emphasisMark(_ value: Value) -> String? {
    if case .string(let text) = value { return text.first.map(String.init) }
    let words = words(value)
    guard !words.isEmpty else { return nil }
    let isOpen = words.contains("open")
    switch words.first(where: { $0 != "open" && $0 != "filled" }) {
    case "dot"?: return isOpen ? "\u{25E6}" : "\u{2022}"
    case "double-circle"?: return isOpen ? "\u{25CE}" : "\u{25C9}"
    case "triangle"?: return isOpen ? "\u{25B3}" : "\u{25B2}"
    case "sesame"?: return isOpen ? "\u{FE46}" : "\u{FE45}"
    case "circle"?: return isOpen ? "\u{25CB}" : "\u{25CF}"
    default:
      // Without a shape, it depends on the direction of the lines (css-text-decor-4 §3.1).
      let isVertical = style.text.writingMode == .verticalRL || style.text.writingMode == .verticalLR
      if isVertical { return isOpen ? "\u{FE46}" : "\u{FE45}" }
      return isOpen ? "\u{25CB}" : "\u{25CF}"
    }
  }

  /// `currentcolor` is inherited as a keyword: it is nil (css-color-4 §9.3).
  func colorUnlessCurrent(_ value: ColorValue?) -> Color? {
    value == nil || value == .current ? nil : value?.resolve(current: style.text.color)
  }

  func textShadows(_ value: Value) -> [TextShadow] {
    guard case .shadows(let shadows) = value else { return [] }
    return shadows.map { shadow in
      TextShadow(
        x: number(shadow.lengths[0]), y: number(shadow.lengths[1]),
        blur: shadow.lengths.count > 2 ? positive(shadow.lengths[2]) : 0,
        color: colorUnlessCurrent(shadow.color))
    }
  }

  func decorationStyle(_ value: Value) -> TextDecoration.Style {
    switch keyword(value) {
    case .double?: .double
    case .dotted?: .dotted
    case .dashed?: .dashed
    case .wavy?: .wavy
    default: .solid
    }
  }

  func decorationThickness(_ value: Value) -> TextDecoration.Thickness {
    if let length = lengthOrAuto(value) { return .length(length) }
    return value == .keyword(.fromFont) ? .fromFont : .auto
  }

  /// px; nil for keywords. Percentages refer to the font size.
  func lengthOrAuto(_ value: Value) -> Double? {
    keyword(value) == nil ? lengthPercentage(value).resolve(against: style.text.font.size) : nil
  }
}
