import Markup

/// The presentational attributes of MathML (MathML Core §2.1.3, §3.1.1, §3.2.2).
extension HintBuilder {
  mutating func formula() {
    switch lowercased(.displaystyle) {
    case "true": set(.mathStyle, .keyword(.normal))
    case "false": set(.mathStyle, .keyword(.compact))
    default: break
    }
    if let level = attribute(.scriptlevel)?.trimmed, let number = Self.integer(level) {
      let isRelative = level.hasPrefix("+") || level.hasPrefix("-")
      set(.mathDepth, isRelative ? .list([.number(Double(number))]) : .number(Double(number)))
    }
    if let color = cssColor(.mathcolor) { set(.color, color) }
    if let color = cssColor(.mathbackground) { set(.backgroundColor, color) }
    if let size = attribute(.mathsize) {
      var parser = ValueParser(size.trimmed)
      if let value = parser.lengthPercent(0), parser.atEnd { set(.fontSize, value) }
    }
    if document[node].name == .mi, lowercased(.mathvariant) == "normal" { set(.textTransform, .keyword(.none)) }
  }

  /// A colour of CSS.
  private func cssColor(_ name: Atom) -> Value? {
    guard let text = attribute(name) else { return nil }
    var parser = ValueParser(text.trimmed)
    guard let color = parser.colorValue(), parser.atEnd else { return nil }
    return color
  }
}
