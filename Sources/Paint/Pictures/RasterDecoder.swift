import CGdkPixbuf
import CPango
import Glibc
import PDF
import Style

/// Decodes image files to Cairo image surfaces, which the caller owns. The result is nil if a file cannot be decoded.
enum RasterDecoder {
  static func png(_ bytes: [UInt8]) -> OpaquePointer? {
    var source = Source(bytes: bytes)
    let surface = withUnsafeMutablePointer(to: &source) { source in
      cairo_image_surface_create_from_png_stream(
        { closure, data, length in
          guard let source = closure?.assumingMemoryBound(to: Source.self), let data else {
            return CAIRO_STATUS_READ_ERROR
          }
          return source.pointee.read(into: data, count: Int(length)) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR
        }, source)
    }
    return checked(surface)
  }

  private struct Source {
    let bytes: [UInt8]
    var offset = 0
    mutating func read(into data: UnsafeMutablePointer<UInt8>, count: Int) -> Bool {
      guard count <= bytes.count - offset else { return false }
      bytes.withUnsafeBufferPointer { bytes in
        if count > 0, let base = bytes.baseAddress { data.update(from: base + offset, count: count) }
      }
      offset += count
      return true
    }
  }

  /// The colour of all pixels; nil if they differ.
  static func solidColor(_ surface: OpaquePointer) -> Color? {
    let format = cairo_image_surface_get_format(surface)
    guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24,
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard width > 0, height > 0 else { return nil }
    let unused: UInt32 = format == CAIRO_FORMAT_RGB24 ? 0xFF00_0000 : 0
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
      UnsafeRawPointer(data + y * stride).load(fromByteOffset: 4 * x, as: UInt32.self) | unused
    }
    let first = pixel(0, 0)
    for y in 0..<height {
      for x in 0..<width where pixel(x, y) != first { return nil }
    }
    // Colours are premultiplied.
    let alpha = Float(first >> 24)
    guard alpha > 0 else { return .transparent }
    func component(_ shift: UInt32) -> Float { min(Float(first >> shift & 0xFF) / alpha, 1) }
    return Color(red: component(16), green: component(8), blue: component(0), alpha: alpha / 255)
  }

  /// The first frame.
  static func pixbuf(_ bytes: [UInt8], format: String) -> OpaquePointer? {
    withPixbuf(bytes, format: format, surface)
  }

  /// The first frame, encoded for a PDF.
  /// - Parameter keepsRGB: also grey images have three components.
  static func image(_ bytes: [UInt8], format: String, keepsRGB: Bool = false) -> PDFImage? {
    withPixbuf(bytes, format: format) { pixbuf in
      let hasAlpha = gdk_pixbuf_get_has_alpha(pixbuf) != 0
      guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, gdk_pixbuf_get_n_channels(pixbuf) == (hasAlpha ? 4 : 3),
        let start = gdk_pixbuf_read_pixels(pixbuf)
      else { return nil }
      var rows = PixelRows(
        start: start, width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)),
        stride: Int(gdk_pixbuf_get_rowstride(pixbuf)), hasAlpha: hasAlpha)
      rows.keepsRGB = keepsRGB
      return rows.image
    }
  }

  /// A PNG file, encoded for a PDF. gdk-pixbuf shows what it has of a damaged file; Cairo refuses it.
  static func pngImage(_ bytes: [UInt8], keepsRGB: Bool) -> PDFImage? {
    guard let surface = png(bytes) else { return nil }
    cairo_surface_destroy(surface)
    return image(bytes, format: "png", keepsRGB: keepsRGB)
  }

  /// Uses the gdk-pixbuf loader for this format only, so that no other one reads the bytes.
  private static func withPixbuf<Result>(
    _ bytes: [UInt8], format: String, _ body: (OpaquePointer) -> Result?
  ) -> Result? {
    guard let loader = gdk_pixbuf_loader_new_with_type(format, nil) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    let isWritten = gdk_pixbuf_loader_write(loader, bytes, UInt(bytes.count), nil) != 0
    let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
    guard isWritten, isClosed, let animation = gdk_pixbuf_loader_get_animation(loader),
      let pixbuf = gdk_pixbuf_animation_get_static_image(animation)
    else { return nil }
    return body(pixbuf)
  }

  /// Converts pixels: gdk-pixbuf has bytes in the order R, G, B, A; Cairo has native 32-bit numbers with premultiplied
  /// alpha.
  private static func surface(_ pixbuf: OpaquePointer) -> OpaquePointer? {
    let width = Int(gdk_pixbuf_get_width(pixbuf))
    let height = Int(gdk_pixbuf_get_height(pixbuf))
    let hasAlpha = gdk_pixbuf_get_has_alpha(pixbuf) != 0
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    let sourceStride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == (hasAlpha ? 4 : 3),
      let source = gdk_pixbuf_read_pixels(pixbuf),
      let surface = checked(
        cairo_image_surface_create(hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, Int32(width), Int32(height))),
      let target = cairo_image_surface_get_data(surface)
    else { return nil }
    let targetStride = Int(cairo_image_surface_get_stride(surface))
    cairo_surface_flush(surface)
    for y in 0..<height {
      let from = source + y * sourceStride
      let to = UnsafeMutableRawPointer(target + y * targetStride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        let pixel = from + x * channels
        let alpha = hasAlpha ? UInt32(pixel[3]) : 255
        func channel(_ index: Int) -> UInt32 {
          let product = UInt32(pixel[index]) * alpha + 128
          return (product + product >> 8) >> 8
        }
        to[x] = alpha << 24 | channel(0) << 16 | channel(1) << 8 | channel(2)
      }
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }

  /// A copy of a part of a surface's pixels. Returns nil unless the part is within the surface.
  static func part(_ surface: OpaquePointer, _ part: PicturePart) -> OpaquePointer? {
    guard part.x <= cairo_image_surface_get_width(surface) - part.width,
      part.y <= cairo_image_surface_get_height(surface) - part.height,
      let copy = checked(cairo_image_surface_create(cairo_image_surface_get_format(surface), part.width, part.height))
    else { return nil }
    let context = cairo_create(copy)
    defer { cairo_destroy(context) }
    cairo_set_source_surface(context, surface, Double(-part.x), Double(-part.y))
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    cairo_paint(context)
    return copy
  }

  /// A surface of the format ARGB32 or RGB24, encoded for a PDF. Colours are divided by their alpha.
  static func image(of surface: OpaquePointer) -> PDFImage? {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let hasAlpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32
    let channels = hasAlpha ? 4 : 3
    var rows = [UInt8](repeating: 0, count: channels * width * height)
    for y in 0..<height {
      let row = UnsafeRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        let pixel = row[x]
        let alpha = hasAlpha ? pixel >> 24 : 255
        let place = channels * (y * width + x)
        for (channel, shift) in [(0, UInt32(16)), (1, 8), (2, 0)] where alpha > 0 {
          rows[place + channel] = UInt8(min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha))
        }
        if hasAlpha { rows[place + 3] = UInt8(alpha) }
      }
    }
    return rows.withUnsafeBufferPointer { rows in
      rows.baseAddress.flatMap {
        PixelRows(start: $0, width: width, height: height, stride: channels * width, hasAlpha: hasAlpha).image
      }
    }
  }

  private static func checked(_ surface: OpaquePointer?) -> OpaquePointer? {
    guard let surface else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    return surface
  }
}
