/// A font family with fallback category and style.
struct TextFace: Hashable, Sendable {
  /// Fallback category for a family that is not installed.
  enum Kind: Sendable { case sansSerif, serif, monospaced }

  /// Common name, such as Helvetica.
  var family = "Helvetica"
  var kind = Kind.sansSerif
  var isBold = false
  var isItalic = false

  init(isBold: Bool = false, isItalic: Bool = false) {
    self.isBold = isBold
    self.isItalic = isItalic
  }

  /// The face for a font name in `/DA`, a PostScript name or a CSS family.
  init(named name: String) {
    let name = name.drop { $0 == "/" }
    let plain = name.lowercased()
    if let (family, kind, isBold, isItalic) = Self.formNames[plain] {
      (self.family, self.kind, self.isBold, self.isItalic) = (family, kind, isBold, isItalic)
      return
    }
    // A subset tag, and a style after a comma or hyphen.
    let whole = name.split(separator: "+").last ?? name
    let family = whole.prefix { $0 != "," && $0 != "-" }.trimmed
    let suffix = ["PSMT", "MT"].first { family.hasSuffix($0) && family.count > $0.count } ?? ""
    self.family = family.isEmpty ? "Helvetica" : String(family.dropLast(suffix.count))
    kind = Self.kind(of: plain)
    isBold = plain.contains("bold") || plain.contains("black")
    isItalic = plain.contains("italic") || plain.contains("oblique")
  }

  /// Names of the standard fonts in form resources.
  private static let formNames: [String: (String, Kind, Bool, Bool)] = [
    "helv": ("Helvetica", .sansSerif, false, false), "hebo": ("Helvetica", .sansSerif, true, false),
    "heob": ("Helvetica", .sansSerif, false, true), "hebi": ("Helvetica", .sansSerif, true, true),
    "tiro": ("Times", .serif, false, false), "tibo": ("Times", .serif, true, false),
    "tiit": ("Times", .serif, false, true), "tibi": ("Times", .serif, true, true),
    "cour": ("Courier", .monospaced, false, false), "cobo": ("Courier", .monospaced, true, false),
    "coob": ("Courier", .monospaced, false, true), "cobi": ("Courier", .monospaced, true, true),
  ]

  private static func kind(of name: String) -> Kind {
    if name.contains("cour") || name.contains("mono") || name.contains("consol") { return .monospaced }
    let serifs = ["times", "georgia", "garamond", "cambria", "caladea", "palatino", "bookman", "schoolbook"]
    let isSerif = name.contains("serif") && !name.contains("sans") || serifs.contains { name.contains($0) }
    return isSerif ? .serif : .sansSerif
  }

  /// Families in order of preference: the family itself, then one with the metrics of the standard fonts.
  var families: [String] {
    switch kind {
    case .sansSerif: [family, "Liberation Sans", "sans-serif"]
    case .serif: [family, "Liberation Serif", "serif"]
    case .monospaced: [family, "Liberation Mono", "monospace"]
    }
  }

  /// The name for `/DA`: the most similar standard font.
  var formName: String {
    let names =
      switch kind {
      case .sansSerif: ["Helv", "HeBo", "HeOb", "HeBI"]
      case .serif: ["TiRo", "TiBo", "TiIt", "TiBI"]
      case .monospaced: ["Cour", "CoBo", "CoOb", "CoBI"]
      }
    return names[(isBold ? 1 : 0) + (isItalic ? 2 : 0)]
  }

  /// Whether `formName` identifies the face completely.
  var isStandard: Bool { self == TextFace(named: formName) }

  /// Approximate cap height in ems, for vertical centering.
  static let capitals = 0.7
}
