import CPango
import Diagnostics

/// Resolves lists of families to faces, and owns all loaded typefaces.
final class FaceLists {
  /// Families in order and the traits to select a face by. Families are resolved one at a time, when needed.
  struct List {
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

    /// Discards the faces, so that they are resolved again.
    mutating func reset() {
      resolved = []
      nextFamily = 0
      first = nil
      isReplaced = false
    }
  }

  struct Key: Hashable {
    var families: [String]
    var traits: SystemFonts.Traits
  }

  struct CoverKey: Hashable {
    var list: Int
    var scalar: UInt32
  }

  var typefaces: ContiguousArray<Typeface> = []
  let limits: TextLimits
  let system = SystemFonts()
  var added = AddedFonts()
  var lists: [List] = []
  private var indices: [Key: Int] = [:]
  private var foundTypefaces: [FoundFace: Int?] = [:]
  /// The system's fallback faces in order of preference, by the generic family of a list.
  var fallbacks: [Key: FallbackFaces] = [:]
  /// The generic families of lists that name none.
  var generics: [[String]: String] = [:]
  var covering: [CoverKey: Int?] = [:]
  /// The system's face for emoji.
  var emojiFaces: [SystemFonts.Traits: Int?] = [:]

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
  func candidate(_ list: Int, _ position: Int) -> Int? {
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
  func match(generic name: String, traits: SystemFonts.Traits) -> FoundFace? {
    if let preferred = GenericFamily.preferredName(name),
      let found = system.match(family: preferred, isGeneric: false, traits: traits)
    {
      return found
    }
    return system.match(family: name, isGeneric: true, traits: traits)
  }

  func typeface(_ found: FoundFace) -> Int? {
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

}
