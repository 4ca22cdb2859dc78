import CPango

/// How a face shows a stretched character (MathML Core §5.3).
struct MathStretch {
  /// A glyph, in ems.
  struct Part {
    var glyph: UInt32
    /// The size along the axis.
    var extent: Double
    /// The length along the axis that the next part may overlap.
    var connector = 0.0
    /// Whether the part may be repeated or left out.
    var isExtender = false
    var italicCorrection = 0.0
  }

  let typeface: Typeface
  let axis: StretchAxis
  /// px.
  let em: Double

  private var direction: hb_direction_t { axis == .vertical ? HB_DIRECTION_TTB : HB_DIRECTION_LTR }

  /// The glyphs from the bottom or from the left, as few as make up the size; repeated ones are repeated.
  /// - Parameter size: px.
  func parts(of character: Unicode.Scalar, size: Double) -> [Part] {
    let size = size / em
    guard let glyph = typeface.glyph(character.value) else { return [] }
    let base = part(glyph)
    if base.extent >= size - 1e-4 { return [base] }
    var best = largest(from: glyph, size: size) ?? base
    if best.extent >= size - 1e-4 { return [best] }
    if let assembly = StretchAssembly(assembly(of: glyph)) ?? StretchAssembly(accent(of: character, size, &best)) {
      return assembly.parts(size: size, overlap: leastOverlap)
    }
    if best.extent < size, let parts = StretchParts.parts(of: character, axis, in: self) {
      return parts.parts(size: size, overlap: 0)
    }
    return [best]
  }

  /// A glyph with its size.
  func part(_ glyph: UInt32) -> Part {
    var extents = hb_glyph_extents_t()
    hb_font_get_glyph_extents(typeface.font, glyph, &extents)
    let extent =
      axis == .vertical
      ? -Double(extents.height) * typeface.unit
      : max(Double(hb_font_get_glyph_h_advance(typeface.font, glyph)), Double(extents.width)) * typeface.unit
    let correction = Double(hb_ot_math_get_glyph_italics_correction(typeface.font, glyph)) * typeface.unit
    return Part(glyph: glyph, extent: extent, italicCorrection: correction)
  }

  private var leastOverlap: Double {
    Double(hb_ot_math_get_min_connector_overlap(typeface.font, direction)) * typeface.unit
  }

  /// The first variant of a glyph that is large enough, else the last one.
  private func largest(from glyph: UInt32, size: Double) -> Part? {
    var records = [hb_ot_math_glyph_variant_t](repeating: hb_ot_math_glyph_variant_t(), count: 32)
    var count = UInt32(records.count)
    hb_ot_math_get_glyph_variants(typeface.font, glyph, direction, 0, &count, &records)
    var last: Part?
    for record in records.prefix(Int(count)) {
      let part = part(record.glyph)
      if part.extent >= size - 1e-4 { return part }
      if part.extent > last?.extent ?? 0 { last = part }
    }
    return last
  }

  private func assembly(of glyph: UInt32) -> [Part] {
    var records = [hb_ot_math_glyph_part_t](repeating: hb_ot_math_glyph_part_t(), count: 32)
    var count = UInt32(records.count)
    var correction: hb_position_t = 0
    hb_ot_math_get_glyph_assembly(typeface.font, glyph, direction, 0, &count, &records, &correction)
    return records.prefix(Int(count)).map { record in
      Part(
        glyph: record.glyph, extent: Double(record.full_advance) * typeface.unit,
        connector: Double(min(record.start_connector_length, record.end_connector_length)) * typeface.unit,
        isExtender: record.flags.rawValue & 1 != 0, italicCorrection: Double(correction) * typeface.unit)
    }
  }

  /// The combining accent that looks like a character if the font has larger variants of it only.
  /// - Returns: its assembly; empty if it has none.
  private func accent(of character: Unicode.Scalar, _ size: Double, _ best: inout Part) -> [Part] {
    guard axis == .horizontal, let accent = StretchParts.combining[character.value],
      let glyph = typeface.glyph(accent)
    else { return [] }
    if let variant = largest(from: glyph, size: size), variant.extent > best.extent { best = variant }
    return assembly(of: glyph)
  }

  /// The glyphs side by side or one above the other; the text has no runs.
  func joined(_ parts: [Part]) -> MathGlyphs {
    var glyphs = GlyphListBuilder()
    var (pen, width, bottom, top) = (0.0, 0.0, Double.infinity, -Double.infinity)
    for (index, part) in parts.enumerated() {
      var extents = hb_glyph_extents_t()
      hb_font_get_glyph_extents(typeface.font, part.glyph, &extents)
      let unit = typeface.unit * em
      let ink = (
        left: Double(extents.x_bearing) * unit, width: Double(extents.width) * unit,
        top: Double(extents.y_bearing) * unit,
        bottom: Double(extents.y_bearing + extents.height) * unit
      )
      var advance = Double(hb_font_get_glyph_h_advance(typeface.font, part.glyph)) * unit
      var glyph = Glyph(id: part.glyph, advance: 0, dx: 0, dy: 0, cluster: 0)
      if advance <= 0 {
        // A combining accent.
        glyph.dx = Float(-ink.left)
        advance = ink.width
      }
      if axis == .horizontal || parts.count == 1 {
        let next = index + 1 < parts.count ? part.extent * em - part.connector * em : advance
        glyph.advance = Float(next)
        width = pen + advance
        pen += next
        (bottom, top) = (min(bottom, ink.bottom), max(top, ink.top))
      } else {
        glyph.dy = Float(-(pen - ink.bottom))
        (bottom, top) = (min(bottom, pen), max(top, pen + ink.top - ink.bottom))
        width = max(width, advance)
        pen += (part.extent - part.connector) * em
        if index + 1 == parts.count { glyph.advance = Float(width) }
      }
      glyphs.append(glyph)
    }
    let text = ShapedText(
      bytes: PackedArray(), runs: [], glyphs: GlyphList(glyphs), boundaries: [])
    return MathGlyphs(
      text: text, width: width, ascent: parts.isEmpty ? 0 : top, descent: parts.isEmpty ? 0 : -bottom,
      italicCorrection: (parts.last?.italicCorrection ?? 0) * em)
  }
}
