import CPango
import Layout
import PDF
import TextShaping

/// A glyph of a PDF that is a picture, such as an emoji.
struct GlyphPicture {
  /// The number of the image XObject.
  var number: Int
  /// Where it is from the pen position, in ems, y downwards.
  var frame: Rect
}

/// The picture of a glyph, encoded for PDF files, and its place as in `GlyphPicture`.
struct GlyphImage {
  var image: PDFImage
  var frame: Rect
}

extension GlyphImage {
  /// Pixels per em: fonts of pictures have about as many.
  private static let resolution = 128.0

  /// Draws a glyph with Cairo. Returns nil if it shows nothing.
  static func make(_ glyph: UInt32, _ font: OpaquePointer, size: Double) -> GlyphImage? {
    var shown = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    var extents = cairo_text_extents_t()
    cairo_scaled_font_glyph_extents(font, &shown, 1, &extents)
    let scale = resolution / size
    let (width, height) = ((extents.width * scale).rounded(.up) + 2, (extents.height * scale).rounded(.up) + 2)
    guard extents.width > 0, extents.height > 0, width < 2000, height < 2000,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    cairo_scale(context, scale, scale)
    (shown.x, shown.y) = (-extents.x_bearing + 1 / scale, -extents.y_bearing + 1 / scale)
    cairo_set_scaled_font(context, font)
    cairo_show_glyphs(context, &shown, 1)
    let isDrawn = cairo_status(context) == CAIRO_STATUS_SUCCESS
    cairo_destroy(context)
    guard isDrawn, let image = RasterDecoder.image(of: surface) else { return nil }
    return GlyphImage(
      image: image,
      frame: Rect(
        x: -shown.x / size, y: -shown.y / size, width: width / resolution, height: height / resolution))
  }
}

extension DrawableFont {
  /// Whether the font has bitmaps in colours, or layers of the version of `COLR` that FreeType draws.
  var hasPictures: Bool {
    let layers = table("COLR")
    return !table("CBDT").isEmpty || !table("sbix").isEmpty || layers.count > 4 && (layers[2] > 0 || layers[3] > 0)
  }
}
