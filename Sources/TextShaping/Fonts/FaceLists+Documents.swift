import CPango
import Diagnostics

/// Fonts that documents bring or name in `@font-face`.
extension FaceLists {
  var hasAddedFonts: Bool { added.count > 0 }
  /// Whether a font of the document in one of the families has an axis for the size at which it is used.
  func haveOpticalSizes(_ families: [String]) -> Bool { added.haveOpticalSizes(families) }
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
      weight: face.weight?.lowerBound ?? 400, slant: face.slant, stretch: face.stretch?.lowerBound ?? 100,
      language: "", synthesis: .none)
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
    added.add(face, data, data.variationAxes)
    covering = [:]
    for index in lists.indices { lists[index].reset() }
  }

  func typeface(_ choice: AddedFonts.Choice) -> Int? {
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
