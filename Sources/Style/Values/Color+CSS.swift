extension Color {
  /// A colour in the syntax of CSS (css-color-4 §4), as in presentation attributes of SVG.
  /// - Parameter current: the value of `currentColor`.
  /// - Returns: nil if the text is not exactly a colour, or depends on the current colour in another way.
  package init?(css text: String, current: Color) {
    var parser = ValueParser(text)
    guard let value = parser.color(), parser.atEnd else { return nil }
    switch value {
    case .color(let color): self = color
    case .current: self = current
    case .mix: return nil
    }
  }
}
