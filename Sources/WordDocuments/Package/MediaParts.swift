import Diagnostics
import Resources

/// The image parts of a package. Each image is one part; SVG has a PNG beside it for programs that cannot show it.
struct MediaParts {
  struct Part {
    /// `png`, `jpeg`, `gif` or `svg`.
    var format: String
    var bytes: [UInt8]
  }
  /// The parts of an image: indices of `parts`.
  struct Reference {
    var raster: Int
    var vector: Int?
  }

  private(set) var parts: [Part] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var known: [ImageID: Reference?] = [:]
  private let images: ImageStore
  private let rasterize: WordDocument.Rasterizer
  private let maximumPixels: Int

  init(_ images: ImageStore, maximumPixels: Int, rasterize: @escaping WordDocument.Rasterizer) {
    self.images = images
    self.maximumPixels = maximumPixels
    self.rasterize = rasterize
  }

  /// The name of a part in the folder `word`.
  static func name(_ index: Int, _ format: String) -> String { "media/image\(index + 1).\(format)" }

  func name(_ index: Int) -> String { Self.name(index, parts[index].format) }

  /// The parts of an image. Nil, with a diagnostic, if it cannot be decoded.
  /// - Parameters:
  ///   - width: px of its first use, which determines the resolution of an SVG's PNG.
  mutating func add(_ image: ImageID, width: Double, height: Double) -> Reference? {
    if let reference = known[image] { return reference }
    let reference = make(image, width: width, height: height)
    known[image] = .some(reference)
    if reference == nil {
      let address = images.address(image).prefix(80)
      diagnostics.append(
        Diagnostic(
          "image_malformed", "The image \(Quotation.of(String(address))) cannot be decoded.", at: images.place(image)))
    }
    return reference
  }

  private mutating func make(_ image: ImageID, width: Double, height: Double) -> Reference? {
    let info = images.info(image)
    switch info.format {
    case .png, .gif: return Reference(raster: append(info.format.rawValue, images.bytes(image)))
    // Word ignores the orientation of EXIF data, and shows inverted CMYK files wrongly.
    case .jpeg where info.orientation == .upright && !info.isCMYK:
      return Reference(raster: append("jpeg", images.bytes(image)))
    case .jpeg, .webp: return png(image, width: info.width, height: info.height).map { Reference(raster: $0) }
    case .svg:
      // Twice the resolution of a screen.
      guard let raster = png(image, width: width * 2, height: height * 2) else { return nil }
      return Reference(raster: raster, vector: append("svg", images.bytes(image)))
    }
  }

  private mutating func png(_ image: ImageID, width: Double, height: Double) -> Int? {
    guard width > 0, height > 0 else { return nil }
    let scale = min(1, (Double(maximumPixels) / (width * height)).squareRoot(), 16_000 / max(width, height))
    let size = (Int(max(1, (width * scale).rounded())), Int(max(1, (height * scale).rounded())))
    return rasterize(image, size.0, size.1).map { append("png", $0) }
  }

  private mutating func append(_ format: String, _ bytes: [UInt8]) -> Int {
    parts.append(Part(format: format, bytes: bytes))
    return parts.count - 1
  }
}
