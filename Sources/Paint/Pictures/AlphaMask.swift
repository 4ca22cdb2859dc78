import CPango
import Layout
import Style

/// The alpha channel of a blurred shape.
final class AlphaMask {
  /// The size of a mask.
  struct Frame {
    /// The size in pixels.
    private(set) var width, height: Double
    /// The number of pixels per px.
    let scale: Double
    /// The standard deviation of the blur, px.
    let sigma: Double
    /// What the blur reaches around the area, px.
    var margin: Double { sigma * 3 }
    var pixels: Double { width * height }
    /// Whether there are fewer pixels per px than the blur needs.
    let isCoarse: Bool

    /// - Parameter area: the area of the shadow; its corner is the origin.
    /// - Returns: nil if the area is empty or too large.
    init?(_ area: Size, sigma: Double, maximumPixels: Double) {
      // A few pixels per standard deviation suffice for a blurred picture. Readers do not smooth the largest ones,
      // which get more.
      let wanted = min(2, max(4 / sigma, min(0.01, 16 / sigma)))
      self.sigma = sigma
      let padded = Size(width: area.width + sigma * 6, height: area.height + sigma * 6)
      let size = padded.width * padded.height
      guard size.isFinite, size > 0 else { return nil }
      scale = min(wanted, (maximumPixels / size).squareRoot())
      isCoarse = scale < wanted
      width = max((padded.width * scale).rounded(.up), 1)
      height = max((padded.height * scale).rounded(.up), 1)
      guard width <= 30_000, height <= 30_000 else { return nil }
    }

    /// A frame with fewer pixels of the same size.
    func reduced(columns: Int, rows: Int) -> Frame {
      var copy = self
      copy.width -= Double(columns)
      copy.height -= Double(rows)
      return copy
    }
  }

  /// A `cairo_surface_t` that this object owns.
  let surface: OpaquePointer
  /// The offset from the picture's corner to that of the area, px.
  private let margin: Double
  /// The number of pixels per px.
  private let scale: Double
  /// The image XObjects of a PDF, by colour.
  var images: [Color: Int] = [:]
  /// The colour in which it was painted as pixels.
  private var colored: (color: Color, surface: OpaquePointer)?
  /// Pixels.
  var width: Double { Double(cairo_image_surface_get_width(surface)) }
  var height: Double { Double(cairo_image_surface_get_height(surface)) }
  var pixels: Double { width * height }

  /// Row by row, without gaps.
  var bytes: [UInt8]? {
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    let (width, stride) = (Int(width), Int(cairo_image_surface_get_stride(surface)))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * Int(height))
    for row in 0..<Int(height) {
      bytes.append(contentsOf: UnsafeBufferPointer(start: data + row * stride, count: width))
    }
    return bytes
  }

  /// Draws and blurs a shape.
  /// - Parameter draw: adds the shape to a path.
  /// - Returns: nil if Cairo has no memory for it.
  init?(_ frame: Frame, rule: FillRule = .evenOdd, draw: (any Canvas) -> Void) {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(frame.width), Int32(frame.height)) else {
      return nil
    }
    (self.surface, margin, scale) = (surface, frame.margin, frame.scale)
    let canvas = RasterCanvas(surface: surface, scale: scale)
    canvas.transform(.translation(margin, margin))
    draw(canvas)
    canvas.fill(.black, rule: rule)
    BoxBlur.blur(surface, sigma: frame.sigma * scale)
  }

  /// The mask of a larger shape: one column and one row of a smaller mask are repeated.
  init?(_ frame: Frame, stretching small: AlphaMask, _ slices: BlurredSlices) {
    guard Int(cairo_image_surface_get_width(small.surface)) == Int(frame.width) - slices.columns.omitted,
      Int(cairo_image_surface_get_height(small.surface)) == Int(frame.height) - slices.rows.omitted,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(frame.width), Int32(frame.height))
    else {
      return nil
    }
    (self.surface, margin, scale) = (surface, frame.margin, frame.scale)
    cairo_surface_flush(small.surface)
    guard let source = cairo_image_surface_get_data(small.surface), let target = cairo_image_surface_get_data(surface)
    else { return nil }
    let (columns, rows) = (slices.columns, slices.rows)
    let (step, rest) = (Int(cairo_image_surface_get_stride(surface)), Int(frame.width) - columns.index)
    for y in 0..<Int(frame.height) {
      let row = source + rows.source(of: y) * Int(cairo_image_surface_get_stride(small.surface))
      let copy = target + y * step
      copy.update(from: row, count: columns.index)
      (copy + columns.index).update(repeating: row[columns.index], count: columns.omitted)
      (copy + columns.index + columns.omitted).update(from: row + columns.index, count: rest - columns.omitted)
    }
    cairo_surface_mark_dirty(surface)
  }

  deinit {
    cairo_surface_destroy(surface)
    if let colored { cairo_surface_destroy(colored.surface) }
  }

  /// The mask in a colour, as pixels: a `cairo_surface_t *` that this object owns; nil if Cairo has no memory for it.
  func surface(in color: Color) -> OpaquePointer? {
    if let colored, colored.color == color { return colored.surface }
    let width = cairo_image_surface_get_width(surface)
    guard
      let target = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, cairo_image_surface_get_height(surface))
    else { return nil }
    let context = cairo_create(target)
    cairo_set_source_rgba(
      context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    cairo_mask_surface(context, surface, 0, 0)
    cairo_destroy(context)
    if let colored { cairo_surface_destroy(colored.surface) }
    colored = (color, target)
    return target
  }

  /// Paints the canvas's colour through the mask, with the area's corner at `origin`.
  func paint(on canvas: any Canvas, at origin: Point) {
    canvas.isolated {
      canvas.transform(.translation(origin.x - margin, origin.y - margin))
      canvas.transform(.scale(1 / scale, 1 / scale))
      canvas.paint(self)
    }
  }
}
