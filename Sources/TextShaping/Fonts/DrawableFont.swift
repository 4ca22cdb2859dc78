import CPango

/// A font as it is contained in documents: its tables, and the measures of its glyphs. Lengths are in 1/1000 em.
package final class DrawableFont {
  private let face: OpaquePointer
  private let font: OpaquePointer
  private let unitsPerEm: Double
  private var blobs: [OpaquePointer] = []
  private var tables: [String: UnsafeBufferPointer<UInt8>] = [:]
  /// The least character for which each glyph stands alone; nil until it is asked for.
  private var characters: [UInt32: UInt32]?
  /// Whether the tables describe the glyphs as they are shaped. Those of an instance of a variable font do not.
  package let hasOwnOutlines: Bool
  package let glyphCount: Int
  /// The PostScript name; the family's name if the font has none.
  package let name: String

  init(_ typeface: Typeface, face: OpaquePointer) {
    self.face = hb_face_reference(face)
    font = hb_font_reference(typeface.font)
    unitsPerEm = typeface.unitsPerEm
    glyphCount = Int(hb_face_get_glyph_count(face))
    hasOwnOutlines = hb_ot_var_has_data(face) == 0
    var text = [CChar](repeating: 0, count: 128)
    var length = UInt32(text.count)
    _ = hb_ot_name_get_utf8(face, hb_ot_name_id_t(HB_OT_NAME_ID_POSTSCRIPT_NAME), nil, &length, &text)
    let name = String(decoding: text.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.name = name.isEmpty ? typeface.family : name
  }

  deinit {
    for blob in blobs { hb_blob_destroy(blob) }
    hb_font_destroy(font)
    hb_face_destroy(face)
  }

  /// The bytes of a table, which are valid as long as this object; empty if the font does not have it.
  package func table(_ tag: StaticString) -> UnsafeBufferPointer<UInt8> {
    let name = "\(tag)"
    if let known = tables[name] { return known }
    var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    if let blob = hb_face_reference_table(face, hb_tag_from_string(name, -1)) {
      blobs.append(blob)
      var length: UInt32 = 0
      if let data = hb_blob_get_data(blob, &length), length > 0 {
        bytes = UnsafeBufferPointer(
          start: UnsafeRawPointer(data).assumingMemoryBound(to: UInt8.self), count: Int(length))
      }
    }
    tables[name] = bytes
    return bytes
  }

  package func advance(of glyph: UInt32) -> Double {
    Double(hb_font_get_glyph_h_advance(font, glyph)) / unitsPerEm * 1000
  }

  /// The horizontal range of a glyph's outline, from its origin; nil if it has none.
  package func inkRange(of glyph: UInt32) -> ClosedRange<Double>? {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.width > 0 else { return nil }
    let start = Double(extents.x_bearing) / unitsPerEm * 1000
    return start...start + Double(extents.width) / unitsPerEm * 1000
  }

  /// The glyph of a character; nil if the font does not have it.
  package func glyph(of character: UInt32) -> UInt32? {
    var glyph: UInt32 = 0
    return hb_font_get_nominal_glyph(font, character, &glyph) != 0 && glyph != 0 ? glyph : nil
  }

  /// The least character whose glyph this is; nil if there is none.
  package func character(of glyph: UInt32) -> UInt32? {
    if characters == nil { characters = readCharacters() }
    return characters?[glyph]
  }

  private func readCharacters() -> [UInt32: UInt32] {
    guard let set = hb_set_create() else { return [:] }
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(face, set)
    var result: [UInt32: UInt32] = [:]
    var character = UInt32.max
    while hb_set_next(set, &character) != 0 {
      var glyph: UInt32 = 0
      if hb_font_get_nominal_glyph(font, character, &glyph) != 0, result[glyph] == nil { result[glyph] = character }
    }
    return result
  }
}

/// A font at a size, for drawing.
package struct DrawableFace {
  package var font: DrawableFont
  /// px.
  package var size: Double
  package var synthesis: FaceSynthesis
  /// The glyphs are turned counterclockwise.
  package var isUpright: Bool

  package init(font: DrawableFont, size: Double, synthesis: FaceSynthesis, isUpright: Bool = false) {
    (self.font, self.size, self.synthesis, self.isUpright) = (font, size, synthesis, isUpright)
  }
}
