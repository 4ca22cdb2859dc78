import CZlib
import PDFObjects

extension StampPicture {
  /// The image as a file of its own: a JPEG as it is, and what a PNG was made into as a PNG again; nil for any other.
  var file: (type: String, bytes: [UInt8])? {
    switch image.dictionary["Filter"].name {
    case "DCTDecode": ("image/jpeg", image.encoded)
    case "FlateDecode": png.map { ("image/png", $0) }
    default: nil
    }
  }

  private var png: [UInt8]? {
    guard let bits = image.dictionary["BitsPerComponent"].integer,
      let parameters = image.dictionary["DecodeParms"].dictionary, parameters["Predictor"].integer == 15
    else { return nil }
    var palette: [UInt8]?
    let kind: UInt8
    switch image.dictionary["ColorSpace"] {
    case .name("DeviceGray"): kind = 0
    case .name("DeviceRGB"): kind = 2
    case .array(let parts):
      guard parts.count == 4, parts[0].name == "Indexed", let colors = parts[3].string else { return nil }
      (kind, palette) = (3, colors)
    default: return nil
    }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", Self.word(width) + Self.word(height) + [UInt8(truncatingIfNeeded: bits), kind, 0, 0, 0])
    if let palette { file += Self.chunk("PLTE", palette) }
    return file + Self.chunk("IDAT", image.encoded) + Self.chunk("IEND", [])
  }

  /// Length, type, data and their CRC.
  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    let sum = body.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32(truncatingIfNeeded: $0.count)) }
    return word(data.count) + body + word(Int(sum))
  }

  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
