import CPango
import Layout
import PDF
import Resources

/// A raster image: pixels, or an encoded file for a PDF.
final class RasterPicture {
  enum Pixels {
    /// An owned `cairo_surface_t *`.
    case surface(OpaquePointer)
    case image(PDFImage)
    case jpeg(JPEGImage)
  }
  let pixels: Pixels
  /// Whether the pixels of an enlarged image are not smoothed.
  let isPixelated: Bool
  /// The image XObject of a PDF.
  private var number: Int?

  init(_ pixels: Pixels, isPixelated: Bool = false) {
    self.pixels = pixels
    self.isPixelated = isPixelated
  }

  deinit { if case .surface(let surface) = pixels { cairo_surface_destroy(surface) } }

  /// Whether it may have translucent pixels.
  var hasAlpha: Bool {
    switch pixels {
    case .surface(let surface): cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32
    case .image(let image): image.mask != nil
    case .jpeg: false
    }
  }

  func draw(in rect: Rect, _ orientation: ImageInfo.Orientation, on canvas: any Canvas) {
    let place = AffineTransform(a: rect.width, d: rect.height, e: rect.x, f: rect.y)
    canvas.transform(place.concatenating(orientation.transform))
    canvas.draw(self)
  }

  /// The number of the image XObject in a drawing, to which it is added once; nil if it cannot be encoded.
  func number(in drawing: PDFDrawing) -> Int? {
    if let number { return number }
    switch pixels {
    case .surface(let surface): number = RasterDecoder.image(of: surface).map(drawing.add)
    case .image(let image): number = drawing.add(image)
    case .jpeg(let image): number = drawing.add(image)
    }
    return number
  }
}

extension ImageInfo.Orientation {
  /// The transform from the unit square of the stored image to that of the displayed one.
  fileprivate var transform: AffineTransform {
    switch self {
    case .upright: .identity
    case .mirrored: AffineTransform(a: -1, d: 1, e: 1)
    case .rotated180: AffineTransform(a: -1, d: -1, e: 1, f: 1)
    case .flipped: AffineTransform(a: 1, d: -1, f: 1)
    case .transposed: AffineTransform(a: 0, b: 1, c: 1, d: 0)
    case .rotated90: AffineTransform(a: 0, b: 1, c: -1, d: 0, e: 1)
    case .transversed: AffineTransform(a: 0, b: -1, c: -1, d: 0, e: 1, f: 1)
    case .rotated270: AffineTransform(a: 0, b: -1, c: 1, d: 0, f: 1)
    }
  }
}
