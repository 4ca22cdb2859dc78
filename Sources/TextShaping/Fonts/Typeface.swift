import CPango

/// One face of one font file, independent of size, for shaping with HarfBuzz and drawing with Cairo.
///
/// All lengths are in ems.
final class Typeface {
  /// The name of the family in the font, for messages.
  let family: String
  let synthesis: FaceSynthesis
  /// `wght=600,…` for variable fonts, otherwise empty.
  let variations: String
  /// The characters that the face is used for (`unicode-range`); all if empty.
  let ranges: [ClosedRange<UInt32>]
  /// The `hb_font_t`, scaled so that an em is `unitsPerEm` units.
  let font: OpaquePointer
  let unitsPerEm: Double
  let adjustments: FaceAdjustments
  /// The size of a font unit, as shown at a font size of 1.
  var unit: Double { adjustments.size / unitsPerEm }

  let data: FontData
  private let face: OpaquePointer
  /// See `makeScaledFont`.
  var cairoFace: OpaquePointer?
  private var measuredMetrics: FontMetrics?
  private var drawable: DrawableFont?

  /// `nil` if the bytes are not a font that HarfBuzz can shape.
  init?(
    data: FontData, family: String, synthesis: FaceSynthesis = .none, variations: String = "", instance: Int = 0,
    ranges: [ClosedRange<UInt32>] = [], adjustments: FaceAdjustments = FaceAdjustments()
  ) {
    guard let face = data.makeHarfBuzzFace() else { return nil }
    guard let font = hb_font_create(face) else {
      hb_face_destroy(face)
      return nil
    }
    // Fractions of a font unit occur in variable fonts only, whose advances are interpolated.
    let scale = Int32(hb_face_get_upem(face)) * 64
    hb_font_set_scale(font, scale, scale)
    if instance > 0 { hb_font_set_var_named_instance(font, UInt32(instance - 1)) }
    var axes: [hb_variation_t] = []
    for axis in variations.split(separator: ",").prefix(64) {
      var variation = hb_variation_t()
      if hb_variation_from_string(String(axis), -1, &variation) != 0 { axes.append(variation) }
    }
    if !axes.isEmpty { hb_font_set_variations(font, axes, UInt32(axes.count)) }

    self.data = data
    self.family = family
    self.synthesis = synthesis
    self.variations = variations
    self.ranges = ranges
    self.adjustments = adjustments
    self.face = face
    self.font = font
    self.unitsPerEm = Double(scale)
  }

  deinit {
    if let cairoFace { cairo_font_face_destroy(cairoFace) }
    hb_font_destroy(font)
    hb_face_destroy(face)
  }

  /// Whether a character is in the face's character range.
  func allows(_ scalar: UInt32) -> Bool { ranges.isEmpty || ranges.contains { $0.contains(scalar) } }

  /// The glyph of a character; `nil` if the face does not have it or it is not in the character range.
  func glyph(_ scalar: UInt32) -> UInt32? {
    guard allows(scalar) else { return nil }
    var glyph: UInt32 = 0
    return hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 ? glyph : nil
  }

  func advance(_ scalar: UInt32) -> Double? {
    guard let glyph = glyph(scalar) else { return nil }
    return Double(hb_font_get_glyph_h_advance(font, glyph)) * unit
  }

  /// Whether the font has a substitution feature (`GSUB`), such as small capitals.
  func hasSubstitution(_ feature: hb_tag_t) -> Bool {
    var start: UInt32 = 0
    var tags = [hb_tag_t](repeating: 0, count: 64)
    while true {
      var count = UInt32(tags.count)
      let total = hb_ot_layout_table_get_feature_tags(face, tag("GSUB"), start, &count, &tags)
      if tags.prefix(Int(count)).contains(feature) { return true }
      start += count
      if count == 0 || start >= total { return false }
    }
  }

  /// Whether the font has glyphs in colours.
  lazy var hasPictures =
    hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0
    || hb_ot_color_has_svg(face) != 0 || Self.hasPaint(face)

  /// Whether the font has gradients and compositions of glyphs (`COLR` version 1).
  private static func hasPaint(_ face: OpaquePointer) -> Bool {
    guard let blob = hb_face_reference_table(face, tag("COLR")) else { return false }
    defer { hb_blob_destroy(blob) }
    return hb_blob_get_length(blob) > 0
  }

  /// Whether the font is made for formulas.
  lazy var hasMathTable = hb_ot_math_has_data(face) != 0

  /// The constants for formulas in ems.
  lazy var mathConstants = MathConstants(self)

  /// The font as documents contain it.
  var drawableFont: DrawableFont {
    if let drawable { return drawable }
    let made = DrawableFont(self, face: face)
    drawable = made
    return made
  }

  /// The metrics of the typeface in ems.
  var metrics: FontMetrics {
    if let measuredMetrics { return measuredMetrics }
    let metrics = measure()
    measuredMetrics = metrics
    return metrics
  }
}
