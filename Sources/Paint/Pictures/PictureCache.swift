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
  var filterBudget = FilterBudget()
  var textClipBudget = TextClipBudget()
  let strokeBudget = GlyphStrokeBudget()
  let clipOutlines = ClipOutlines()
  let boxFilters = BoxFilters()
  let pixelBudget = PixelBudget()
  let conicBudget = ConicBudget()
  let layerBudget = LayerBudget()
  let stripeBudget = StripeBudget()
  private var pixelCache: PictureCache?
  /// Images that are encoded for PDF output; nil for output in pixels.
  private let prepared: PreparedImages?
  /// The PDF in which images are embedded.
  private let drawing: PDFDrawing?
  /// The profile of inks without a profile of their own.
  private let inks: ColorProfiles.Entry?
  let profiles: ImageProfiles
  private let vectors: SVGPictures
  private var pictures: [PictureKey: Picture?] = [:]
  private var parts: [PicturePart: RasterPicture?] = [:]
  private var partPixels = 0
  /// The most pixels of all parts, which are copies.
  private static let mostPartPixels = 16_000_000
  /// The images that were decoded, the pixels that are kept, and those that were decoded again.
  private var decoded: Set<ImageID> = []
  private var cachedPixels = 0
  private var repeatedPixels = 0
  private static let mostCachedPixels = 50_000_000
  private static let mostRepeatedPixels = 400_000_000
  /// The pixels of the image of which parts were drawn last.
  private var divided: (id: ImageID, pixels: RasterPicture?)?
  /// The images that could not be decoded.
  var failures: [(message: String, location: SourceLocation)] { ownFailures + (pixelCache?.failures ?? []) }
  private var ownFailures: [(message: String, location: SourceLocation)] = []

  /// - Parameters:
  ///   - fonts: the fonts of SVG images; nil if their text is left to librsvg.
  ///   - prepared: the cache of encoded images, for PDF output; nil for output in pixels.
  ///   - drawing: the PDF in which images are embedded, which may restrict their colours.
  ///   - inks: the profile of inks without a profile of their own; nil for those of the printer.
  ///   - profiles: the profiles of the images, if they are shared with another cache.
  init(
    images: ImageStore, fonts: FaceCache?, prepared: PreparedImages?, drawing: PDFDrawing? = nil,
    inks: ColorProfiles.Entry? = nil, profiles: ImageProfiles? = nil
  ) {
    (self.drawing, self.inks) = (drawing, inks)
    self.profiles = profiles ?? ImageProfiles(images)
    self.images = images
    vectors = SVGPictures(images, fonts)
    self.prepared = prepared
  }

  /// A cache of the same images for content that is drawn as pixels.
  var inPixels: PictureCache {
    if prepared == nil { return self }
    if let pixelCache { return pixelCache }
    let cache = PictureCache(images: images, fonts: vectors.fonts, prepared: nil, profiles: profiles)
    pixelCache = cache
    return cache
  }

  /// Whether an image also draws what is outside its area.
  func showsOverflow(_ id: ImageID) -> Bool { !vectors.isClipped(id) }

  /// Draws an image into `rect`.
  /// - Parameters:
  ///   - isPixelated: the pixels of an enlarged image are not smoothed.
  ///   - boxes: paints the boxes that an `svg` element shows.
  func draw(
    _ id: ImageID, in rect: Rect, isPixelated: Bool = false, boxes: BoxesInDrawing? = nil, on canvas: any Canvas
  ) {
    guard rect.width > 0, rect.height > 0, !images.info(id).isEmpty else { return }
    // Content with a filter is drawn as pixels also for a PDF.
    if prepared != nil, !canvas.isVector {
      return inPixels.draw(id, in: rect, isPixelated: isPixelated, boxes: boxes, on: canvas)
    }
    if images.info(id).format == .svg {
      canvas.isolated {
        vectors.draw(
          id, in: rect, on: canvas, boxes: boxes,
          drawImage: { [unowned self] in draw($0.id, in: $1, isPixelated: $0.isPixelated, on: $2) },
          report: { report(id, $0) })
      }
      return
    }
    guard let picture = picture(PictureKey(id: id, isPixelated: isPixelated)) else { return }
    canvas.isolated {
      switch picture {
      case .raster(let raster): raster.draw(in: rect, images.info(id).orientation, on: canvas)
      case .solid(let color):
        canvas.add(rect)
        canvas.fill(color)
      }
    }
  }

  /// Draws a part of an image into `rect`, without mixing neighbouring pixels into its edges.
  /// - Parameters:
  ///   - part: px of the image.
  ///   - isPixelated: the pixels of an enlarged image are not smoothed.
  /// - Returns: false, with nothing drawn, unless the part consists of whole pixels of an upright image. Also if the
  ///   parts of the output have too many pixels: borders may divide an image in any number of ways.
  func draw(_ id: ImageID, part: Rect, in rect: Rect, isPixelated: Bool, on canvas: any Canvas) -> Bool {
    let info = images.info(id)
    guard info.format != .svg, info.orientation == .upright, let part = PicturePart(id, part, isPixelated: isPixelated)
    else { return false }
    if parts[part] == nil {
      partPixels += part.pixels
      guard partPixels <= Self.mostPartPixels else {
        partPixels -= part.pixels
        return false
      }
      var pixels: OpaquePointer?
      if case .surface(let whole)? = self.pixels(id)?.pixels { pixels = RasterDecoder.part(whole, part) }
      parts[part] = .some(pixels.map { RasterPicture(.surface($0), isPixelated: isPixelated) })
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
    let pixels = decode(id).map { RasterPicture(.surface($0)) }
    divided = (id, pixels)
    return pixels
  }

  /// The pixels of an image, in sRGB if its profile can be converted.
  private func decode(_ id: ImageID) -> OpaquePointer? {
    let format = images.info(id).format
    let surface =
      format == .png
      ? RasterDecoder.png(images.bytes(id)) : RasterDecoder.pixbuf(images.bytes(id), format: format.rawValue)
    if let surface, let conversion = profiles.profile(of: id).flatMap(ICCConversion.init) {
      RasterDecoder.convert(surface, conversion)
    }
    return surface
  }

  private func picture(_ key: PictureKey) -> Picture? {
    if let known = pictures[key] { return known }
    let id = key.id
    guard prepared != nil || makeRoom(for: id) else {
      pictures[key] = .some(nil)
      report(id, "is left out: the large images of the document are drawn too often")
      return nil
    }
    let picture = makePicture(key)
    pictures[key] = .some(picture)
    if picture == nil { report(id, "cannot be decoded") }
    return picture
  }

  /// Discards decoded images if one more would exceed the limit. Returns false if too many pixels were decoded again
  /// because of that.
  private func makeRoom(for id: ImageID) -> Bool {
    let pixels = images.info(id).pixelWidth * images.info(id).pixelHeight
    if !decoded.insert(id).inserted { repeatedPixels += pixels }
    guard repeatedPixels <= Self.mostRepeatedPixels else { return false }
    if cachedPixels + pixels > Self.mostCachedPixels {
      pictures = pictures.filter { $0.value == nil }
      cachedPixels = 0
    }
    cachedPixels += pixels
    return true
  }

  private func report(_ id: ImageID, _ problem: String) {
    let address = ResourceError(code: .malformed, message: "", address: images.address(id)).address
    ownFailures.append(("The image \(Quotation.of(address)) \(problem).", images.place(id)))
  }

  private func makePicture(_ key: PictureKey) -> Picture? {
    let id = key.id
    let info = images.info(id)
    if prepared != nil, let color = solidColor(id, info) { return .solid(color) }
    let pixels: RasterPicture.Pixels? =
      if let prepared { embedded(key, info, prepared) } else { decode(id).map { .surface($0) } }
    return pixels.map { .raster(RasterPicture($0, isPixelated: key.isPixelated)) }
  }

  /// The colour of a small image of one colour, such as a spacer. In a PDF it is an area, because readers paint images
  /// to whole pixels around them.
  private func solidColor(_ id: ImageID, _ info: ImageInfo) -> Color? {
    guard info.pixelWidth * info.pixelHeight <= 16_384, info.format != .jpeg else { return nil }
    let bytes = images.bytes(id)
    guard bytes.count <= 2048, let surface = decode(id) else { return nil }
    defer { cairo_surface_destroy(surface) }
    return RasterDecoder.solidColor(surface)
  }

  /// The encoded image for a PDF: a JPEG file as it is, or the pixels.
  private func embedded(_ key: PictureKey, _ info: ImageInfo, _ prepared: PreparedImages) -> RasterPicture.Pixels? {
    let bytes = images.bytes(key.id)
    let profile = profiles.profile(of: key.id)
    if info.format == .jpeg, var file = JPEGImage(bytes, info, embedded: profile, inks: inks, in: drawing) {
      file.isInterpolated = !key.isPixelated
      return .jpeg(file)
    }
    let image = prepared.image(bytes) {
      info.format == .png
        ? PDFImage(png: bytes) ?? RasterDecoder.pngImage(bytes, keepsRGB: profile?.components == 3)
        : RasterDecoder.image(bytes, format: info.format.rawValue, keepsRGB: info.format == .webp && profile != nil)
    }
    guard var image else { return nil }
    if info.format != .jpeg, let profile, drawing?.allows(profile: profile.bytes) ?? true {
      image.profile = profile.bytes
    }
    if key.isPixelated { image.isInterpolated = false }
    return .image(image)
  }
}

/// An image with the way in which it is enlarged.
private struct PictureKey: Hashable {
  var id: ImageID
  var isPixelated: Bool
}

private enum Picture {
  case raster(RasterPicture)
  case solid(Color)
}
