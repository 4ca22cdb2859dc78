import CGdkPixbuf
import CPango
import Diagnostics
import Layout
import PDF
import Resources
import Style

/// The images of one output. Each is decoded and embedded at most once.
final class PictureCache {
  let images: ImageStore
  let masks = BlurredMasks()
  /// Images that are encoded for PDF output; nil for output in pixels.
  private let prepared: PreparedImages?
  /// The fonts of SVG images; nil if their text is left to librsvg.
  private let fonts: FaceCache?
  private var pictures: [PictureKey: Picture?] = [:]
  private var parts: [PicturePart: RasterPicture?] = [:]
  /// The pixels of the image of which parts were drawn last.
  private var divided: (id: ImageID, pixels: RasterPicture?)?
  /// The images for which the drawing has placeholders.
  private(set) var embedded: [PDFImage] = []
  private var vectorCount = 0
  /// The images that could not be decoded.
  private(set) var failures: [(message: String, location: SourceLocation)] = []

  /// - Parameters:
  ///   - fonts: the fonts of SVG images; nil if their text is left to librsvg.
  ///   - prepared: the cache of encoded images, for PDF output; nil for output in pixels.
  init(images: ImageStore, fonts: FaceCache?, prepared: PreparedImages?) {
    self.images = images
    self.fonts = fonts
    self.prepared = prepared
  }

  /// Draws an image into `rect`.
  /// - Parameter isPixelated: the pixels of an enlarged image are not smoothed.
  func draw(_ id: ImageID, in rect: Rect, isPixelated: Bool = false, on canvas: Canvas) {
    let key = PictureKey(id: id, isPixelated: isPixelated && images.info(id).format != .svg)
    guard rect.width > 0, rect.height > 0, !images.info(id).isEmpty, let picture = picture(key) else { return }
    canvas.isolated {
      switch picture {
      case .raster(let raster): raster.draw(in: rect, images.info(id).orientation, on: canvas)
      case .drawing(let drawing):
        guard let fonts else { break }
        drawing.draw(in: rect, size: images.info(id).naturalSize, fonts: fonts, on: canvas)
      case .vector(let vector): vector.draw(in: rect, on: canvas)
      }
    }
  }

  /// Draws a part of an image into `rect`, without mixing neighbouring pixels into its edges.
  /// - Parameter part: px of the image.
  /// - Returns: false, with nothing drawn, unless the part consists of whole pixels of an upright image.
  func draw(_ id: ImageID, part: Rect, in rect: Rect, on canvas: Canvas) -> Bool {
    let info = images.info(id)
    guard info.format != .svg, info.orientation == .upright, let part = PicturePart(id, part) else { return false }
    if parts[part] == nil {
      let pixels = pixels(id).flatMap { RasterDecoder.part($0.surface, part) }
      parts[part] = .some(pixels.map { RasterPicture(surface: $0) })
    }
    guard let picture = parts[part] ?? nil else { return false }
    canvas.isolated { picture.draw(in: rect, .upright, on: canvas) }
    return true
  }

  /// An image's pixels; decoded for this purpose if the picture has none.
  private func pixels(_ id: ImageID) -> RasterPicture? {
    if prepared == nil {
      guard case .raster(let picture)? = picture(PictureKey(id: id, isPixelated: false)) else { return nil }
      return picture
    }
    if let divided, divided.id == id { return divided.pixels }
    let pixels = decoded(id).map { RasterPicture(surface: $0) }
    divided = (id, pixels)
    return pixels
  }

  private func decoded(_ id: ImageID) -> OpaquePointer? {
    let format = images.info(id).format
    return format == .png
      ? RasterDecoder.png(images.bytes(id)) : RasterDecoder.pixbuf(images.bytes(id), format: format.rawValue)
  }

  private func picture(_ key: PictureKey) -> Picture? {
    if let known = pictures[key] { return known }
    let id = key.id
    let picture = makePicture(key)
    if picture?.isVector == true { evictVectors() }
    pictures[key] = .some(picture)
    if picture == nil {
      let address = ResourceError(code: .malformed, message: "", address: images.address(id)).address
      failures.append(("The image \(Quotation.of(address)) cannot be decoded.", images.place(id)))
    }
    return picture
  }

  /// Evicts SVG images when there are many: a parsed one takes far more memory than its file, and a document may have
  /// thousands of them.
  private func evictVectors() {
    vectorCount += 1
    guard vectorCount > 128 else { return }
    vectorCount = 0
    pictures = pictures.filter { $0.value?.isVector != true }
  }

  private func makePicture(_ key: PictureKey) -> Picture? {
    let id = key.id
    let info = images.info(id)
    if info.format == .svg {
      if fonts != nil, let drawing = SVGDrawing(images.bytes(id)) { return .drawing(drawing) }
      return vector(id, info).map(Picture.vector)
    }
    guard let surface = prepared.map({ embedded(key, info, $0) }) ?? decoded(id) else { return nil }
    RasterDecoder.setUniqueID(surface, "pressrun-image-\(id.index)" + (key.isPixelated ? "-pixelated" : ""))
    return .raster(RasterPicture(surface: surface, isPixelated: key.isPixelated))
  }

  /// A surface for which Cairo embeds a file: a JPEG, or a placeholder for an encoded image.
  private func embedded(_ key: PictureKey, _ info: ImageInfo, _ prepared: PreparedImages) -> OpaquePointer? {
    let bytes = images.bytes(key.id)
    // Most CMYK files store inverted ink values. Decoders handle that, but Cairo does not declare it in the PDF.
    if info.format == .jpeg, !info.isCMYK {
      return RasterDecoder.encodedJPEG(bytes, width: info.pixelWidth, height: info.pixelHeight)
    }
    let image = prepared.image(bytes) {
      info.format == .png
        ? PDFImage(png: bytes) ?? RasterDecoder.pngImage(bytes)
        : RasterDecoder.image(bytes, format: info.format.rawValue)
    }
    guard var image else { return nil }
    if key.isPixelated { image.isInterpolated = false }
    embedded.append(image)
    return RasterDecoder.encodedJPEG(ImagePlaceholder.file(index: embedded.count - 1), width: 1, height: 1)
  }
}

/// An image with the way in which it is enlarged.
private struct PictureKey: Hashable {
  var id: ImageID
  var isPixelated: Bool
}

/// A rectangle of whole pixels of an image.
struct PicturePart: Hashable {
  var id: ImageID
  var x, y, width, height: Int32

  init?(_ id: ImageID, _ rect: Rect) {
    self.id = id
    guard let x = Int32(exactly: rect.x), let y = Int32(exactly: rect.y), let width = Int32(exactly: rect.width),
      let height = Int32(exactly: rect.height), x >= 0, y >= 0, width > 0, height > 0
    else { return nil }
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

private enum Picture {
  case raster(RasterPicture)
  case drawing(SVGDrawing)
  case vector(VectorPicture)

  var isVector: Bool { if case .raster = self { false } else { true } }
}

extension ImageInfo {
  /// The size of an SVG image that has its own; nil if it adapts to any area.
  fileprivate var naturalSize: Size? {
    hasOwnWidth && hasOwnHeight && width > 0 && height > 0 ? Size(width: width, height: height) : nil
  }
}

extension PictureCache {
  /// An SVG image. It is scaled to its area by its view box or else by its natural size; without either, it is laid out
  /// in the area.
  private func vector(_ id: ImageID, _ info: ImageInfo) -> VectorPicture? {
    if info.hasViewBox { return VectorPicture(images.bytes(id)) }
    guard let size = info.naturalSize else { return VectorPicture(images.bytesWithoutSize(id)) }
    return VectorPicture(images.bytes(id), size: size)
  }
}

/// A raster image: pixels, or an encoded file.
private final class RasterPicture {
  let surface: OpaquePointer
  private let isPixelated: Bool

  init(surface: OpaquePointer, isPixelated: Bool = false) {
    self.surface = surface
    self.isPixelated = isPixelated
  }
  deinit { cairo_surface_destroy(surface) }

  func draw(in rect: Rect, _ orientation: ImageInfo.Orientation, on canvas: Canvas) {
    let width = Double(cairo_image_surface_get_width(surface))
    let height = Double(cairo_image_surface_get_height(surface))
    canvas.transform(.translation(rect.x, rect.y))
    canvas.transform(.scale(rect.width, rect.height))
    canvas.transform(orientation.transform)
    canvas.transform(.scale(1 / width, 1 / height))
    cairo_set_source_surface(canvas.context, surface, 0, 0)
    if isPixelated, canvas.isVector || isEnlarged(on: canvas) {
      cairo_pattern_set_filter(cairo_get_source(canvas.context), CAIRO_FILTER_NEAREST)
    }
    if canvas.isVector {
      cairo_paint(canvas.context)
    } else {
      // Without `CAIRO_EXTEND_PAD`, transparent pixels around the image would be mixed into its edges.
      cairo_pattern_set_extend(cairo_get_source(canvas.context), CAIRO_EXTEND_PAD)
      cairo_rectangle(canvas.context, 0, 0, width, height)
      cairo_fill(canvas.context)
    }
  }

  /// Whether a pixel of the image is at least as large as one of the canvas. An image that is reduced is smoothed in any
  /// case (css-images-3 §5.3).
  private func isEnlarged(on canvas: Canvas) -> Bool {
    var (x, y) = (1.0, 1.0)
    cairo_user_to_device_distance(canvas.context, &x, &y)
    return min(abs(x), abs(y)) >= 1
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

/// The position and size of a replaced element's image within its content box (css-images-3 §4.5).
func objectRect(_ natural: NaturalSize, in content: Rect, fit: BoxStyle.ObjectFit, position: Pair<LengthPercentage>)
  -> Rect
{
  let area = Size(width: content.width, height: content.height)
  let contained = natural.fitted(in: area, covering: false)
  let own = natural.concrete(width: nil, height: nil, in: area)
  let size: Size =
    switch fit {
    case .fill: area
    case .contain: contained
    case .cover: natural.fitted(in: area, covering: true)
    case .none: own
    case .scaleDown: own.width <= contained.width && own.height <= contained.height ? own : contained
    }
  return Rect(
    x: content.x + position.x.resolve(against: content.width - size.width),
    y: content.y + position.y.resolve(against: content.height - size.height), width: size.width, height: size.height)
}
