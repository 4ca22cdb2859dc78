/// The fonts that runs name.
extension Converter {
  /// The first font of a list of families. The others are recorded as its alternatives (ISO/IEC 29500-1, 17.8.3.1).
  func font(_ families: [String]) -> String {
    var fonts: [String] = []
    for family in families where !family.isEmpty && !Self.namesOfOneSystem.contains(family.lowercased()) {
      let font = Self.font(family)
      if !fonts.contains(font), fonts.count <= Self.mostAlternatives { fonts.append(font) }
    }
    guard let first = fonts.first else { return families.isEmpty ? "Times New Roman" : "Arial" }
    if fonts.count > 1, fontAlternatives[first] == nil { fontAlternatives[first] = Array(fonts.dropFirst()) }
    return first
  }

  private static let mostAlternatives = 8

  /// A font of the name; common fonts for generic families.
  private static func font(_ family: String) -> String {
    switch family.lowercased() {
    case "serif", "ui-serif", "math", "fangsong": "Times New Roman"
    case "sans-serif", "system-ui", "ui-sans-serif", "ui-rounded", "emoji": "Arial"
    case "monospace", "ui-monospace": "Courier New"
    case "cursive": "Comic Sans MS"
    case "fantasy": "Impact"
    default: String(family.prefix(31))
    }
  }

  /// Names with which browsers find the font of the system's own dialogs; no font has them.
  private static let namesOfOneSystem: Set<String> = ["-apple-system", "blinkmacsystemfont"]
}
