import CPango
import Style

extension RasterCanvas {
  /// A mask that is enlarged is painted as a picture, for which pixman has faster code than for an enlarged mask.
  func paint(_ mask: AlphaMask) {
    guard isEnlarged, let color, let picture = mask.surface(in: color) else {
      return cairo_mask_surface(context, mask.surface, 0, 0)
    }
    cairo_set_source_surface(context, picture, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
    cairo_paint(context)
  }

  /// The source, if it is a colour.
  private var color: Color? {
    var (red, green, blue, alpha) = (0.0, 0.0, 0.0, 0.0)
    let status = cairo_pattern_get_rgba(cairo_get_source(context), &red, &green, &blue, &alpha)
    guard status == CAIRO_STATUS_SUCCESS else { return nil }
    return Color(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
  }
}
