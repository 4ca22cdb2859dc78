import CPango

/// The fonts of the system, by family or by character, from fontconfig.
///
/// Results depend neither on previous calls nor on the locale.
final class SystemFonts {
  /// The properties that select a face of a family.
  struct Traits: Hashable {
    var weight: UInt16
    var slant: FontDescription.Slant
    var stretch: Double
    /// A BCP 47 tag; English if empty or invalid.
    var language: String
    /// The styles that may be synthesized.
    var synthesis: FaceSynthesis = [.bold, .oblique]
    /// Axes of variable fonts as `tag=value`.
    var variations: [String] = []
    /// The size for which variable fonts of the document are drawn, px; nil if none of the list has an axis for it.
    var opticalSize: Float?

    /// For fonts that the text does not name, which are found again for each value, and if there are too many lists.
    var withoutAxes: Traits {
      var traits = self
      traits.variations = []
      traits.opticalSize = nil
      return traits
    }

    /// A valid tag of limited length: libraries keep every tag that they receive for the life of the process.
    var languageTag: String {
      let isTag = language.utf8.allSatisfy { byte in
        switch byte {
        case 0x2D, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
      }
      return isTag && (1...35).contains(language.utf8.count) ? language : "en"
    }

    /// The tag by which fontconfig knows the language: it tells Chinese writing by the region.
    var fontconfigTag: String {
      let parts = languageTag.lowercased().split(separator: "-")
      guard parts.first == "zh" else { return languageTag }
      if let region = ["cn", "hk", "mo", "sg", "tw"].first(where: { parts.dropFirst().contains(Substring($0)) }) {
        return "zh-\(region)"
      }
      return parts.contains("hant") ? "zh-tw" : "zh-cn"
    }
  }

  /// Whether fontconfig could read its configuration.
  static let isReady = FcInit() != 0

  init() {
    _ = Self.isReady
  }

  /// The face of a family; `nil` if the system has neither the family nor a replacement that the configuration declares
  /// equivalent.
  ///
  /// - Parameter isGeneric: whether the name is a generic family, for which any font is a match.
  func match(family: String, isGeneric: Bool, traits: Traits) -> FoundFace? {
    guard let pattern = makePattern(families: [family], traits: traits) else { return nil }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultNoMatch
    guard let found = FcFontMatch(nil, pattern, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    guard isGeneric || Self.isWanted(found, pattern) else { return nil }
    return FoundFace(prepared: found, traits: traits)
  }

  /// The file and index of the face with a full name or PostScript name.
  func place(ofFace name: String) -> (path: String, index: Int)? {
    for property in [FC_FULLNAME, FC_POSTSCRIPT_NAME] {
      guard let pattern = FcPatternCreate() else { return nil }
      defer { FcPatternDestroy(pattern) }
      FcPatternAddString(pattern, property, name)
      FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
      guard let properties = FcObjectSetCreate() else { return nil }
      defer { FcObjectSetDestroy(properties) }
      for property in [FC_FILE, FC_INDEX] { FcObjectSetAdd(properties, property) }
      guard let fonts = FcFontList(nil, pattern, properties) else { continue }
      defer { FcFontSetDestroy(fonts) }
      let places = (0..<Int(fonts.pointee.nfont)).compactMap { index -> (path: String, index: Int)? in
        var path: UnsafeMutablePointer<FcChar8>?
        var number: Int32 = 0
        guard let font = fonts.pointee.fonts[index],
          FcPatternGetString(font, FC_FILE, 0, &path) == FcResultMatch, let path,
          FcPatternGetInteger(font, FC_INDEX, 0, &number) == FcResultMatch
        else { return nil }
        return (String(cString: path), Int(number))
      }
      // The order of the list depends on the file system.
      if let first = places.min(by: { ($0.path, $0.index) < ($1.path, $1.index) }) { return first }
    }
    return nil
  }

  /// All faces of the system in order of preference, for characters that no named family has.
  func fallbacks(families: [String], traits: Traits) -> FallbackFaces? {
    guard let pattern = makePattern(families: families, traits: traits) else { return nil }
    var result = FcResultNoMatch
    guard let fonts = FcFontSort(nil, pattern, FcTrue, nil, &result) else {
      FcPatternDestroy(pattern)
      return nil
    }
    return FallbackFaces(pattern: pattern, fonts: fonts, traits: traits)
  }

  /// The generic family of named families: that with which fontconfig completes their list; `sans-serif` for unknown
  /// names.
  func generic(of families: [String]) -> String? {
    if let known = families.lazy.compactMap(GenericFamily.ofCommonFamily).first { return known }
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    for family in families { FcPatternAddString(pattern, FC_FAMILY, family) }
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    var position: Int32 = 0
    var name: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, FC_FAMILY, position, &name) == FcResultMatch, let found = name {
      let family = String(cString: found)
      if ["serif", "sans-serif", "monospace"].contains(family) { return family }
      position += 1
    }
    return nil
  }

  private func makePattern(families: [String], traits: Traits) -> OpaquePointer? {
    guard let pattern = FcPatternCreate() else { return nil }
    for family in families { FcPatternAddString(pattern, FC_FAMILY, family) }
    FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(min(max(traits.weight, 1), 1000))))
    let slant =
      switch traits.slant {
      case .normal: FC_SLANT_ROMAN
      case .italic: FC_SLANT_ITALIC
      case .oblique: FC_SLANT_OBLIQUE
      }
    FcPatternAddInteger(pattern, FC_SLANT, slant)
    FcPatternAddDouble(pattern, FC_WIDTH, min(max(traits.stretch, 50), 200))
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
    FcPatternAddString(pattern, FC_LANG, traits.fontconfigTag)
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    return pattern
  }

  /// Whether a font is of the requested family or of an equivalent one (a metric-compatible replacement). Without this
  /// check, fontconfig returns some font for every name.
  private static func isWanted(_ found: OpaquePointer, _ pattern: OpaquePointer) -> Bool {
    var wanted: Set<String> = []
    var index: Int32 = 0
    var value = FcValue()
    var binding = FcValueBindingWeak
    while FcPatternGetWithBinding(pattern, FC_FAMILY, index, &value, &binding) == FcResultMatch {
      if binding != FcValueBindingWeak, let name = value.u.s { wanted.insert(String(cString: name).lowercased()) }
      index += 1
    }
    var name: UnsafeMutablePointer<FcChar8>?
    index = 0
    while FcPatternGetString(found, FC_FAMILY, index, &name) == FcResultMatch, let family = name {
      if wanted.contains(String(cString: family).lowercased()) { return true }
      index += 1
    }
    return false
  }
}
