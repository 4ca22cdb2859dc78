import CPango
import Style
import TextShaping

/// A cache of faces and their metrics.
final class FaceCache {
  private let source: FontSource
  /// Which glyphs are rectangles.
  let blocks = BlockGlyphs()
  // Read for each run of glyphs, many times a page. Exclusivity checks are not needed: no method passes these
  // properties to other code.
  @exclusivity(unchecked) private var fonts: [FaceID: OpaquePointer?] = [:]
  @exclusivity(unchecked) private var known: [FaceID: FontMetrics] = [:]
  @exclusivity(unchecked) private var spaces: [FaceID: UInt?] = [:]
  @exclusivity(unchecked) private var drawables: [FaceID: DrawableFace?] = [:]
  @exclusivity(unchecked) private var ofStyles: [StyleID: FontMetrics?] = [:]
  init(_ source: FontSource) { self.source = source }

  func scaledFont(_ face: FaceID) -> OpaquePointer? {
    if let font = fonts[face] { return font }
    let font = source.scaledFont(face)
    fonts[face] = .some(font)
    return font
  }

  /// A face as a PDF contains it; nil if its font has no tables.
  func drawable(_ face: FaceID) -> DrawableFace? {
    if let known = drawables[face] { return known }
    let drawable = source.drawable(face)
    drawables[face] = .some(drawable)
    return drawable
  }

  /// The face of the same font whose glyphs are not turned.
  func plain(_ face: FaceID) -> FaceID { source.plainFace(face) }

  /// The size of a face without tables, px.
  func size(_ face: FaceID) -> Double {
    if let drawable = drawable(face) { return drawable.size }
    guard let font = scaledFont(face) else { return 0 }
    var matrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(font, &matrix)
    return max(abs(matrix.xx), abs(matrix.yy), abs(matrix.xy), abs(matrix.yx))
  }

  /// The advance of a glyph of a face without tables, in 1/1000 em.
  func advance(of glyph: UInt32, in face: FaceID) -> Double {
    guard let font = scaledFont(face) else { return 0 }
    var shown = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    var extents = cairo_text_extents_t()
    cairo_scaled_font_glyph_extents(font, &shown, 1, &extents)
    let size = size(face)
    return size > 0 ? extents.x_advance / size * 1000 : 0
  }

  /// The metrics of the first available font; nil if it is not known.
  func metrics(_ font: FontDescription) -> FontMetrics? { source.descriptionMetrics(font) }

  /// A text that runs from left to right; nil if it is empty or cannot be shaped.
  func shape(_ text: String, _ font: FontDescription, letterSpacing: Double, wordSpacing: Double = 0) -> ShapedText? {
    let part = FontSource.TextPart(
      text: text, font: font, letterSpacing: letterSpacing, wordSpacing: wordSpacing)
    return text.isEmpty ? nil : source.shape([part], false)?.text
  }

  /// A text whose base direction is known; nil if it is empty or cannot be shaped.
  func shape(_ text: [FontSource.TextPart], isRightToLeft: Bool) -> FontSource.ShapedParts? {
    text.allSatisfy(\.text.isEmpty) ? nil : source.shape(text, isRightToLeft)
  }

  /// The glyph of a space, if the face has one.
  func space(_ face: FaceID) -> UInt? {
    if let space = spaces[face] { return space }
    var space: UInt?
    if let drawable = drawable(face) {
      space = drawable.font.glyph(of: 0x20).map { UInt($0) }
    } else if let font = scaledFont(face) {
      var glyphs: UnsafeMutablePointer<cairo_glyph_t>?
      var count: Int32 = 0
      let status = cairo_scaled_font_text_to_glyphs(font, 0, 0, " ", 1, &glyphs, &count, nil, nil, nil)
      if status == CAIRO_STATUS_SUCCESS, count == 1, let glyph = glyphs?.pointee, glyph.index != 0 {
        space = glyph.index
      }
      cairo_glyph_free(glyphs)
    }
    spaces[face] = .some(space)
    return space
  }

  /// The metrics of the first available font of a style of the document; nil if it is not known.
  func metrics(of style: StyleID, _ styles: ContiguousArray<ComputedStyle>) -> FontMetrics? {
    if let metrics = ofStyles[style] { return metrics }
    let metrics = source.styleMetrics(styles[Int(style.index)].text)
    ofStyles[style] = .some(metrics)
    return metrics
  }

  func metrics(_ face: FaceID) -> FontMetrics {
    if let metrics = known[face] { return metrics }
    let metrics = source.metrics(face)
    known[face] = metrics
    return metrics
  }
}
