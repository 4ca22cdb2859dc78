import CPango

/// The fonts of a document, by description, and what they contain.
extension TextShaper {
  /// The fonts that the document was drawn with so far, by name.
  package var usedFonts: [UsedFont] { book.usedFonts }

  /// The font for a description; equal descriptions have equal ids.
  @export(interface)
  package func font(_ description: FontDescription) -> FontID { book.font(description) }

  /// The metrics of the first available face of a font, which determine line heights.
  package func metrics(_ font: FontID) -> FontMetrics {
    guard let font = book.font(font), font.typeface >= 0 else { return .none }
    return book.lists.typefaces[font.typeface].metrics.scaled(by: Double(font.size))
  }

  /// The metrics of a face, which may be a fallback face.
  package func metrics(face: FaceID) -> FontMetrics {
    guard let face = book.face(face) else { return .none }
    return book.lists.typefaces[face.typeface].metrics.scaled(by: Double(face.size))
  }

  /// Whether the first available face of a font has an OpenType feature that substitutes glyphs, such as `smcp`.
  @export(interface)
  package func hasFeature(_ feature: String, in font: FontID) -> Bool {
    guard let font = book.font(font), font.typeface >= 0 else { return false }
    return book.lists.typefaces[font.typeface].hasSubstitution(hb_tag_from_string(feature, -1))
  }

  /// A `cairo_scaled_font_t` that this object owns; `nil` if the face cannot be drawn.
  ///
  /// Its matrix is for px with y downwards; a synthetic slant is in the matrix, synthetic weight is in the outlines.
  package func scaledFont(_ face: FaceID) -> OpaquePointer? { book.scaledFont(face) }

  /// A face for drawing into documents; `nil` if it does not exist.
  package func drawableFace(_ face: FaceID) -> DrawableFace? { book.drawable(face) }

  /// The face of the same font and size whose glyphs are not turned (`DrawableFace.isUpright`).
  package func plainFace(_ face: FaceID) -> FaceID { book.plain(face) }

  /// The properties of a face, for drawing and diagnostics.
  package func face(_ id: FaceID) -> FaceInfo? {
    guard let face = book.face(id) else { return nil }
    let typeface = book.lists.typefaces[face.typeface]
    return FaceInfo(family: typeface.family, size: Double(face.size), synthesis: typeface.synthesis)
  }

  /// The family name of a face; empty for an unknown id.
  package func family(_ face: FaceID) -> String { self.face(face)?.family ?? "" }

  /// Adds a font of the document (TrueType, OpenType, WOFF or WOFF2). It has precedence over the system's family of
  /// that name, also in existing fonts.
  @export(interface)
  package func addFont(_ bytes: [UInt8], as face: AddedFace) throws(TextError) {
    try book.add(bytes, face)
    words.removeAll()
  }

  /// Adds an installed font to a family of the document, as `addFont` does.
  /// - Parameter name: the full name, the PostScript name or the family of the font.
  /// - Returns: whether it is installed.
  @export(interface)
  package func addInstalledFont(_ name: String, as face: AddedFace) -> Bool {
    guard book.add(installed: name, face) else { return false }
    words.removeAll()
    return true
  }

  /// Whether the first available face of a font has a character.
  @export(interface)
  package func hasCharacter(_ scalar: Unicode.Scalar, in font: FontID) -> Bool {
    guard let font = book.font(font), font.typeface >= 0 else { return false }
    return book.lists.typefaces[font.typeface].glyph(scalar.value) != nil
  }

  /// The advance of a character in px, with fallback; `nil` if no font has it.
  @export(interface)
  package func advance(of scalar: Unicode.Scalar, in font: FontID) -> Double? {
    guard let font = book.font(font), font.list >= 0,
      let face = book.lists.typeface(font.list, covering: [scalar.value])
    else { return nil }
    return book.lists.typefaces[face].advance(scalar.value).map { $0 * Double(font.size) }
  }
}
