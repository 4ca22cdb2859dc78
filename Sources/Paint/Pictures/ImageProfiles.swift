import CPango
import Diagnostics
import PDF
import Resources

/// The colour profiles in the image files of one output.
final class ImageProfiles {
  private let images: ImageStore
  private var known: [ImageID: ICCProfile?] = [:]
  /// The profiles that cannot be used.
  private(set) var problems: [(message: String, location: SourceLocation)] = []

  init(_ images: ImageStore) { self.images = images }

  /// The profile of the colours of an image; nil if they are those of sRGB or of inks without a profile.
  func profile(of id: ImageID) -> ICCProfile? {
    if let found = known[id] { return found }
    var profile: ICCProfile?
    switch Self.embedded(in: images.bytes(id), images.info(id)) {
    case .none: break
    case .usable(let found): profile = found.isSRGB ? nil : found
    case .unusable(let reason):
      let address = ResourceError(code: .malformed, message: "", address: images.address(id)).address
      problems.append(
        ("The colour profile of the image \(Quotation.of(address)) is not used: \(reason)", images.place(id)))
    }
    known[id] = .some(profile)
    return profile
  }

  private static func embedded(in file: [UInt8], _ info: ImageInfo) -> EmbeddedProfile {
    switch info.format {
    case .jpeg: return JPEGColors(file, components: info.isCMYK ? 4 : info.isGray ? 1 : 3).profile
    case .png:
      let colors = PNGColors(file)
      guard let packed = colors.profile else { return .none }
      var limits = PDFLimits()
      limits.decodedStream = ICCProfile.maximumBytes
      let stream = PDFStream(dictionary: ["Filter": .name("FlateDecode")], data: packed)
      guard let bytes = try? stream.decoded(limits: limits) else {
        return .unusable("it cannot be decompressed")
      }
      return EmbeddedProfile(bytes, components: colors.components)
    case .webp:
      return WebPColors.profile(in: file).map { EmbeddedProfile($0, components: 3) } ?? .none
    case .gif, .svg: return .none
    }
  }
}

extension RasterDecoder {
  /// Converts the pixels of a surface of the format ARGB32 or RGB24. Others stay as they are.
  static func convert(_ surface: OpaquePointer, _ conversion: ICCConversion) {
    cairo_surface_flush(surface)
    let format = cairo_image_surface_get_format(surface)
    guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24,
      let data = cairo_image_surface_get_data(surface)
    else { return }
    let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let hasAlpha = format == CAIRO_FORMAT_ARGB32
    var last: (from: UInt32, to: UInt32) = (0, 0)
    for y in 0..<height {
      let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        // Neighbouring pixels often have the same colour.
        if row[x] != last.from || last.from == 0 {
          last = (row[x], converted(row[x], alpha: hasAlpha ? row[x] >> 24 : 255, conversion))
        }
        row[x] = last.to
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// A pixel whose colour is multiplied by its alpha.
  private static func converted(_ pixel: UInt32, alpha: UInt32, _ conversion: ICCConversion) -> UInt32 {
    guard alpha > 0 else { return 0 }
    func divided(_ shift: UInt32) -> UInt8 { UInt8(min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha)) }
    let color = conversion.convert(red: divided(16), green: divided(8), blue: divided(0))
    func multiplied(_ component: UInt8) -> UInt32 { (UInt32(component) * alpha + 127) / 255 }
    return pixel & 0xFF00_0000 | multiplied(color.red) << 16 | multiplied(color.green) << 8 | multiplied(color.blue)
  }
}
