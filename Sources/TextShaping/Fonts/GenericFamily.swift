/// The generic families of CSS (css-fonts-4 §2.1.3) and their names in fontconfig.
enum GenericFamily {
  /// The name of a generic family in fontconfig; `nil` if the family is not generic.
  static func systemName(_ family: String) -> String? {
    names[family.lowercased()]
  }

  private static let names: [String: String] = [
    "serif": "serif", "sans-serif": "sans-serif", "monospace": "monospace", "cursive": "cursive",
    "fantasy": "fantasy", "system-ui": "system-ui", "ui-serif": "serif", "ui-sans-serif": "sans-serif",
    "ui-monospace": "monospace", "ui-rounded": "sans-serif", "math": "math", "emoji": "emoji", "fangsong": "serif",
  ]

  /// The family that browsers use for a generic family, of which fontconfig has replacements with the same metrics,
  /// such as Liberation Serif. Documents then have the line breaks that their authors saw.
  static func preferredName(_ systemName: String) -> String? { preferredNames[systemName] }

  private static let preferredNames = [
    "serif": "Times New Roman", "sans-serif": "Arial", "monospace": "Courier New",
  ]

  /// The generic family of a common family, whatever the configuration of fontconfig says; nil for other names.
  static func ofCommonFamily(_ name: String) -> String? { commonFamilies[name.lowercased()] }

  private static let commonFamilies: [String: String] = [
    "times": "serif", "times new roman": "serif", "georgia": "serif", "cambria": "serif", "garamond": "serif",
    "liberation serif": "serif", "dejavu serif": "serif", "noto serif": "serif", "courier": "monospace",
    "courier new": "monospace", "consolas": "monospace", "menlo": "monospace", "monaco": "monospace",
    "liberation mono": "monospace", "dejavu sans mono": "monospace",
  ]

  /// The family for lists of which no family is available.
  static let standard = "serif"
}
