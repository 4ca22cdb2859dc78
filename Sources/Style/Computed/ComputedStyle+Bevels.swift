extension ComputedStyle {
  /// The colours in which borders are painted. A `groove`, `ridge`, `inset` or `outset` line without a colour of its
  /// own has a light grey instead of `currentcolor`, except in tables, as in Chromium.
  package var paintedBorderColors: Sides<Color> {
    let styles = box.borderStyle
    guard styles.top.isBevelled || styles.right.isBevelled || styles.bottom.isBevelled || styles.left.isBevelled else {
      return paint.borderColor
    }
    switch box.display {
    case .table, .inlineTable, .tableCell: return paint.borderColor
    default: break
    }
    func color(_ color: Color, _ style: BorderStyle, _ side: CurrentColors) -> Color {
      style.isBevelled && currentColors.contains(side) ? .bevel : color
    }
    let colors = paint.borderColor
    return Sides(
      top: color(colors.top, styles.top, .top), right: color(colors.right, styles.right, .right),
      bottom: color(colors.bottom, styles.bottom, .bottom), left: color(colors.left, styles.left, .left))
  }
}

extension BorderStyle {
  /// Whether the style has two shades of its colour.
  fileprivate var isBevelled: Bool {
    switch self {
    case .groove, .ridge, .inset, .outset: true
    case .none, .hidden, .dotted, .dashed, .solid, .double: false
    }
  }
}

extension Color {
  /// The colour of bevelled lines that have none of their own.
  package static let bevel = Color(rgb: 0xEEEEEE)
}
