import CPango

/// The fonts that fontconfig knows, found by family or by character.
///
/// Answers do not depend on what was asked before, nor on the locale.
final class SystemFonts {
  /// What narrows a family down to a face.
  struct Traits: Hashable {
    var weight: UInt16
    var slant: FontDescription.Slant
    var stretch: Double
    /// BCP 47; where empty, English.
    var language: String
  }

  private static let isReady = FcInit() != 0

  init() {
    _ = Self.isReady
  }

  /// The face of a family; `nil` where the system has neither the family nor one declared to be the same.
  ///
  /// - Parameter isGeneric: the name stands for whatever fontconfig prefers for it.
  func match(family: String, isGeneric: Bool, traits: Traits) -> FoundFace? {
    guard let pattern = makePattern(families: [family], traits: traits) else { return nil }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultNoMatch
    guard let found = FcFontMatch(nil, pattern, &result) else { return nil }
    defer { FcPatternDestroy(found) }
    guard isGeneric || Self.isWanted(found, pattern) else { return nil }
    return FoundFace(prepared: found, traits: traits)
  }

  /// All faces of the system, best first: for the characters that no named family has.
  func fallbacks(families: [String], traits: Traits) -> FallbackFaces? {
    guard let pattern = makePattern(families: families, traits: traits) else { return nil }
    var result = FcResultNoMatch
    guard let fonts = FcFontSort(nil, pattern, FcTrue, nil, &result) else {
      FcPatternDestroy(pattern)
      return nil
    }
    return FallbackFaces(pattern: pattern, fonts: fonts, traits: traits)
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
    FcPatternAddString(pattern, FC_LANG, traits.language.isEmpty ? "en" : traits.language)
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    return pattern
  }

  /// Whether a font is of the family that was asked for, or of one that the configuration declares to be the same
  /// (metric-compatible replacements). Fontconfig otherwise answers every question with some font.
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

/// Where a face is and what it is, as fontconfig found it.
struct FoundFace: Hashable {
  var path: String
  /// As FreeType counts: the face in a collection, and a named instance in the upper half.
  var index: Int
  var family: String
  var variations: String
  var synthesis: FaceSynthesis

  /// Reads a pattern that fontconfig prepared for use; `nil` for formats that cannot be shaped with.
  init?(prepared pattern: OpaquePointer, traits: SystemFonts.Traits) {
    guard let path = pattern.string(FC_FILE), let format = pattern.string(FC_FONTFORMAT),
      format == "TrueType" || format == "CFF"
    else { return nil }
    self.path = path
    index = Int(pattern.integer(FC_INDEX) ?? 0)
    family = pattern.string(FC_FAMILY) ?? ""
    variations = pattern.string(FC_FONT_VARIATIONS) ?? ""
    synthesis = .none
    // A face that is already bold or slanted is found with that weight or slant, unless the configuration asks for
    // emboldening itself and then says that the weight is bold.
    var emboldens: FcBool = FcFalse
    FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &emboldens)
    let weight = pattern.double(FC_WEIGHT).map(FcWeightToOpenTypeDouble) ?? 400
    if emboldens != FcFalse || traits.weight >= 600 && weight < 550 { synthesis.insert(.bold) }
    if traits.slant != .normal {
      var matrix: UnsafeMutablePointer<FcMatrix>?
      let isSheared = FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch && matrix?.pointee.xy != 0
      if isSheared || pattern.integer(FC_SLANT) == FC_SLANT_ROMAN { synthesis.insert(.oblique) }
    }
  }
}

/// Every font of the system in order of preference, each made ready when it is first needed.
final class FallbackFaces {
  private let pattern: OpaquePointer
  private let fonts: UnsafeMutablePointer<FcFontSet>
  private let traits: SystemFonts.Traits
  private var prepared: [Int: FoundFace?] = [:]

  /// Takes over both.
  init(pattern: OpaquePointer, fonts: UnsafeMutablePointer<FcFontSet>, traits: SystemFonts.Traits) {
    self.pattern = pattern
    self.fonts = fonts
    self.traits = traits
  }

  deinit {
    FcFontSetDestroy(fonts)
    FcPatternDestroy(pattern)
  }

  /// The first face that has all the characters.
  func face(for scalars: [UInt32]) -> FoundFace? {
    for index in 0..<Int(fonts.pointee.nfont) {
      guard let font = fonts.pointee.fonts[index] else { continue }
      var charset: OpaquePointer?
      guard FcPatternGetCharSet(font, FC_CHARSET, 0, &charset) == FcResultMatch,
        scalars.allSatisfy({ FcCharSetHasChar(charset, $0) != FcFalse }), let face = prepare(index, font)
      else { continue }
      return face
    }
    return nil
  }

  private func prepare(_ index: Int, _ font: OpaquePointer) -> FoundFace? {
    if let known = prepared[index] { return known }
    var face: FoundFace?
    if let ready = FcFontRenderPrepare(nil, pattern, font) {
      face = FoundFace(prepared: ready, traits: traits)
      FcPatternDestroy(ready)
    }
    prepared[index] = .some(face)
    return face
  }
}

extension OpaquePointer {
  fileprivate func string(_ object: String) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(self, object, 0, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }
  fileprivate func integer(_ object: String) -> Int32? {
    var value: Int32 = 0
    return FcPatternGetInteger(self, object, 0, &value) == FcResultMatch ? value : nil
  }
  fileprivate func double(_ object: String) -> Double? {
    var value = 0.0
    return FcPatternGetDouble(self, object, 0, &value) == FcResultMatch ? value : nil
  }
}
