import CPango

/// All fonts that a shaper knows: descriptions, the lists of faces they stand for, and faces at a size.
final class FontBook {
  /// A font description with what it was resolved to.
  struct Font {
    var size: Float
    /// Index in `lists`.
    var list: Int
    /// Index in `featureSets`.
    var features: Int
    /// The first available font (css-fonts-4 §5.3.1): index in `typefaces`, or -1 where there is none at all.
    var typeface: Int
    var face: FaceID

    /// What an id that is not known stands for.
    static let none = Font(size: 0, list: -1, features: 0, typeface: -1, face: FaceID(.max))
  }

  struct Face {
    var typeface: Int
    var size: Float
  }

  /// Families in order with the traits to choose a face by; resolved one family at a time.
  struct FaceList {
    var families: [String]
    var traits: SystemFonts.Traits
    /// Indices in `typefaces` of the families that are there, so far.
    var resolved: [Int] = []
    var nextFamily = 0
    /// The first available face, once it is known.
    var first: Int?
    /// An `hb_language_t`; `nil` where it is unknown.
    var language: OpaquePointer?
  }

  private struct ListKey: Hashable {
    var families: [String]
    var traits: SystemFonts.Traits
  }
  private struct CoverKey: Hashable {
    var list: Int
    var scalar: UInt32
  }
  private struct FaceKey: Hashable {
    var typeface: Int
    var size: Float
  }

  private(set) var fonts: ContiguousArray<Font> = []
  private(set) var faces: ContiguousArray<Face> = []
  private(set) var typefaces: ContiguousArray<Typeface> = []
  private(set) var featureSets: [[hb_feature_t]] = [[]]
  var warnings: WarningLog
  private let limits: TextLimits

  private let system = SystemFonts()
  private var added = AddedFonts()
  private var lists: [FaceList] = []
  private var fontIDs: [FontDescription: FontID] = [:]
  private var faceIDs: [FaceKey: FaceID] = [:]
  private var listIndices: [ListKey: Int] = [:]
  private var featureIndices: [[String]: Int] = [[]: 0]
  private var typefaceIndices: [FoundFace: Int?] = [:]
  /// The system's faces in order, by the generic family that a list ends in.
  private var fallbacks: [ListKey: FallbackFaces] = [:]
  private var covering: [CoverKey: Int?] = [:]
  private var scaledFonts: [FaceID: OpaquePointer] = [:]

  init(limits: TextLimits) {
    self.limits = limits
    warnings = WarningLog(limit: limits.warnings)
  }

  deinit {
    for font in scaledFonts.values { cairo_scaled_font_destroy(font) }
  }

  // MARK: Descriptions

  func font(_ description: FontDescription) -> FontID {
    if let known = fontIDs[description] { return known }
    guard fonts.count < limits.fonts else {
      warnings.add(.tooManyFonts, "More than \(limits.fonts) different fonts; the first one is used instead.")
      return FontID(0)
    }
    let id = FontID(UInt32(fonts.count))
    fontIDs[description] = id
    fonts.append(makeFont(description))
    return id
  }

  private func makeFont(_ description: FontDescription) -> Font {
    let size = description.size.isFinite ? Float(min(max(description.size, 0), 100_000)) : 0
    let list = faceList(
      families: description.families,
      traits: .init(
        weight: description.weight, slant: description.slant, stretch: description.stretch,
        language: description.language))
    let typeface = firstAvailable(list)
    return Font(
      size: size, list: list, features: featureSet(description.features), typeface: typeface,
      face: typeface < 0 ? FaceID(.max) : face(typeface: typeface, size: size))
  }

  private func featureSet(_ features: [String]) -> Int {
    if let known = featureIndices[features] { return known }
    var parsed: [hb_feature_t] = []
    for text in features.prefix(64) {
      var feature = hb_feature_t()
      if hb_feature_from_string(text, -1, &feature) != 0 { parsed.append(feature) }
    }
    featureIndices[features] = featureSets.count
    featureSets.append(parsed)
    return featureSets.count - 1
  }

  // MARK: Faces

  func face(typeface: Int, size: Float) -> FaceID {
    let key = FaceKey(typeface: typeface, size: size)
    if let known = faceIDs[key] { return known }
    let id = FaceID(UInt32(faces.count))
    faceIDs[key] = id
    faces.append(Face(typeface: typeface, size: size))
    return id
  }

  func face(_ id: FaceID) -> Face? {
    Int(id.index) < faces.count ? faces[Int(id.index)] : nil
  }

  func font(_ id: FontID) -> Font? {
    Int(id.index) < fonts.count ? fonts[Int(id.index)] : nil
  }

  /// The `hb_language_t` of a list; `nil` where it is unknown.
  func language(ofList list: Int) -> OpaquePointer? { lists[list].language }

  func languageName(ofList list: Int) -> String { list < lists.count ? lists[list].traits.language : "" }

  /// A `cairo_scaled_font_t` that this object owns; `nil` where the face cannot be drawn.
  func scaledFont(_ id: FaceID) -> OpaquePointer? {
    if let known = scaledFonts[id] { return known }
    guard let face = face(id), face.size > 0 else { return nil }
    let typeface = typefaces[face.typeface]
    guard let cairoFace = typeface.makeCairoFace(), let options = cairo_font_options_create() else { return nil }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    if !typeface.variations.isEmpty { cairo_font_options_set_variations(options, typeface.variations) }
    let size = Double(face.size)
    var matrix = cairo_matrix_t()
    cairo_matrix_init(&matrix, size, 0, typeface.synthesis.contains(.oblique) ? -0.25 * size : 0, size, 0, 0)
    var identity = cairo_matrix_t()
    cairo_matrix_init_identity(&identity)
    guard let font = cairo_scaled_font_create(cairoFace, &matrix, &identity, options) else { return nil }
    guard cairo_scaled_font_status(font) == CAIRO_STATUS_SUCCESS else {
      cairo_scaled_font_destroy(font)
      return nil
    }
    scaledFonts[id] = font
    return font
  }

  // MARK: Lists of families

  private func faceList(families: [String], traits: SystemFonts.Traits) -> Int {
    let key = ListKey(families: families, traits: traits)
    if let known = listIndices[key] { return known }
    guard lists.count < limits.fontLists else {
      warnings.add(
        .tooManyFonts, "More than \(limits.fontLists) different lists of font families; the first one is used instead.")
      return 0
    }
    let language = traits.language.isEmpty ? nil : hb_language_from_string(traits.language, -1)
    listIndices[key] = lists.count
    lists.append(
      FaceList(families: Array(families.prefix(limits.families)), traits: traits, language: language))
    return lists.count - 1
  }

  /// The `position`th face of a list's families; `nil` past the last one that is there.
  private func candidate(_ list: Int, _ position: Int) -> Int? {
    while position >= lists[list].resolved.count {
      guard lists[list].nextFamily < lists[list].families.count else { return nil }
      let family = lists[list].families[lists[list].nextFamily]
      lists[list].nextFamily += 1
      lists[list].resolved += resolve(family: family, traits: lists[list].traits)
    }
    return lists[list].resolved[position]
  }

  private func resolve(family: String, traits: SystemFonts.Traits) -> [Int] {
    let own = added.faces(family: family, traits: traits)
    if !own.isEmpty { return own.compactMap(typeface) }
    let generic = GenericFamily.systemName(family)
    guard let found = system.match(family: generic ?? family, isGeneric: generic != nil, traits: traits) else {
      return []
    }
    return typeface(found).map { [$0] } ?? []
  }

  private func typeface(_ found: FoundFace) -> Int? {
    if let known = typefaceIndices[found] { return known }
    var index: Int?
    if let data = FontData(path: found.path, faceIndex: found.index),
      let typeface = Typeface(
        data: data, family: found.family, synthesis: found.synthesis, variations: found.variations,
        instance: (found.index >> 16) & 0x7FFF)
    {
      index = typefaces.count
      typefaces.append(typeface)
    }
    typefaceIndices[found] = .some(index)
    return index
  }

  /// The first face with a space: it gives a font its measures.
  private func firstAvailable(_ list: Int) -> Int {
    if let known = lists[list].first { return known }
    let first = findFirstAvailable(list)
    lists[list].first = first
    return first
  }

  private func findFirstAvailable(_ list: Int) -> Int {
    var position = 0
    while let index = candidate(list, position) {
      if typefaces[index].glyph(0x20) != nil { return index }
      position += 1
    }
    let families = lists[list].families
    if !families.isEmpty && position == 0 {
      warnings.add(
        .missingFamily, "None of the font families \(families.joined(separator: ", ")) is there; a standard one is used.")
    }
    let standard = system.match(family: GenericFamily.standard, isGeneric: true, traits: lists[list].traits)
    return standard.flatMap(typeface) ?? -1
  }

  // MARK: Fallback

  /// The face for a grapheme cluster: the first of the list that has all of its characters, then the first of the
  /// system's that has them. `nil` where there is none.
  func typeface(list: Int, covering scalars: [UInt32]) -> Int? {
    guard scalars.count == 1 else { return search(list, scalars) }
    let key = CoverKey(list: list, scalar: scalars[0])
    if let known = covering[key] { return known }
    if covering.count >= 1 << 16 { covering = [:] }
    let found = search(list, scalars)
    covering[key] = .some(found)
    return found
  }

  private func search(_ list: Int, _ scalars: [UInt32]) -> Int? {
    var position = 0
    while let index = candidate(list, position) {
      if covers(index, scalars) { return index }
      position += 1
    }
    return fallback(list, scalars)
  }

  /// Whether the first face of a list is the one that gives the font its measures and may be used for all it has.
  func prefersFirstAvailable(_ font: Font) -> Bool {
    candidate(font.list, 0).map { $0 == font.typeface && typefaces[$0].ranges.isEmpty } ?? true
  }

  private func covers(_ index: Int, _ scalars: [UInt32]) -> Bool {
    let typeface = typefaces[index]
    if scalars.allSatisfy({ typeface.glyph($0) != nil }) { return true }
    guard scalars.count == 2 else { return false }
    var composed: UInt32 = 0
    return hb_unicode_compose(hb_unicode_funcs_get_default(), scalars[0], scalars[1], &composed) != 0
      && typeface.glyph(composed) != nil
  }

  private func fallback(_ list: Int, _ scalars: [UInt32]) -> Int? {
    let generic = lists[list].families.lazy.compactMap(GenericFamily.systemName).last ?? GenericFamily.standard
    let key = ListKey(families: [generic], traits: lists[list].traits)
    let faces = fallbacks[key] ?? system.fallbacks(families: key.families, traits: key.traits)
    fallbacks[key] = faces
    return faces?.face(for: scalars).flatMap(typeface)
  }

  // MARK: Fonts that documents bring

  var hasAddedFonts: Bool { added.count > 0 }

  /// Adds a face to a family; it goes before the system's family of that name.
  func add(_ bytes: [UInt8], _ face: AddedFace) throws(TextError) {
    guard added.count < limits.addedFonts, FontData.unpackedSize(bytes) <= limits.fontBytes else {
      throw TextError(
        code: .fontTooLarge, message: "The font is larger than \(limits.fontBytes) bytes, or there are too many.",
        family: face.family)
    }
    guard let data = FontData(bytes), let harfBuzzFace = data.makeHarfBuzzFace() else {
      throw TextError(
        code: .unreadableFont,
        message: "The font for the family \(face.family) cannot be read: not TrueType, OpenType or WOFF.",
        family: face.family)
    }
    hb_face_destroy(harfBuzzFace)
    added.add(face, data)
    covering = [:]
    for index in lists.indices {
      lists[index].resolved = []
      lists[index].first = nil
      lists[index].nextFamily = 0
    }
    for (description, id) in fontIDs { fonts[Int(id.index)] = makeFont(description) }
  }

  private func typeface(_ choice: AddedFonts.Choice) -> Int? {
    if let known = added.typeface(choice) { return known }
    let (face, data) = added[choice]
    guard
      let typeface = Typeface(
        data: data, family: face.family, synthesis: choice.synthesis, variations: choice.variations,
        ranges: face.ranges)
    else { return nil }
    typefaces.append(typeface)
    added.remember(choice, typefaces.count - 1)
    return typefaces.count - 1
  }
}
