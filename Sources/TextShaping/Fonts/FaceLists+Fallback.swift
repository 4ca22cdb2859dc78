import CPango

/// The faces for characters, of a list or else of the system.
extension FaceLists {
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
    let traits = lists[list].traits.withoutAxes
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
    let key = Key(families: [generic(of: lists[list].families)], traits: lists[list].traits.withoutAxes)
    let faces = fallbacks[key] ?? system.fallbacks(families: key.families, traits: key.traits)
    fallbacks[key] = faces
    return faces?.face(for: scalars).flatMap(typeface)
  }

  /// The generic family at the end of a list, or that of its named families.
  private func generic(of families: [String]) -> String {
    if let named = families.lazy.compactMap(GenericFamily.systemName).last { return named }
    guard !families.isEmpty else { return GenericFamily.standard }
    if let known = generics[families] { return known }
    let generic = system.generic(of: families) ?? GenericFamily.standard
    generics[families] = generic
    return generic
  }
}
