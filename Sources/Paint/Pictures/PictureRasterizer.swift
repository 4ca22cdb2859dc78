import CPango
import Layout
import Resources

/// Converts images of a document to PNG, for outputs that cannot contain their format.
package final class PictureRasterizer {
  private let pictures: PictureCache

  package init(images: ImageStore) { pictures = PictureCache(images: images, fonts: nil, prepared: nil) }

  /// An image as a PNG with transparency.
  /// - Parameters:
  ///   - width: pixels, like `height`; at most 32,767 each.
  /// - Returns: nil if the image cannot be decoded, or the size is not allowed.
  package func png(_ image: ImageID, width: Int, height: Int) -> [UInt8]? {
    guard 1...32_767 ~= width, 1...32_767 ~= height, width * height <= 100_000_000,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    defer { cairo_surface_destroy(surface) }
    let failures = pictures.failures.count
    do {
      let canvas = RasterCanvas(surface: surface, scale: 1)
      pictures.draw(image, in: Rect(x: 0, y: 0, width: Double(width), height: Double(height)), on: canvas)
      guard canvas.status == CAIRO_STATUS_SUCCESS, pictures.failures.count == failures else { return nil }
    }
    let sink = ByteSink(limit: .max)
    let status = withExtendedLifetime(sink) { cairo_surface_write_to_png_stream(surface, ByteSink.write, sink.closure) }
    return status == CAIRO_STATUS_SUCCESS ? sink.bytes : nil
  }
}
