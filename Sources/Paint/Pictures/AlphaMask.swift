import CPango
import Layout
import Style

/// The alpha channel of a blurred shape.
final class AlphaMask {
  /// A `cairo_surface_t` that this object owns.
  let surface: OpaquePointer
  /// The offset from the picture's corner to that of the area, px.
  private let margin: Double
  /// Pixels per px.
  private let scale: Double
  /// The image XObjects of a PDF, by colour.
  var images: [Color: Int] = [:]
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

  /// - Parameters:
  ///   - area: the area of the shadow; its corner is the origin.
  ///   - draw: adds the shape to a path.
  /// - Returns: nil if the area is empty or Cairo has no memory for it.
  init?(
    _ area: Size, sigma: Double, maximumPixels: Double, rule: FillRule = .evenOdd, draw: (any Canvas) -> Void
  ) {
    // A few pixels per standard deviation suffice for a blurred picture. Readers do not smooth the largest ones, which
    // get more.
    let wanted = min(2, max(4 / sigma, min(0.01, 16 / sigma)))
    margin = sigma * 3
    let padded = Size(width: area.width + 2 * margin, height: area.height + 2 * margin)
    let size = padded.width * padded.height
    guard size.isFinite, size > 0 else { return nil }
    scale = min(wanted, (maximumPixels / size).squareRoot())
    let width = (padded.width * scale).rounded(.up)
    let height = (padded.height * scale).rounded(.up)
    guard width <= 30_000, height <= 30_000,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(max(width, 1)), Int32(max(height, 1)))
    else { return nil }
    self.surface = surface
    let canvas = RasterCanvas(surface: surface, scale: scale)
    canvas.transform(.translation(margin, margin))
    draw(canvas)
    canvas.fill(.black, rule: rule)
    BoxBlur.blur(surface, sigma: sigma * scale)
  }

  deinit { cairo_surface_destroy(surface) }

  /// Paints the canvas's colour through the mask, with the area's corner at `origin`.
  func paint(on canvas: any Canvas, at origin: Point) {
    canvas.isolated {
      canvas.transform(.translation(origin.x - margin, origin.y - margin))
      canvas.transform(.scale(1 / scale, 1 / scale))
      canvas.paint(self)
    }
  }
}
