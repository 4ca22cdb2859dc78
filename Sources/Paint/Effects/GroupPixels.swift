import CPango
import Layout
import Style

/// The pixels of a group of content, on which filters are applied.
final class GroupPixels {
  /// A `cairo_surface_t *` of the format ARGB32 that this object owns.
  private var surface: OpaquePointer
  /// The area of the surface, px.
  let area: Rect
  /// The number of pixels per px.
  let scale: Double

  /// Draws a group.
  /// - Parameters:
  ///   - area: px. With `scale`, at most 30,000 pixels wide and high.
  ///   - budget: of the output.
  ///   - draw: draws the group in px of the page.
  /// - Returns: nil if Cairo has no memory for it.
  init?(_ area: Rect, scale: Double, budget: PixelBudget = PixelBudget(), draw: (any Canvas) -> Void) {
    guard let surface = Self.surface(area, scale) else { return nil }
    (self.surface, self.area, self.scale) = (surface, area, scale)
    let canvas = RasterCanvas(surface: surface, scale: scale, budget: budget)
    canvas.transform(.translation(-area.x, -area.y))
    draw(canvas)
    cairo_surface_flush(surface)
  }

  private init(_ surface: OpaquePointer, _ area: Rect, _ scale: Double) {
    (self.surface, self.area, self.scale) = (surface, area, scale)
  }

  deinit { cairo_surface_destroy(surface) }

  private static func surface(_ area: Rect, _ scale: Double) -> OpaquePointer? {
    let (width, height) = ((area.width * scale).rounded(.up), (area.height * scale).rounded(.up))
    guard width >= 1, height >= 1, width <= 30_000, height <= 30_000,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    return surface
  }

  /// The picture, and the rectangle in which it is drawn. The surface is a whole number of pixels.
  var picture: (RasterPicture, Rect) {
    let rect = Rect(
      x: area.x, y: area.y, width: Double(cairo_image_surface_get_width(surface)) / scale,
      height: Double(cairo_image_surface_get_height(surface)) / scale)
    return (RasterPicture(.surface(cairo_surface_reference(surface))), rect)
  }

  /// The box around all pixels that are not transparent, px; nil if there is none.
  var ink: Rect? {
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    forEachRow { y, row in
      for x in row.indices where row[x] != 0 {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    guard right >= left else { return nil }
    return Rect(
      x: area.x + Double(left) / scale, y: area.y + Double(top) / scale, width: Double(right + 1 - left) / scale,
      height: Double(bottom + 1 - top) / scale)
  }

  /// Makes the alpha of each pixel of an ARGB32 surface its luminance (css-masking-1 §7.2); the pixels are
  /// premultiplied.
  static func makeAlphaOfLuminance(_ surface: OpaquePointer) {
    cairo_surface_flush(surface)
    forEachRow(of: surface) { _, row in
      for x in row.indices where row[x] != 0 {
        func part(_ shift: UInt32) -> Double { Double(row[x] >> shift & 0xFF) }
        let luminance = 0.2125 * part(16) + 0.7154 * part(8) + 0.0721 * part(0)
        row[x] = UInt32(min(luminance.rounded(), 255)) << 24
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  private func forEachRow(_ body: (Int, UnsafeMutableBufferPointer<UInt32>) -> Void) {
    Self.forEachRow(of: surface, body)
  }

  private static func forEachRow(
    of surface: OpaquePointer, _ body: (Int, UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let width = Int(cairo_image_surface_get_width(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<Int(cairo_image_surface_get_height(surface)) {
      let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      body(y, UnsafeMutableBufferPointer(start: row, count: width))
    }
  }

  // MARK: Filters

  /// Applies a function to the pixels. A shadow is drawn under them.
  /// - Returns: the shadow alone, if the function is one.
  @discardableResult
  func apply(_ filter: FilterFunction) -> GroupPixels? {
    switch filter {
    case .blur(let deviation): BoxBlur.blur(surface, sigma: deviation * scale)
    case .opacity(let opacity): change { scaled($0, by: opacity) }
    case .color(let filter, let amount): apply(ColorMatrix(filter, amount: amount))
    case .element: break
    case .dropShadow(let shadow):
      guard let own = self.shadow(shadow) else { return nil }
      let context = cairo_create(surface)
      cairo_set_operator(context, CAIRO_OPERATOR_DEST_OVER)
      cairo_set_source_surface(context, own.surface, 0, 0)
      cairo_paint(context)
      cairo_destroy(context)
      cairo_surface_flush(surface)
      return own
    }
    return nil
  }

  /// Applies functions in their order. Neighbouring changes of colours are made at once.
  func apply(_ filters: [FilterFunction]) {
    var matrix: ColorMatrix?
    for filter in filters {
      guard case .color(let function, let amount) = filter else {
        matrix.map(apply)
        matrix = nil
        apply(filter)
        continue
      }
      let next = ColorMatrix(function, amount: amount)
      if let joined = matrix?.followed(by: next) {
        matrix = joined
      } else {
        matrix.map(apply)
        matrix = next
      }
    }
    matrix.map(apply)
  }

  private func apply(_ matrix: ColorMatrix) {
    let matrix = PixelMatrix(matrix)
    // Neighbouring pixels often have the same colour.
    var latest: (UInt32, UInt32) = (0, 0)
    change { pixel in
      if pixel != latest.0 { latest = (pixel, matrix.apply(pixel)) }
      return latest.1
    }
  }

  /// The alpha of the pixels in the colour of a shadow, moved and blurred.
  private func shadow(_ shadow: FilterFunction.DropShadow) -> GroupPixels? {
    guard let target = Self.surface(area, scale) else { return nil }
    let context = cairo_create(target)
    cairo_set_source_rgba(
      context, Double(shadow.color.red), Double(shadow.color.green), Double(shadow.color.blue),
      Double(shadow.color.alpha))
    cairo_mask_surface(context, surface, bounded(shadow.x) * scale, bounded(shadow.y) * scale)
    cairo_destroy(context)
    BoxBlur.blur(target, sigma: shadow.deviation * scale)
    return GroupPixels(target, area, scale)
  }

  private func change(_ body: (UInt32) -> UInt32) {
    forEachRow { _, row in
      for x in row.indices where row[x] != 0 { row[x] = body(row[x]) }
    }
    cairo_surface_mark_dirty(surface)
  }
}

/// A premultiplied pixel with its opacity reduced.
private func scaled(_ pixel: UInt32, by opacity: Double) -> UInt32 {
  func part(_ shift: UInt32) -> UInt32 { UInt32((Double(pixel >> shift & 0xFF) * opacity).rounded()) << shift }
  return part(24) | part(16) | part(8) | part(0)
}
