import CPango
import Glibc

/// A page of a PDF file as a picture, drawn by Poppler.
///
/// The file may be hostile, and Poppler is a large program: it runs only in a separate process (`PagePictureProgram`).
enum PagePicture {
  /// The largest height of a picture in pixels.
  static let heightLimit = 8000

  /// - Parameters:
  ///   - page: from 1.
  ///   - width: of the picture in pixels.
  ///   - poppler: loaded beforehand, because the process may have no access to files.
  /// - Returns: PNG.
  /// - Throws: `RenderingError` `.unreadable` if the file is not a PDF file, has no such page, or the page is too high.
  static func png(of pdf: [UInt8], page: Int, width: Int, poppler: Poppler) throws(RenderingError) -> [UInt8] {
    let bytes = g_bytes_new(pdf, gsize(pdf.count))
    defer { g_bytes_unref(bytes) }
    var error: UnsafeMutablePointer<GError>?
    guard let document = poppler.openDocument(bytes, nil, &error) else {
      let message = error.map { String(cString: $0.pointee.message) } ?? "the file cannot be read"
      g_clear_error(&error)
      throw RenderingError(code: .unreadable, message: message)
    }
    defer { poppler.release(document) }
    guard page >= 1, page <= Int(poppler.pageCount(document)),
      let drawn = poppler.page(document, Int32(page - 1))
    else { throw RenderingError(code: .unreadable, message: "the file has no page \(page)") }
    defer { poppler.release(drawn) }
    var (pageWidth, pageHeight) = (0.0, 0.0)
    poppler.pageSize(drawn, &pageWidth, &pageHeight)
    let scale = Double(width) / pageWidth
    let height = (pageHeight * scale).rounded(.up)
    guard pageWidth > 0, height >= 1, height <= Double(heightLimit) else {
      throw RenderingError(
        code: .unreadable,
        message: "the page is \(pageWidth) by \(pageHeight) points and cannot be drawn as a picture")
    }
    return try picture(width: width, height: Int(height)) { context in
      cairo_scale(context, scale, scale)
      poppler.draw(drawn, context)
    }
  }

  private static func picture(
    width: Int, height: Int, drawPage: (_ context: OpaquePointer?) -> Void
  ) throws(RenderingError) -> [UInt8] {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    drawPage(context)
    var png: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &png) { target in
      cairo_surface_write_to_png_stream(
        surface,
        { target, bytes, count in
          guard let target, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
          target.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, target)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw RenderingError(code: .unreadable, message: String(cString: cairo_status_to_string(status)))
    }
    return png
  }
}
