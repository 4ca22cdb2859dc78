/// The `font-variant-*`, `font-kerning` and `font-feature-settings` properties.
struct FontVariants: Hashable, Sendable {
  var caps = Keyword.normal
  var ligatures: [Keyword] = []
  var numeric: [Keyword] = []
  var eastAsian: [Keyword] = []
  var position = Keyword.normal
  var alternates = Keyword.normal
  var emoji = TextStyle.EmojiPresentation.normal
  var kerning = Keyword.auto
  var settings: [FontFeature] = []
  /// Without trimming, punctuation has no half-width form.
  var spacingTrim = TextStyle.SpacingTrim.normal

  /// Whether small capitals are synthesized if the font has none.
  var isSmallCaps: Bool {
    switch caps {
    case .smallCaps, .allSmallCaps, .petiteCaps, .allPetiteCaps: true
    default: false
    }
  }

  /// The OpenType features sorted by tag; later properties override earlier ones (css-fonts-4 §7.2).
  var features: [FontFeature] {
    if self == FontVariants() { return [] }
    var values: [String: UInt32] = [:]
    switch caps {
    case .allSmallCaps: values["c2sc"] = 1
    case .petiteCaps: values["pcap"] = 1
    case .allPetiteCaps: (values["pcap"], values["c2pc"]) = (1, 1)
    case .unicase: values["unic"] = 1
    case .titlingCaps: values["titl"] = 1
    default: break
    }
    for keyword in ligatures + numeric + eastAsian + [position, alternates] {
      for (tag, value) in Self.features(keyword) { values[tag] = value }
    }
    if kerning == .none { values["kern"] = 0 } else if kerning == .normal { values["kern"] = 1 }
    if spacingTrim == .spaceAll { values["halt"] = 0 }
    for feature in settings { values[feature.tag] = feature.value }
    return values.map { FontFeature(tag: $0.key, value: $0.value) }.sorted { $0.tag < $1.tag }
  }

  private static func features(_ keyword: Keyword) -> [(String, UInt32)] {
    switch keyword {
    case .none: [("liga", 0), ("clig", 0), ("dlig", 0), ("hlig", 0), ("calt", 0)]
    case .commonLigatures: [("liga", 1), ("clig", 1)]
    case .noCommonLigatures: [("liga", 0), ("clig", 0)]
    case .discretionaryLigatures: [("dlig", 1)]
    case .noDiscretionaryLigatures: [("dlig", 0)]
    case .historicalLigatures: [("hlig", 1)]
    case .noHistoricalLigatures: [("hlig", 0)]
    case .contextual: [("calt", 1)]
    case .noContextual: [("calt", 0)]
    case .liningNums: [("lnum", 1)]
    case .oldstyleNums: [("onum", 1)]
    case .proportionalNums: [("pnum", 1)]
    case .tabularNums: [("tnum", 1)]
    case .diagonalFractions: [("frac", 1)]
    case .stackedFractions: [("afrc", 1)]
    case .ordinal: [("ordn", 1)]
    case .slashedZero: [("zero", 1)]
    case .jis78: [("jp78", 1)]
    case .jis83: [("jp83", 1)]
    case .jis90: [("jp90", 1)]
    case .jis04: [("jp04", 1)]
    case .simplified: [("smpl", 1)]
    case .traditional: [("trad", 1)]
    case .fullWidth: [("fwid", 1)]
    case .proportionalWidth: [("pwid", 1)]
    case .ruby: [("ruby", 1)]
    case .sub: [("subs", 1)]
    case .super: [("sups", 1)]
    case .historicalForms: [("hist", 1)]
    default: []
    }
  }
}
