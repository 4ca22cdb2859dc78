import CPango
import Layout
import Style

extension Painter {
  /// One page as a PNG on white paper.
  /// - Parameters:
  ///   - page: from 0.
  ///   - scale: pixels per px; 1 is 96 dpi.
  ///   - isQuick: whether the file is written in less time and is larger.
  ///   - maximumPixels: larger pictures are an error.
  package func png(
    page: Int, scale: Double = 1, isQuick: Bool = false, maximumPixels: Int = 100_000_000
  ) throws(PaintError) -> PaintedFile {
    let pictures = PictureCache(images: images, fonts: FaceCache(fonts), prepared: nil)
    let (surface, diagnostics) = try diagnosing(page: page, pictures) { () throws(PaintError) in
      try image(page: page, scale: scale, maximumPixels: maximumPixels, pictures)
    }
    defer { cairo_surface_destroy(surface) }
    if isQuick {
      guard let file = QuickPNG.file(of: surface) else { throw PaintError(status: CAIRO_STATUS_NO_MEMORY, page: page) }
      return PaintedFile(bytes: file, diagnostics: diagnostics)
    }
    let sink = ByteSink(limit: .max)
    let status = withExtendedLifetime(sink) { cairo_surface_write_to_png_stream(surface, ByteSink.write, sink.closure) }
    guard status == CAIRO_STATUS_SUCCESS else { throw PaintError(status: status, page: page) }
    return PaintedFile(bytes: sink.bytes, diagnostics: diagnostics)
  }

  /// A page's pixels as 32-bit numbers of red, green and blue (0xRRGGBB), row by row.
  package func pixels(page: Int, scale: Double = 1) throws(PaintError) -> (width: Int, pixels: [UInt32]) {
    let surface = try image(
      page: page, scale: scale, maximumPixels: 100_000_000,
      PictureCache(images: images, fonts: FaceCache(fonts), prepared: nil))
    defer { cairo_surface_destroy(surface) }
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return (0, []) }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    var pixels: [UInt32] = []
    for y in 0..<height {
      let row = UnsafeRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width { pixels.append(row[x] & 0xFF_FFFF) }
    }
    return (width, pixels)
  }

  /// A page with its rotation, on a new image surface that the caller owns.
  func image(
    page: Int, scale: Double, maximumPixels: Int, _ pictures: PictureCache
  ) throws(PaintError) -> OpaquePointer {
    let upright = try uprightImage(page: page, scale: scale, maximumPixels: maximumPixels, pictures)
    let rotation = document.pages[page].rotation
    guard rotation == 90 || rotation == 270 else { return upright }
    defer { cairo_surface_destroy(upright) }
    let (width, height) = (cairo_image_surface_get_width(upright), cairo_image_surface_get_height(upright))
    guard let turned = cairo_image_surface_create(CAIRO_FORMAT_RGB24, height, width) else {
      throw PaintError(status: CAIRO_STATUS_NO_MEMORY, page: page)
    }
    let context = cairo_create(turned)
    defer { cairo_destroy(context) }
    var matrix = cairo_matrix_t()
    if rotation == 90 {
      cairo_matrix_init(&matrix, 0, 1, -1, 0, Double(height), 0)
    } else {
      cairo_matrix_init(&matrix, 0, -1, 1, 0, 0, Double(width))
    }
    cairo_set_matrix(context, &matrix)
    cairo_set_source_surface(context, upright, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    cairo_paint(context)
    return turned
  }

  private func uprightImage(
    page: Int, scale: Double, maximumPixels: Int, _ pictures: PictureCache
  ) throws(PaintError) -> OpaquePointer {
    let size = try size(ofPage: page)
    let scale = scale * pageScale
    let width = (size.width * scale).rounded(.up)
    let height = (size.height * scale).rounded(.up)
    guard scale > 0, width * height <= Double(maximumPixels), max(width, height) <= 32_767 else {
      throw PaintError(
        code: .tooLarge, message: "A picture of the page at scale \(scale) would be too large.", page: page)
    }
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)) else {
      throw PaintError(status: CAIRO_STATUS_NO_MEMORY, page: page)
    }
    do throws(PaintError) {
      let paper = RasterCanvas(surface: surface, scale: 1)
      paper.fill(Rect(x: 0, y: 0, width: width, height: height), .white)
      let canvas = RasterCanvas(surface: surface, scale: scale, budget: pictures.pixelBudget)
      paint(page: page, on: canvas, fonts: FaceCache(fonts), pictures: pictures)
      guard canvas.status == CAIRO_STATUS_SUCCESS else { throw PaintError(status: canvas.status, page: page) }
    } catch {
      cairo_surface_destroy(surface)
      throw error
    }
    return surface
  }
}
