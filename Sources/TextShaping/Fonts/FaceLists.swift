import CPango
import Diagnostics

/// Resolves lists of families to faces, and owns all loaded typefaces.
final class FaceLists {
  /// Families in order and the traits to select a face by. Families are resolved one at a time, when needed.
  private struct List {
    var families: [String]
    var traits: SystemFonts.Traits
    /// An `hb_language_t`.
    var language: OpaquePointer?
    /// Indices in `typefaces` of the faces of the first `nextFamily` families.
    var resolved: [Int] = []
    var nextFamily = 0
    /// The first available face; `nil` until it is resolved.
    var first: Int?
    /// Whether no family of the list is available, so that the standard family replaces it.
    var isReplaced = false
  }

  private struct Key: Hashable {
    var families: [String]
    var traits: SystemFonts.Traits
  }

  private struct CoverKey: Hashable {
    var list: Int
    var scalar: UInt32
  }

  private(set) var typefaces: ContiguousArray<Typeface> = []
  private let limits: TextLimits
  private let system = SystemFonts()
  private var added = AddedFonts()
  private var lists: [List] = []
  private var indices: [Key: Int] = [:]
  private var foundTypefaces: [FoundFace: Int?] = [:]
  /// The system's fallback faces in order of preference, by the generic family of a list.
  private var fallbacks: [Key: FallbackFaces] = [:]
  private var covering: [CoverKey: Int?] = [:]
  /// The system's face for emoji.
  private var emojiFaces: [SystemFonts.Traits: Int?] = [:]

  init(limits: TextLimits) { self.limits = limits }

  /// The index of the list of these families; `nil` if there are too many lists.
  func index(families: [String], traits: SystemFonts.Traits) -> Int? {
    let key = Key(families: families, traits: traits)
    if let known = indices[key] { return known }
    guard lists.count < limits.fontLists else { return nil }
    indices[key] = lists.count
    lists.append(
      List(
        families: Array(families.prefix(limits.families)), traits: traits,
        language: hb_language_from_string(traits.languageTag, -1)))
    return lists.count - 1
  }

  /// The `hb_language_t` of a list.
  func language(_ list: Int) -> OpaquePointer? { lists[list].language }

  /// Whether no family of a list is available, so that the standard family replaces it.
  func isReplaced(_ list: Int) -> Bool { lists[list].isReplaced }

  // MARK: Families

  /// The first available face (css-fonts-4 §5.3.1): the first one whose character range includes the space. The font's
  /// metrics are those of this face. -1 if the system has no font.
  func firstAvailable(_ list: Int) -> Int {
    if let known = lists[list].first { return known }
    let first = findFirstAvailable(list)
    lists[list].first = first
    return first
  }

  private func findFirstAvailable(_ list: Int) -> Int {
    var position = 0
    while let index = candidate(list, position) {
      if typefaces[index].allows(0x20) { return index }
      position += 1
    }
    lists[list].isReplaced = position == 0
    return match(generic: GenericFamily.standard, traits: lists[list].traits).flatMap(typeface) ?? -1
  }

  /// Whether the first face of a list is the first available one and has no character range.
  func prefersFirstAvailable(_ list: Int) -> Bool {
    guard let first = candidate(list, 0) else { return true }
    return first == firstAvailable(list) && typefaces[first].ranges.isEmpty
  }

  /// The face at a position among the faces of a list's families; `nil` past the last one.
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
    let found =
      if let generic = GenericFamily.systemName(family) {
        match(generic: generic, traits: traits)
      } else {
        system.match(family: family, isGeneric: false, traits: traits)
          ?? MetricAliases.family(family).flatMap { system.match(family: $0, isGeneric: false, traits: traits) }
      }
    return found.flatMap(typeface).map { [$0] } ?? []
  }

  /// The face of a generic family: that of the family that browsers use, if the system has a font with its metrics.
  private func match(generic name: String, traits: SystemFonts.Traits) -> FoundFace? {
    if let preferred = GenericFamily.preferredName(name),
      let found = system.match(family: preferred, isGeneric: false, traits: traits)
    {
      return found
    }
    return system.match(family: name, isGeneric: true, traits: traits)
  }

  private func typeface(_ found: FoundFace) -> Int? {
    if let known = foundTypefaces[found] { return known }
    var index: Int?
    if let data = FontData(path: found.path, faceIndex: found.index),
      let typeface = Typeface(
        data: data, family: found.family, synthesis: found.synthesis, variations: found.variations,
        instance: (found.index >> 16) & 0x7FFF)
    {
      index = typefaces.count
      typefaces.append(typeface)
    }
    foundTypefaces[found] = .some(index)
    return index
  }

  // MARK: Fallback

  /// The face for a grapheme cluster: the first face of the list that has all of its characters, otherwise the first of
  /// the system; `nil` if there is none.
  func typeface(_ list: Int, covering scalars: [UInt32]) -> Int? {
    guard scalars.count == 1 else { return search(list, scalars) }
    let key = CoverKey(list: list, scalar: scalars[0])
    if let known = covering[key] { return known }
    if covering.count >= 1 << 16 { covering = [:] }
    let found = search(list, scalars)
    covering[key] = .some(found)
    return found
  }

  /// The face for a character that is shown as a picture: the first face of the list that has it, else the system's font
  /// of emoji; `nil` if neither has it.
  /// - Parameter isRequested: the text asks for a picture, so that faces without pictures are passed over.
  func pictureTypeface(_ list: Int, covering scalars: [UInt32], isRequested: Bool) -> Int? {
    var position = 0
    while let index = candidate(list, position) {
      if !isRequested || typefaces[index].hasPictures, covers(index, scalars) { return index }
      position += 1
    }
    let traits = lists[list].traits
    if emojiFaces[traits] == nil {
      let found = system.match(family: "emoji", isGeneric: true, traits: traits)
      emojiFaces[traits] = .some(found.flatMap(typeface))
    }
    guard let index = emojiFaces[traits] ?? nil, typefaces[index].hasPictures, covers(index, scalars) else {
      return nil
    }
    return index
  }

  private func search(_ list: Int, _ scalars: [UInt32]) -> Int? {
    var position = 0
    while let index = candidate(list, position) {
      if covers(index, scalars) { return index }
      position += 1
    }
    return fallback(list, scalars)
  }

  /// Whether a face has these characters, or their precomposed form, which HarfBuzz then uses.
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
    let key = Key(families: [generic], traits: lists[list].traits)
    let faces = fallbacks[key] ?? system.fallbacks(families: key.families, traits: key.traits)
    fallbacks[key] = faces
    return faces?.face(for: scalars).flatMap(typeface)
  }

  // MARK: Fonts of documents

  var hasAddedFonts: Bool { added.count > 0 }
  var hasBrokenFaces: Bool { typefaces.contains(where: \.isBroken) }

  /// Adds a face to a family and resets all lists, so that they are resolved again.
  func add(_ bytes: [UInt8], _ face: AddedFace) throws(TextError) {
    guard added.count < limits.addedFonts, FontData.unpackedSize(bytes) <= limits.fontBytes else {
      throw TextError(
        code: .fontTooLarge, message: "The font is larger than \(limits.fontBytes) bytes, or there are too many.",
        family: face.family)
    }
    guard let data = FontData(bytes), let harfBuzzFace = data.makeHarfBuzzFace() else {
      throw TextError(
        code: .unreadableFont,
        message: "The font for the family \(Quotation.of(face.family)) cannot be read: not TrueType, OpenType or WOFF.",
        family: face.family)
    }
    defer { hb_face_destroy(harfBuzzFace) }
    if let refusal = EmbeddingPermission.refusal(of: harfBuzzFace) {
      throw TextError(
        code: .embeddingForbidden,
        message: "The font for the family \(Quotation.of(face.family)) cannot be used: \(refusal).", family: face.family
      )
    }
    add(data, face)
  }

  /// Adds an installed face, by its full or PostScript name or by its family, to a family of the document.
  /// - Returns: whether there is such a face.
  func add(installed name: String, _ face: AddedFace) -> Bool {
    let traits = SystemFonts.Traits(
      weight: face.weight.lowerBound, slant: face.slant, stretch: face.stretch, language: "", synthesis: .none)
    guard added.count < limits.addedFonts,
      let place = system.place(ofFace: name)
        ?? (system.match(family: name, isGeneric: false, traits: traits)
        ?? MetricAliases.family(name).flatMap { system.match(family: $0, isGeneric: false, traits: traits) })
        .map({ ($0.path, $0.index) }),
      let data = FontData(path: place.path, faceIndex: place.index)
    else { return false }
    add(data, face)
    return true
  }

  private func add(_ data: FontData, _ face: AddedFace) {
    added.add(face, data)
    covering = [:]
    for index in lists.indices {
      lists[index].resolved = []
      lists[index].nextFamily = 0
      lists[index].first = nil
      lists[index].isReplaced = false
    }
  }

  private func typeface(_ choice: AddedFonts.Choice) -> Int? {
    if let known = added.typeface(choice) { return known }
    let (face, data) = added[choice]
    guard
      let typeface = Typeface(
        data: data, family: face.family, synthesis: choice.synthesis, variations: choice.variations,
        instance: data.instance, ranges: face.ranges, adjustments: face.adjustments)
    else { return nil }
    typefaces.append(typeface)
    added.remember(choice, typefaces.count - 1)
    return typefaces.count - 1
  }
}
