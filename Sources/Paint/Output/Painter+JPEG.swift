import CGdkPixbuf
import CPango

extension Painter {
  /// One page as a JPEG on white paper.
  /// - Parameters:
  ///   - page: from 0.
  ///   - scale: pixels per px; 1 is 96 dpi.
  ///   - quality: 0 to 100.
  ///   - maximumPixels: larger pictures are an error.
  package func jpeg(
    page: Int, scale: Double = 1, quality: Int = 85, maximumPixels: Int = 100_000_000
  ) throws(PaintError) -> PaintedFile {
    let pictures = PictureCache(images: images, fonts: FaceCache(fonts), prepared: nil)
    let (surface, diagnostics) = try diagnosing(page: page, pictures) { () throws(PaintError) in
      try image(page: page, scale: scale, maximumPixels: maximumPixels, pictures)
    }
    defer { cairo_surface_destroy(surface) }
    guard let bytes = Self.encodedJPEG(surface, quality: quality) else {
      throw PaintError(code: .cairo, message: "The picture of the page cannot be encoded as JPEG.", page: page)
    }
    return PaintedFile(bytes: bytes, diagnostics: diagnostics)
  }

  /// Encodes a surface of the format RGB24 with gdk-pixbuf. Returns nil if there is no memory or no encoder.
  private static func encodedJPEG(_ surface: OpaquePointer, quality: Int) -> [UInt8]? {
    let width = cairo_image_surface_get_width(surface)
    let height = cairo_image_surface_get_height(surface)
    guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    copyPixels(of: surface, to: pixbuf, width: Int(width), height: Int(height))

    var buffer: UnsafeMutablePointer<gchar>?
    var count: gsize = 0
    let isSaved = "quality".withCString { name in
      String(min(max(0, quality), 100)).withCString { value in
        var names: [UnsafeMutablePointer<gchar>?] = [UnsafeMutablePointer(mutating: name), nil]
        var values: [UnsafeMutablePointer<gchar>?] = [UnsafeMutablePointer(mutating: value), nil]
        return gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "jpeg", &names, &values, nil) != 0
      }
    }
    guard isSaved, let buffer else { return nil }
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
  }

  /// Copies pixels from 0xRRGGBB in numbers of 32 bits to bytes of red, green and blue.
  private static func copyPixels(of surface: OpaquePointer, to pixbuf: OpaquePointer, width: Int, height: Int) {
    cairo_surface_flush(surface)
    guard let source = cairo_image_surface_get_data(surface), let target = gdk_pixbuf_get_pixels(pixbuf) else { return }
    let sourceStride = Int(cairo_image_surface_get_stride(surface))
    let targetStride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    for y in 0..<height {
      let row = UnsafeRawPointer(source + y * sourceStride).assumingMemoryBound(to: UInt32.self)
      let bytes = target + y * targetStride
      for x in 0..<width {
        let pixel = row[x]
        bytes[3 * x] = UInt8(truncatingIfNeeded: pixel >> 16)
        bytes[3 * x + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        bytes[3 * x + 2] = UInt8(truncatingIfNeeded: pixel)
      }
    }
  }
}
