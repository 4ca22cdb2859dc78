import PDF

extension StampPicture {
  /// Reads a JPEG or PNG file. A JPEG, and the data of an opaque PNG, are embedded unchanged, since PDF readers decode
  /// them (ISO 32000-1, 8.9.5, 7.4.4.4).
  /// - Throws: `invalidValue` for other formats.
  init(_ bytes: [UInt8], at place: String) throws(AnnotationError) {
    if let jpeg = Self.jpeg(bytes) {
      self = jpeg
    } else if let png = PNGImage(bytes)?.picture {
      self = png
    } else {
      throw AnnotationError(.invalidValue, "only JPEG images and PNG images can be taken", at: place)
    }
  }

  /// - Parameter filter: the compression of the bytes; nil for none.
  static func image(
    _ bytes: [UInt8], _ width: Int, _ height: Int, bits: Int, _ colorSpace: PDFObject, _ filter: PDFName?
  ) -> StampPicture? {
    guard (1...30_000).contains(width), (1...30_000).contains(height) else { return nil }
    var dictionary: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width), "Height": .integer(height),
      "BitsPerComponent": .integer(bits), "ColorSpace": colorSpace,
    ]
    dictionary["Filter"] = filter.map { .name($0) } ?? .null
    return StampPicture(
      image: PDFStream(dictionary: dictionary, data: bytes).compressed, width: width, height: height)
  }

  /// ITU-T T.81, B.2.2: the frame header has size and components.
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
      // Baseline, extended and progressive frames with Huffman coding.
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
}
