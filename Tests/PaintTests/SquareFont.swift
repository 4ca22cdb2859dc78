import CPango
import Style
import TextShaping

@testable import Paint

/// A font of 2 px. Every glyph is a filled square on the baseline, except glyph 1, which is empty.
final class SquareFont {
  private let font: OpaquePointer

  init() {
    let face = cairo_user_font_face_create()
    cairo_user_font_face_set_render_glyph_func(face) { _, glyph, context, extents in
      extents?.pointee.x_advance = 1
      if glyph != 1 {
        cairo_rectangle(context, 0, -1, 1, 1)
        cairo_fill(context)
      }
      return CAIRO_STATUS_SUCCESS
    }
    var size = cairo_matrix_t(xx: 2, yx: 0, xy: 0, yy: 2, x0: 0, y0: 0)
    var identity = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    font = cairo_scaled_font_create(face, &size, &identity, options)
    cairo_font_options_destroy(options)
    cairo_font_face_destroy(face)
  }
  deinit { cairo_scaled_font_destroy(font) }

  var source: FontSource { FontSource(scaledFont: { [self] _ in font }, metrics: { _ in .square }) }
}

extension FontMetrics {
  static let square = FontMetrics(
    ascent: 2, descent: 1, lineGap: 0, xHeight: 2, capHeight: 2, zeroAdvance: 2, spaceAdvance: 2,
    underlinePosition: 0.5,
    underlineThickness: 1, strikeoutPosition: 0.5, strikeoutThickness: 1)
}
