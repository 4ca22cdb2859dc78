import CPango

/// The glyphs of a character that is stretched or enlarged, drawn as a text of its own.
package struct MathGlyphs: Sendable {
  /// The text, which has one run.
  package var text: ShapedText
  /// The width, px.
  package var width: Double
  /// The ink above and below the baseline, px.
  package var ascent, descent: Double
  package var italicCorrection: Double

  package var height: Double { ascent + descent }
}

/// The direction in which a character is stretched.
package enum StretchAxis: Sendable { case horizontal, vertical }

extension TextShaper {
  /// The glyphs of a character whose size along an axis is at least a given one: the glyph itself, a larger variant, or
  /// an assembly of parts (MathML Core §5.3). Where the font has none of them, parts are other characters, and bars are
  /// made of several glyphs (`StretchParts`). Other characters of fonts without a MATH table are those of the family
  /// `math`, or else made larger in both directions if they are stretched vertically. Returns nil if no font has the
  /// character.
  /// - Parameter size: px. An assembly of more than `StretchAssembly.maxParts` parts is smaller.
  @export(interface)
  package func stretched(
    _ character: Unicode.Scalar, in font: FontID, along axis: StretchAxis, to size: Double
  ) -> MathGlyphs? {
    guard let font = book.font(font), font.list >= 0, font.size > 0, size.isFinite,
      let index = book.lists.typeface(font.list, covering: [character.value]),
      book.lists.typefaces[index].glyph(character.value) != nil
    else { return nil }
    let em = Double(font.size)
    let stretch = MathStretch(typeface: book.lists.typefaces[index], axis: axis, em: em)
    let parts = stretch.parts(of: character, size: size)
    guard parts.count == 1, parts[0].extent * em < size - 0.01, parts[0].extent > 0 else {
      return glyphs(stretch, parts, index, character)
    }
    if !stretch.typeface.hasMathTable, let other = mathTypeface(with: character, size: font.size) {
      let stretch = MathStretch(typeface: book.lists.typefaces[other], axis: axis, em: em)
      return glyphs(stretch, stretch.parts(of: character, size: size), other, character)
    }
    guard axis == .vertical else { return glyphs(stretch, parts, index, character) }
    let larger = min(size / parts[0].extent, em * Self.mostEnlarged)
    return glyphs(MathStretch(typeface: stretch.typeface, axis: axis, em: larger), parts, index, character)
  }

  /// The face of the generic family `math` if it has a MATH table and a character.
  private func mathTypeface(with character: Unicode.Scalar, size: Float) -> Int? {
    let id = book.font(FontDescription(families: ["math"], size: Double(size)))
    guard let font = book.font(id), font.typeface >= 0 else { return nil }
    let typeface = book.lists.typefaces[font.typeface]
    return typeface.hasMathTable && typeface.glyph(character.value) != nil ? font.typeface : nil
  }

  /// The largest factor for glyphs of fonts without variants.
  private static let mostEnlarged = 12.0

  private func glyphs(
    _ stretch: MathStretch, _ parts: [MathStretch.Part], _ typeface: Int, _ character: Unicode.Scalar
  ) -> MathGlyphs {
    var made = stretch.joined(parts)
    let face = book.face(typeface: typeface, size: Float(stretch.em))
    let bytes = PackedArray(String(character).utf8)
    made.text = ShapedText(
      bytes: bytes,
      runs: [
        GlyphRun(
          bytes: 0..<UInt32(bytes.count), glyphs: 0..<UInt32(made.text.glyphs.count), face: face, level: 0, span: 0)
      ],
      glyphs: made.text.glyphs,
      boundaries: ContiguousArray(repeating: [], count: bytes.count) + [.line, .grapheme])
    made.text.boundaries[0] = .grapheme
    return made
  }
}
