import PDFObjects

extension StampPicture {
  /// A JPEG as it is, or a PNG whose data a reader of PDF can unpack itself (ISO 32000-1, 8.9.5, 7.4.4.4): neither is
  /// decoded here.
  /// - Throws: `invalidValue` for any other image.
  init(_ bytes: [UInt8], at place: String) throws(AnnotationError) {
    if let jpeg = Self.jpeg(bytes) {
      self = jpeg
    } else if let png = Self.png(bytes) {
      self = png
    } else {
      throw AnnotationError(
        .invalidValue, "only JPEG images and PNG images without transparency or interlacing can be taken", at: place)
    }
  }

  private static func image(
    _ bytes: [UInt8], _ width: Int, _ height: Int, bits: Int, _ colorSpace: PDFObject, _ filter: PDFName
  ) -> StampPicture? {
    guard (1...30_000).contains(width), (1...30_000).contains(height) else { return nil }
    let dictionary: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width), "Height": .integer(height),
      "BitsPerComponent": .integer(bits), "ColorSpace": colorSpace, "Filter": .name(filter),
    ]
    return StampPicture(image: PDFStream(dictionary: dictionary, data: bytes), width: width, height: height)
  }

  /// ITU-T T.81, B.2.2: the frame header says size and components.
  private static func jpeg(_ bytes: [UInt8]) -> StampPicture? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var index = 2
    while index + 9 < bytes.count {
      guard bytes[index] == 0xFF else { return nil }
      let marker = bytes[index + 1]
      if marker == 0xFF {
        index += 1
        continue
      }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      // Baseline, extended and progressive frames by Huffman coding.
      if marker == 0xC0 || marker == 0xC1 || marker == 0xC2 {
        let height = Int(bytes[index + 5]) << 8 | Int(bytes[index + 6])
        let width = Int(bytes[index + 7]) << 8 | Int(bytes[index + 8])
        let spaces: [UInt8: PDFName] = [1: "DeviceGray", 3: "DeviceRGB"]
        guard bytes[index + 4] == 8, let space = spaces[bytes[index + 9]] else { return nil }
        return image(bytes, width, height, bits: 8, .name(space), "DCTDecode")
      }
      guard length >= 2 else { return nil }
      index += 2 + length
    }
    return nil
  }

  /// PNG's rows are filtered as a predictor of PDF filters them, so its data chunks put together are a Flate stream.
  private static func png(_ bytes: [UInt8]) -> StampPicture? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    func number(_ index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    var index = 8
    var header: (width: Int, height: Int, bits: Int, kind: UInt8)?
    var palette: [UInt8] = [], data: [UInt8] = []
    while index + 12 <= bytes.count {
      let length = number(index)
      guard length <= bytes.count - index - 12 else { return nil }
      let type = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self), start = index + 8
      switch type {
      case "IHDR":
        guard length == 13, bytes[start + 12] == 0 else { return nil }
        header = (number(start), number(start + 4), Int(bytes[start + 8]), bytes[start + 9])
      case "PLTE": palette = Array(bytes[start..<start + length])
      case "tRNS": return nil
      case "IDAT": data += bytes[start..<start + length]
      default: break
      }
      index += length + 12
    }
    guard let header, [1, 2, 4, 8, 16].contains(header.bits), !data.isEmpty else { return nil }
    let space: PDFObject
    switch header.kind {
    case 0: space = .name("DeviceGray")
    case 2: space = .name("DeviceRGB")
    case 3 where !palette.isEmpty && palette.count % 3 == 0 && palette.count <= 768:
      space = .array([.name("Indexed"), .name("DeviceRGB"), .integer(palette.count / 3 - 1), .string(palette)])
    default: return nil
    }
    var picture = image(data, header.width, header.height, bits: header.bits, space, "FlateDecode")
    picture?.image.dictionary["DecodeParms"] = .dictionary([
      "Predictor": .integer(15), "Colors": .integer(header.kind == 2 ? 3 : 1), "BitsPerComponent": .integer(header.bits),
      "Columns": .integer(header.width),
    ])
    return picture
  }
}
