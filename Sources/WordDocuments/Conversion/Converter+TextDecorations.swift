import Style

/// Lines of text (css-text-decor-4) as underlines and strikes of runs (ISO/IEC 29500-1, 17.3.2.9, 17.3.2.37, 17.3.2.40).
extension Converter {
  func decorate(_ properties: inout RunProperties, with decoration: TextDecoration, _ style: ComputedStyle) {
    // A line without thickness is not painted.
    if case .length(let thickness) = decoration.thickness, thickness <= 0 { return }
    let text = style.text.color
    switch decoration.line {
    case .underline:
      let size = decoration.fontSize > 0 ? decoration.fontSize : style.text.font.size
      properties.underline = RunProperties.Underline(
        kind: decoration.underlineKind(size: size), color: decoration.color == text ? nil : decoration.color.hex)
    case .lineThrough:
      if decoration.style == .double { properties.isDoublyStruck = true } else { properties.isStruck = true }
      if decoration.color != text || ![.solid, .double].contains(decoration.style) {
        warn("word_line_through", "Word strikes text with solid lines in the colour of the text", .none)
      }
    case .overline: warn("word_overline", "Word has no lines above text; they are left out", .none)
    }
  }
}

extension TextDecoration {
  /// The value of ST_Underline (ISO/IEC 29500-1, 17.18.99). Each line but the double one has two thicknesses.
  /// - Parameter size: the font size of the decorating box, px.
  fileprivate func underlineKind(size: Double) -> String {
    switch style {
    case .solid: isHeavy(size: size) ? "thick" : "single"
    case .double: "double"
    case .dotted: isHeavy(size: size) ? "dottedHeavy" : "dotted"
    case .dashed: isHeavy(size: size) ? "dashedHeavy" : "dash"
    case .wavy: isHeavy(size: size) ? "wavyHeavy" : "wave"
    }
  }

  /// Whether Word's thick line is nearer in thickness than its normal one. Word's normal lines are about as thick as
  /// automatic lines in the PDF, its thick ones twice as thick.
  private func isHeavy(size: Double) -> Bool {
    guard case .length(let thickness) = thickness else { return false }
    return thickness >= 1.5 * max(1, size / 10)
  }
}
