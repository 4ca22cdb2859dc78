import TextShaping

/// Synthesized small capitals for fonts that have none: capitals in a smaller size (css-fonts-4 §6.6).
extension TextShaper {
  /// The factor of the font size, as in browsers.
  private static let smallCapitals = 0.7

  /// A text in parts with one font each, of which small letters are capitals where the font has no small ones.
  func smallCapitals(_ text: String, _ font: FontDescription) -> [(text: String, font: FontDescription)] {
    guard font.features.contains("smcp=1"), !hasFeature("smcp", in: self.font(font)) else { return [(text, font)] }
    var small = font
    small.size *= Self.smallCapitals
    let areAllSmall = font.features.contains("c2sc=1")
    var parts: [(text: String, font: FontDescription)] = []
    var wasSmall: Bool?
    for character in text {
      let isSmall = character.isLowercase || areAllSmall && character.isUppercase
      if wasSmall != isSmall { parts.append(("", isSmall ? small : font)) }
      wasSmall = isSmall
      parts[parts.count - 1].text += isSmall ? character.uppercased() : String(character)
    }
    return parts
  }
}
