import CZlib
import PDF

extension StampPicture {
  /// The image as a file: a JPEG unchanged, or a PNG for images that came from a PNG; nil for others.
  var file: (type: String, bytes: [UInt8])? {
    switch image.dictionary["Filter"].name {
    case "DCTDecode" where mask == nil: ("image/jpeg", image.encoded)
    case "DCTDecode": nil
    default: png.map { ("image/png", $0) }
    }
  }

  private var png: [UInt8]? {
    guard image.dictionary["Mask"].isNull, let bits = image.dictionary["BitsPerComponent"].integer else { return nil }
    if let mask { return blended(mask, bits: bits) }
    guard image.dictionary["DecodeParms"].dictionary?["Predictor"].integer == 15 else { return nil }
    switch image.dictionary["ColorSpace"] {
    case .name("DeviceGray"): return file(bits: bits, kind: 0, image.encoded)
    case .name("DeviceRGB"): return file(bits: bits, kind: 2, image.encoded)
    case .array(let parts):
      guard parts.count == 4, parts[0].name == "Indexed", let colors = parts[3].string else { return nil }
      return file(bits: bits, kind: 3, image.encoded, palette: colors)
    default: return nil
    }
  }

  /// A PNG with interleaved colour and alpha channels.
  private func blended(_ mask: PDFStream, bits: Int) -> [UInt8]? {
    let channels: Int
    switch image.dictionary["ColorSpace"] {
    case .name("DeviceGray"): channels = 1
    case .name("DeviceRGB"): channels = 3
    default: return nil
    }
    let sample = bits / 8
    let color = channels * sample
    guard bits == 8 || bits == 16, mask.dictionary["BitsPerComponent"].integer == bits,
      let colors = try? image.decoded(limits: PDFLimits()), let alpha = try? mask.decoded(limits: PDFLimits()),
      colors.count >= width * height * color, alpha.count >= width * height * sample
    else { return nil }
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (1 + width * (color + sample)))
    for y in 0..<height {
      // Unfiltered.
      rows.append(0)
      for pixel in y * width..<(y + 1) * width {
        rows += colors[pixel * color..<(pixel + 1) * color]
        rows += alpha[pixel * sample..<(pixel + 1) * sample]
      }
    }
    return rows.zlib.map { file(bits: bits, kind: channels == 1 ? 4 : 6, $0) }
  }

  private func file(bits: Int, kind: UInt8, _ data: [UInt8], palette: [UInt8]? = nil) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", Self.word(width) + Self.word(height) + [UInt8(truncatingIfNeeded: bits), kind, 0, 0, 0])
    if let palette { file += Self.chunk("PLTE", palette) }
    return file + Self.chunk("IDAT", data) + Self.chunk("IEND", [])
  }

  /// A PNG chunk: length, type, data and CRC.
  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    let sum = body.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32(truncatingIfNeeded: $0.count)) }
    return word(data.count) + body + word(Int(sum))
  }

  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
