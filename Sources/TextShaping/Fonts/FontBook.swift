import CPango

/// The fonts of a shaper: descriptions with their resolved faces, and faces at a size.
final class FontBook {
  /// A resolved font description.
  struct Font {
    var size: Float
    /// Index in `lists`.
    var list: Int
    /// Index in `featureSets`.
    var features: Int
    /// The first available font (css-fonts-4 §5.3.1): index in `lists.typefaces`, or -1 if the system has no
    /// font.
    var typeface: Int
    var face: FaceID
    var orientation = GlyphOrientation.sideways
    /// The distance from the central baseline, on which upright glyphs are centred, down to the alphabetic one of
    /// glyphs on their side, px. It is 0 for text without upright glyphs, whose baseline is the alphabetic one.
    var baselineShift: Float = 0

    /// The value for unknown ids.
    static let none = Font(size: 0, list: -1, features: 0, typeface: -1, face: FaceID(.max))
  }

  struct Face: Hashable {
    /// Index in `lists.typefaces`.
    var typeface: Int
    var size: Float
    /// The glyphs are turned counterclockwise, so that they are upright when their line is turned clockwise.
    var isUpright = false
  }

  let lists: FaceLists
  private(set) var fonts: ContiguousArray<Font> = []
  private(set) var featureSets: [[hb_feature_t]] = [[]]
  var diagnostics: TextDiagnosticLog
  private let limits: TextLimits
  private var faces: ContiguousArray<Face> = []
  private var fontIDs: [FontDescription: FontID] = [:]
  private var faceIDs: [Face: FaceID] = [:]
  private var featureIndices: [[String]: Int] = [[]: 0]
  private var scaledFonts: [FaceID: OpaquePointer] = [:]
  /// The typefaces that the document was drawn with.
  private var drawn: Set<Int> = []

  init(limits: TextLimits) {
    self.limits = limits
    lists = FaceLists(limits: limits)
    diagnostics = TextDiagnosticLog(limit: limits.warnings)
  }

  deinit {
    for font in scaledFonts.values { cairo_scaled_font_destroy(font) }
  }

  // MARK: Descriptions

  func font(_ description: FontDescription) -> FontID {
    if let known = fontIDs[description] {
      reportReplacement(description, fonts[Int(known.index)])
      return known
    }
    guard fonts.count < limits.fonts else {
      diagnostics.add(.tooManyFonts, "More than \(limits.fonts) different fonts; the first one is used instead.")
      return FontID(0)
    }
    let id = FontID(UInt32(fonts.count))
    let font = makeFont(description)
    fontIDs[description] = id
    fonts.append(font)
    reportReplacement(description, font)
    return id
  }

  func font(_ id: FontID) -> Font? {
    Int(id.index) < fonts.count ? fonts[Int(id.index)] : nil
  }

  private func makeFont(_ description: FontDescription) -> Font {
    let size = description.size.isFinite ? Float(min(max(description.size, 0), 100_000)) : 0
    let usesOpticalSize = description.usesOpticalSize && lists.haveOpticalSizes(description.families)
    let traits = SystemFonts.Traits(
      weight: description.weight, slant: description.slant, stretch: description.stretch,
      language: description.language, synthesis: description.synthesis, variations: description.variations,
      opticalSize: usesOpticalSize ? (size * 4).rounded() / 4 : nil)
    let list =
      lists.index(families: description.families, traits: traits)
      ?? lists.index(families: description.families, traits: traits.withoutAxes)
    if list == nil {
      diagnostics.add(
        .tooManyFonts, "More than \(limits.fontLists) different lists of font families; the first one is used instead.")
    }
    let typeface = lists.firstAvailable(list ?? 0)
    var font = Font(
      size: size, list: list ?? 0, features: featureSet(description.features), typeface: typeface,
      face: typeface < 0 ? FaceID(.max) : face(typeface: typeface, size: size))
    if description.orientation != .sideways, typeface >= 0 {
      font.orientation = description.orientation
      font.baselineShift = Float(lists.typefaces[typeface].metrics.scaled(by: Double(size)).centralShift)
    }
    return font
  }

  private func reportReplacement(_ description: FontDescription, _ font: Font) {
    guard !description.families.isEmpty, lists.isReplaced(font.list) else { return }
    let families = description.families.joined(separator: ", ")
    diagnostics.add(.missingFamily, "None of the font families \(families) is there; a standard one is used.")
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

  func face(typeface: Int, size: Float, isUpright: Bool = false) -> FaceID {
    let face = Face(typeface: typeface, size: size, isUpright: isUpright)
    if let known = faceIDs[face] { return known }
    let id = FaceID(UInt32(faces.count))
    faceIDs[face] = id
    faces.append(face)
    return id
  }

  func face(_ id: FaceID) -> Face? {
    Int(id.index) < faces.count ? faces[Int(id.index)] : nil
  }

  /// A `cairo_scaled_font_t` that this object owns; `nil` if the face cannot be drawn.
  func scaledFont(_ id: FaceID) -> OpaquePointer? {
    guard let face = face(id), face.size > 0 else { return nil }
    drawn.insert(face.typeface)
    if let known = scaledFonts[id] { return known }
    let typeface = lists.typefaces[face.typeface]
    let size = Double(face.size) * typeface.adjustments.size
    guard size > 0, let font = typeface.makeScaledFont(size: size, isUpright: face.isUpright)
    else { return nil }
    scaledFonts[id] = font
    return font
  }

  /// A face for drawing into documents; `nil` for an unknown one.
  func drawable(_ id: FaceID) -> DrawableFace? {
    guard let face = face(id), face.size > 0 else { return nil }
    drawn.insert(face.typeface)
    let typeface = lists.typefaces[face.typeface]
    return DrawableFace(
      font: typeface.drawableFont, size: Double(face.size) * typeface.adjustments.size, synthesis: typeface.synthesis,
      isUpright: face.isUpright)
  }

  /// The face of the same font and size whose glyphs are not turned.
  func plain(_ id: FaceID) -> FaceID {
    guard let face = face(id), face.isUpright else { return id }
    return self.face(typeface: face.typeface, size: face.size)
  }

  /// The fonts that were drawn with since the last call of `forgetUsedFonts`, by name.
  var usedFonts: [UsedFont] {
    Set(drawn.map { lists.typefaces[$0].use }).sorted { ($0.name, $0.path ?? "") < ($1.name, $1.path ?? "") }
  }

  func forgetUsedFonts() { drawn = [] }

  // MARK: Fonts of documents

  /// Adds a face to a family. It has precedence over the system's family of that name, also in existing fonts.
  func add(_ bytes: [UInt8], _ face: AddedFace) throws(TextError) {
    try lists.add(bytes, face)
    resolveAgain()
  }

  /// Adds an installed face to a family of the document; see `FaceLists`.
  func add(installed name: String, _ face: AddedFace) -> Bool {
    guard lists.add(installed: name, face) else { return false }
    resolveAgain()
    return true
  }

  private func resolveAgain() {
    for (description, id) in fontIDs { fonts[Int(id.index)] = makeFont(description) }
  }
}
