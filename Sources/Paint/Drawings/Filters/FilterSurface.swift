import CPango
import Layout
import Style

/// The pixels of an image of a filter: 32 bits each, premultiplied, alpha, red, green and blue from the highest byte.
final class FilterSurface {
  /// A `cairo_surface_t *` of the format ARGB32 that this object owns.
  let surface: OpaquePointer
  /// Whether colours are linear in light.
  let isLinear: Bool
  let width, height: Int

  /// Transparent pixels.
  /// - Returns: nil if Cairo has no memory for it.
  init?(width: Int, height: Int, isLinear: Bool) {
    guard 1...30_000 ~= width, 1...30_000 ~= height,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    (self.surface, self.isLinear, self.width, self.height) = (surface, isLinear, width, height)
    // The object is complete, so that `deinit` destroys the surface.
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
  }

  deinit { cairo_surface_destroy(surface) }

  /// Transparent pixels of the same size.
  func blank(isLinear: Bool? = nil) -> FilterSurface? {
    FilterSurface(width: width, height: height, isLinear: isLinear ?? self.isLinear)
  }

  func copy() -> FilterSurface? {
    let copy = blank()
    copy?.paint(self, CAIRO_OPERATOR_SOURCE)
    return copy
  }

  // MARK: Cairo

  /// Draws with Cairo in pixels.
  func draw(_ body: (OpaquePointer) -> Void) {
    guard let context = cairo_create(surface) else { return }
    body(context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
  }

  /// Paints another image of the same size.
  func paint(_ other: FilterSurface, x: Double = 0, y: Double = 0, _ operation: cairo_operator_t) {
    draw { context in
      cairo_set_operator(context, operation)
      cairo_set_source_surface(context, other.surface, bounded(x), bounded(y))
      cairo_paint(context)
    }
  }

  /// Fills everything with a colour, through the alpha of another image if there is one.
  func fill(_ color: Color, through mask: FilterSurface? = nil, x: Double = 0, y: Double = 0) {
    draw { context in
      cairo_set_source_rgba(context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
      if let mask {
        cairo_mask_surface(context, mask.surface, bounded(x), bounded(y))
      } else {
        cairo_paint(context)
      }
    }
  }

  /// Makes the pixels outside of a rectangle transparent.
  func clear(outside rect: Rect) {
    draw { context in
      cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
      cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
      cairo_rectangle(context, 0, 0, Double(width), Double(height))
      cairo_rectangle(context, bounded(rect.x), bounded(rect.y), bounded(rect.width), bounded(rect.height))
      cairo_fill(context)
    }
  }

  /// Repeats the pixels of a rectangle (filter-effects-1 §9.21).
  func fill(tilesOf other: FilterSurface, _ rect: Rect) {
    let (columns, rows) = (max(1, rect.width.rounded()), max(1, rect.height.rounded()))
    // Of a tile that is much larger, at most the beginning of another one could be seen.
    guard columns * rows <= 4 * Double(width * height) else { return paint(other, CAIRO_OPERATOR_SOURCE) }
    guard rect.width > 0, rect.height > 0,
      let tile = FilterSurface(width: Int(columns), height: Int(rows), isLinear: isLinear)
    else { return }
    tile.paint(other, x: -rect.x.rounded(), y: -rect.y.rounded(), CAIRO_OPERATOR_SOURCE)
    draw { context in
      guard let pattern = cairo_pattern_create_for_surface(tile.surface) else { return }
      cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
      var matrix = cairo_matrix_t(
        xx: columns / rect.width, yx: 0, xy: 0, yy: rows / rect.height, x0: -bounded(rect.x) * columns / rect.width,
        y0: -bounded(rect.y) * rows / rect.height)
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_set_source(context, pattern)
      cairo_paint(context)
      cairo_pattern_destroy(pattern)
    }
  }

  /// Blurs the pixels; standard deviations in pixels.
  func blur(x: Double, y: Double) { BoxBlur.blur(surface, sigmaX: x, sigmaY: y) }

  // MARK: Pixels

  /// Calls `body` for each row.
  func forEachRow(_ body: (Int, UnsafeMutableBufferPointer<UInt32>) -> Void) {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<height {
      let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      body(y, UnsafeMutableBufferPointer(start: row, count: width))
    }
    cairo_surface_mark_dirty(surface)
  }

  /// All of them, row after row.
  var pixels: [UInt32] {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    forEachRow { pixels += $1 }
    return pixels
  }

  /// Calls `body` for one row. The caller marks the surface as changed.
  func withRow(_ y: Int, _ body: (UnsafeMutableBufferPointer<UInt32>) -> Void) {
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let row = data + y * Int(cairo_image_surface_get_stride(surface))
    body(
      UnsafeMutableBufferPointer(
        start: UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt32.self), count: width))
  }

  /// Replaces each pixel. Neighbouring pixels often have the same colour, which is computed once.
  func change(_ body: (UInt32) -> UInt32) {
    var latest = (UInt32(0), body(0))
    forEachRow { _, row in
      for x in row.indices {
        if row[x] != latest.0 { latest = (row[x], body(row[x])) }
        row[x] = latest.1
      }
    }
  }
}
