import CPango

/// One segment of a glyph's outline, in ems, with y upwards.
package enum OutlineStep: Hashable, Sendable {
  case move(x: Double, y: Double)
  case line(x: Double, y: Double)
  case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
  case close
}

extension TextShaper {
  /// The outline of a glyph, including synthesis and variations; empty for glyphs without ink, such as a space, and for
  /// bitmaps.
  @export(interface)
  package func outline(of glyph: UInt32, in face: FaceID) -> [OutlineStep] {
    guard let font = scaledFont(face), let size = self.face(face)?.size, size > 0,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    else { return [] }
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { return [] }
    defer { cairo_destroy(context) }
    cairo_set_scaled_font(context, font)
    var shown = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    cairo_glyph_path(context, &shown, 1)
    guard cairo_status(context) == CAIRO_STATUS_SUCCESS, let path = cairo_copy_path(context) else { return [] }
    defer { cairo_path_destroy(path) }
    guard path.pointee.status == CAIRO_STATUS_SUCCESS, let data = path.pointee.data else { return [] }

    var steps: [OutlineStep] = []
    var index = 0
    while index < Int(path.pointee.num_data) {
      let header = data[index].header
      guard header.length > 0, index + Int(header.length) <= Int(path.pointee.num_data) else { break }
      func x(_ point: Int) -> Double { data[index + point].point.x / size }
      func y(_ point: Int) -> Double { -data[index + point].point.y / size }
      switch header.type {
      case CAIRO_PATH_MOVE_TO: steps.append(.move(x: x(1), y: y(1)))
      case CAIRO_PATH_LINE_TO: steps.append(.line(x: x(1), y: y(1)))
      case CAIRO_PATH_CURVE_TO:
        steps.append(.curve(x1: x(1), y1: y(1), x2: x(2), y2: y(2), x: x(3), y: y(3)))
      default: steps.append(.close)
      }
      index += Int(header.length)
    }
    return steps
  }
}
