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
    // A few pixels per standard deviation suffice for a blurred picture.
    let wanted = min(2, max(4 / sigma, 0.01))
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
    cairo_surface_flush(surface)
    blur(sigma: sigma * scale)
    cairo_surface_mark_dirty(surface)
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

  /// Blurs with three box blurs, which approximate a Gaussian blur (SVG 1.1 §15.17).
  private func blur(sigma: Double) {
    let size = Int((sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    guard size > 1, let data = cairo_image_surface_get_data(surface) else { return }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    var line = [UInt8](repeating: 0, count: max(width, height))
    // A box of even size has no centre pixel: one pass is shifted to the left, one to the right, and the third is wider
    // by 1.
    let isEven = size & 1 == 0
    let passes =
      isEven
      ? [(size, size / 2), (size, size / 2 - 1), (size + 1, size / 2)] : Array(repeating: (size, size / 2), count: 3)
    for (size, before) in passes {
      for y in 0..<height { Self.boxBlur(data + y * stride, count: width, step: 1, size: size, before: before, &line) }
      for x in 0..<width { Self.boxBlur(data + x, count: height, step: stride, size: size, before: before, &line) }
    }
  }

  /// Replaces each pixel of a row or column by the mean of `size` pixels that begin `before` pixels earlier. Pixels
  /// outside are transparent.
  private static func boxBlur(
    _ pixels: UnsafeMutablePointer<UInt8>, count: Int, step: Int, size: Int, before: Int, _ line: inout [UInt8]
  ) {
    var sum = 0
    for index in 0..<count { line[index] = pixels[index * step] }
    for index in 0..<min(size - before, count) { sum += Int(line[index]) }
    for index in 0..<count {
      pixels[index * step] = UInt8((sum + size / 2) / size)
      let entering = index + size - before
      if entering < count { sum += Int(line[entering]) }
      let leaving = index - before
      if leaving >= 0 { sum -= Int(line[leaving]) }
    }
  }
}
