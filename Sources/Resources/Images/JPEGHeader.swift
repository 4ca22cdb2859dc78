/// JPEG (ITU-T T.81 annex B): marker segments from SOI to EOI, with entropy-coded data after each SOS.
enum JPEGHeader {
  private struct Frame {
    var width: Int
    var height: Int
    var components: Int
  }

  static func read(_ file: ByteReader) throws(ImageError) -> ImageInfo {
    var offset = 2
    var frame: Frame?
    var resolution: ImageInfo.Resolution?
    var exif = EXIF()
    var hasScan = false
    while true {
      guard file[offset] == 0xFF else {
        throw file[offset] == nil ? .cutShort("JPEG") : ImageError("The JPEG image is damaged: a marker is missing.")
      }
      // A marker may be preceded by any number of fill bytes.
      while file[offset + 1] == 0xFF { offset += 1 }
      guard let marker = file[offset + 1] else { throw .cutShort("JPEG") }
      offset += 2
      switch marker {
      case 0xD9:
        guard let frame, hasScan else { throw ImageError("The JPEG image lacks a part it needs.") }
        return info(frame, resolution, exif)
      case 0x01, 0xD0...0xD7: continue
      case 0x00, 0xD8: throw ImageError("The JPEG image is damaged: a marker is out of place.")
      default: break
      }

      guard let length = file.big16(offset), length >= 2, let segment = file.slice(offset + 2, count: length - 2) else {
        throw .cutShort("JPEG")
      }
      offset += length
      switch marker {
      case 0xC0...0xC2:
        guard frame == nil else { throw ImageError("The JPEG image has more than one frame.") }
        frame = try Self.frame(segment)
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        throw ImageError(
          "The JPEG image uses a coding that viewers do not show (lossless, hierarchical or arithmetic).")
      case 0xE0:
        resolution = Self.resolution(segment) ?? resolution
      case 0xE1:
        if segment.starts(with: "Exif\0\0"), let tiff = segment.slice(6, count: segment.count - 6) { exif.read(tiff) }
      case 0xDA:
        guard frame != nil else { throw ImageError("The JPEG image's data come before its frame.") }
        hasScan = true
        offset = try endOfScan(file, from: offset)
      default: break
      }
    }
  }

  private static func info(_ frame: Frame, _ resolution: ImageInfo.Resolution?, _ exif: EXIF) -> ImageInfo {
    let orientation = exif.orientation ?? .upright
    var info = ImageInfo(format: .jpeg, pixelWidth: frame.width, pixelHeight: frame.height, orientation: orientation)
    info.isCMYK = frame.components == 4
    info.isGray = frame.components == 1
    info.resolution = (resolution ?? exif.resolution)?.turned(by: orientation)
    return info
  }

  /// The density of a JFIF segment (ITU-T T.871 §10.1): the unit (1 for inch, 2 for centimetre), and both numbers.
  private static func resolution(_ segment: ByteReader) -> ImageInfo.Resolution? {
    guard segment.starts(with: "JFIF\0"), let unit = segment[7], let x = segment.big16(8), let y = segment.big16(10)
    else { return nil }
    switch unit {
    case 1: return ImageInfo.Resolution(pixelsPerInch: Double(x), Double(y))
    case 2: return ImageInfo.Resolution(pixelsPerInch: Double(x) * 2.54, Double(y) * 2.54)
    default: return nil
    }
  }

  /// B.2.2: sample precision, lines, samples per line, and three bytes for each component.
  private static func frame(_ segment: ByteReader) throws(ImageError) -> Frame {
    guard let precision = segment[0], let height = segment.big16(1), let width = segment.big16(3),
      let components = segment[5],
      segment.count == 6 + 3 * Int(components), precision == 8, width > 0, height > 0, [1, 3, 4].contains(components)
    else { throw ImageError("The JPEG image's frame header is not valid.") }
    return Frame(width: width, height: height, components: Int(components))
  }

  /// The end of entropy-coded data: the first marker that is neither a stuffed zero nor a restart marker.
  private static func endOfScan(_ file: ByteReader, from start: Int) throws(ImageError) -> Int {
    var offset = start
    while let found = file.firstIndex(of: 0xFF, from: offset), let next = file[found + 1] {
      switch next {
      case 0x00, 0xD0...0xD7: offset = found + 2
      case 0xFF: offset = found + 1
      default: return found
      }
    }
    throw .cutShort("JPEG")
  }
}
