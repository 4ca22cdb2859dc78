/// The generic families of CSS (css-fonts-4 §2.1.3), as fontconfig names them.
enum GenericFamily {
  /// The name to ask fontconfig for; `nil` for a family's own name.
  static func systemName(_ family: String) -> String? {
    names[family.lowercased()]
  }

  private static let names: [String: String] = [
    "serif": "serif", "sans-serif": "sans-serif", "monospace": "monospace", "cursive": "cursive",
    "fantasy": "fantasy", "system-ui": "system-ui", "ui-serif": "serif", "ui-sans-serif": "sans-serif",
    "ui-monospace": "monospace", "ui-rounded": "sans-serif", "math": "math", "emoji": "emoji", "fangsong": "serif",
  ]

  /// What a list of families ends in when the author names none that is there.
  static let standard = "serif"
}
